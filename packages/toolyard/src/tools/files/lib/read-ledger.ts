/**
 * What one conversation knows of files: as it last saw each, so that it never writes over what it has not seen.
 *
 * A stamp that is equal means the same content, unless the file changed within the grain of the clock just before it was
 * looked at; then, and if the stamp differs, the content's hash decides, if it is known.
 *
 * @module
 */
import { hash } from 'node:crypto'
import type { FileStamp, OpenFile } from '../../../host/index.ts'
import type { ToolContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

export interface SeenFile {
  readonly stamp: FileStamp
  /** SHA-256 of the content, in hexadecimal; undefined if only a part was read. */
  readonly digest: string | undefined
  /** Whether the stamp alone tells a later change. */
  readonly isSettled: boolean
}

/** A change this soon before the look may be followed by one with the same times. */
const grainMs = 100
/** Files of which the newest are remembered. */
const mostFiles = 10_000

export class ReadLedger {
  readonly #seen = new Map<string, SeenFile>()

  get(path: string): SeenFile | undefined {
    return this.#seen.get(path)
  }

  /** Takes note of a file as it is now. `now` is the wall clock at the time of looking. */
  note(file: Pick<OpenFile, 'path' | 'stamp' | 'changedAt'>, digest: string | undefined, now: number): void {
    this.#seen.delete(file.path)
    this.#seen.set(file.path, { stamp: file.stamp, digest, isSettled: now - file.changedAt > grainMs })
    if (this.#seen.size > mostFiles) for (const oldest of this.#seen.keys()) return this.forget(oldest)
  }

  forget(path: string): void {
    this.#seen.delete(path)
  }
}

export function ledgerOf({ thread }: ToolContext): Promise<ReadLedger> {
  return thread.own('files.ledger', () => new ReadLedger())
}

export function digestBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

/** Throws `stale_file` if the file is not as it was seen. `digest` is asked only if the stamp does not tell. */
export function requireFresh(seen: SeenFile, file: OpenFile, digest: () => string): void {
  if (seen.stamp === file.stamp && (seen.isSettled || seen.digest === undefined)) return
  if (seen.digest !== undefined && seen.digest === digest()) return
  throw new ToolyardError(
    'stale_file',
    `"${file.shown}" has changed since it was read in this conversation`,
    {
      hint: 'Read it again with read_file, then repeat.',
    },
  )
}

export function neverRead(shown: string): ToolyardError {
  return new ToolyardError('stale_file', `"${shown}" exists and was not read in this conversation`, {
    hint: 'Read it with read_file first, then repeat.',
  })
}
