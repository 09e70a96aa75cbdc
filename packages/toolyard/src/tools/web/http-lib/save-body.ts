/**
 * Keeps a body as a new file of the workspace, whole or not at all.
 *
 * @module
 */
import { Buffer, isAscii } from 'node:buffer'
import type { HostAccess, NetResponse, WrittenFile } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../../files/lib/secret-files.ts'
import { readBytes } from './read-bytes.ts'

type WorkspaceFiles = HostAccess['files']

const mostSaved = 50_000_000

/** Before anything is sent. Throws what the workspace throws, and `conflict` if the file is there. */
export function checkTarget(files: WorkspaceFiles, path: string): void {
  const target = files.resolve(path, 'write')
  requireNamed(files, path, target.path)
  if (target.exists)
    throw new ToolyardError(
      'conflict',
      `save_to: "${target.shown}" exists, and a download never replaces a file`,
      { hint: 'Choose another name.' },
    )
}

export interface BodySave {
  readonly path: string
  readonly response: NetResponse
  /** Whether a text holds a secret that the request carried: a server that repeats one must not put it into a file. */
  readonly isSecret: (text: string) => boolean
}

export async function saveBody(
  files: WorkspaceFiles,
  { path, response, isSecret }: BodySave,
): Promise<WrittenFile> {
  if (Number(response.headers['content-length']) > mostSaved) {
    response.discard()
    throw tooLarge()
  }
  const { parts, isCut } = await readBytes(response.body, mostSaved)
  if (isCut) throw tooLarge()
  if (await holds(parts, isSecret))
    throw new ToolyardError(
      'denied',
      'the answer repeats a secret that was sent with the request; it was not saved',
      { hint: 'Call without save_to: the secret is left out of what is shown.' },
    )
  return await files.write(path, parts, { mode: 'create' })
}

/** Bytes that are looked at before others have their turn, and those that are looked at again with the next: longer than any secret. */
const slice = 262_144
const overlap = 16_384

/** Also over the border of two parts, and in texts of two bytes a character. */
async function holds(parts: readonly Uint8Array[], isSecret: BodySave['isSecret']): Promise<boolean> {
  const bytes = Buffer.concat(parts)
  for (let at = 0; at < bytes.length; at += slice) {
    const some = bytes.subarray(Math.max(0, at - overlap), at + slice)
    const text = some.toString('latin1')
    if (isSecret(text) || (text.includes('\0') && isSecret(text.replaceAll('\0', '')))) return true
    if (!isAscii(some) && isSecret(some.toString())) return true
    await new Promise((resolve) => setImmediate(resolve))
  }
  return false
}

function tooLarge(): ToolyardError {
  return new ToolyardError(
    'too_large',
    `the body has more than ${mostSaved.toLocaleString('en-US')} bytes; it was not saved`,
    { hint: 'Ask for a part of it, for example with a Range header.' },
  )
}
