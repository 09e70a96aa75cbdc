/**
 * Files as arguments: `{ filename, content, mimeType, encoding }`, the content as text or in base64.
 *
 * @module
 */
import { wrongValue } from '../definition/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'

export interface FileValue {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** Undefined if the value is no file. */
export function readFileValue(value: unknown, parameter: string): FileValue | undefined {
  if (!isPlainObject(value) || typeof value['content'] !== 'string') return undefined
  const { filename, mimeType, content, encoding = 'text' } = value
  if (filename === undefined && mimeType === undefined) return undefined
  if (encoding !== 'text' && encoding !== 'base64')
    throw wrongValue(`${parameter}.encoding`, 'is neither "text" nor "base64"', 'Use one of the two.')
  return {
    name: typeof filename === 'string' ? filename.replaceAll(/[\r\n\0]/g, ' ') : 'file',
    type: typeof mimeType === 'string' ? mimeType : 'application/octet-stream',
    bytes: encoding === 'base64' ? fromBase64(content, parameter) : Buffer.from(content, 'utf8'),
  }
}

export function fromBase64(text: string, parameter: string): Uint8Array<ArrayBuffer> {
  const plain = text
    .replaceAll(/[\r\n]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (!base64.test(plain)) throw wrongValue(parameter, 'is not base64', 'Encode the bytes in base64.')
  return Buffer.from(plain, 'base64')
}
