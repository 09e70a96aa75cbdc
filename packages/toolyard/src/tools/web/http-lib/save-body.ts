/**
 * Keeps a body as a new file of the workspace, whole or not at all.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { HostAccess, NetResponse, WrittenFile } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../../files/lib/secret-files.ts'
import { readBytes } from './read-bytes.ts'

type Files = HostAccess['files']

const mostSaved = 50_000_000

/** Before anything is sent. Throws what the workspace throws, and `conflict` if the file is there. */
export function checkTarget(files: Files, path: string): void {
  const target = files.resolve(path, 'write')
  requireNamed(files, path, target.path)
  if (target.exists)
    throw new ToolyardError(
      'conflict',
      `save_to: "${target.shown}" exists, and a download never replaces a file`,
      { hint: 'Choose another name.' },
    )
}

export interface Saving {
  readonly path: string
  readonly response: NetResponse
  /** Values that the request carried: a server that repeats one must not put it into a file. */
  readonly sent: readonly string[]
}

export async function saveBody(files: Files, { path, response, sent }: Saving): Promise<WrittenFile> {
  if (Number(response.headers['content-length']) > mostSaved) {
    response.discard()
    throw tooLarge()
  }
  const { parts, isCut } = await readBytes(response.body, mostSaved)
  if (isCut) throw tooLarge()
  if (sent.some((secret) => holds(parts, secret)))
    throw new ToolyardError(
      'denied',
      'the answer repeats a secret that was sent with the request; it was not saved',
      { hint: 'Call without save_to: the secret is left out of what is shown.' },
    )
  return await files.write(path, parts, { mode: 'create' })
}

/** In the form in which it was sent, which is what servers repeat; also over the border of two parts. */
function holds(parts: readonly Uint8Array[], secret: string): boolean {
  if (secret.length < 4) return false
  const wanted = Buffer.from(secret)
  let end = Buffer.alloc(0)
  for (const part of parts) {
    const whole = Buffer.concat([end, part])
    if (whole.includes(wanted)) return true
    end = whole.subarray(Math.max(0, whole.length - wanted.length + 1))
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
