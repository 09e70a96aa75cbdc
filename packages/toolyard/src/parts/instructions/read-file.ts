/**
 * Reads one file of instructions of the workspace: only what is in the workspace, is trusted, is text and holds no secrets by its
 * name. What can't be read is a sentence.
 *
 * @module
 */
import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { HostAccess, Redactor } from '../../host/index.ts'
import { hintOf, messageOf, ToolyardError, visibleText } from '../../kernel/index.ts'

export interface InstructionFile {
  /** From the workspace. */
  readonly shown: string
  /** Its real path: two names may be one file. */
  readonly path: string
  /** Cleaned and without secrets. */
  readonly text: string
  /** How many bytes it has, if they are not all in `text`. */
  readonly cutFrom?: number | undefined
}

export interface InstructionPlace {
  readonly host: Pick<HostAccess, 'files' | 'settings'>
  readonly redactor: Pick<Redactor, 'clean'>
}

/** A longer file is not meant to be told to a model. */
const mostBytes = 1_000_000

/** Undefined if there is no such file; a text says why it is not read. */
export async function readInstructions(
  { host, redactor }: InstructionPlace,
  { folder, name, most }: { readonly folder: string; readonly name: string; readonly most: number },
): Promise<InstructionFile | string | undefined> {
  const path = join(folder, name)
  // Without the workspace first: to open it takes longer, and most folders have no such file.
  if (!isThere(path)) return undefined
  try {
    using file = host.files.openRead(path)
    if (host.files.isSensitive(file.path)) throw unfit('it leads to a file that may hold secrets')
    if (file.size > mostBytes) throw unfit(`it has ${file.size} bytes, and ${mostBytes} are the most`)
    await host.settings.trust?.files([path])
    const bytes = await file.readPart(0, most)
    if (bytes.includes(0)) throw unfit('it is no text')
    const text = redactor.clean(decode(bytes)).trim()
    return {
      shown: shownOf(path, host),
      path: file.path,
      text,
      ...(file.size > most && { cutFrom: file.size }),
    }
  } catch (error) {
    const hint = ToolyardError.isInstance(error) && error.code === 'untrusted' ? hintOf(error) : undefined
    const why = messageOf(error).replace(/\.$/, '')
    return [`"${shownOf(path, host)}" is not read: ${why}.`, ...(hint ? [hint] : [])].join(' ')
  }
}

/** Half a character at the end is left out. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true })
}

function shownOf(path: string, { settings: { workspace } }: InstructionPlace['host']): string {
  return visibleText(relative(workspace, path))
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function unfit(why: string): ToolyardError {
  return new ToolyardError('tool_failed', why)
}
