/**
 * The media type of a file by the end of its name, for platforms that want one.
 *
 * @module
 */
import { extname } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.zip': 'application/zip',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
}

export function fileTypeOf(name: string): string {
  const end = extname(name).toLowerCase()
  return (Object.hasOwn(types, end) && types[end]) || 'application/octet-stream'
}

export function formFile({ name, data }: { readonly name: string; readonly data: Uint8Array }): File {
  return new File([new Uint8Array(data)], name, { type: fileTypeOf(name) })
}
