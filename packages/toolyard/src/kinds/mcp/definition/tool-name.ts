/**
 * Names of a server's tools outside that server: `server__tool`, in letters that every provider accepts.
 *
 * The part before the first `__` is always the server's: it holds no `__` and does not end with `_`. A name that had to be
 * changed, or is too long, carries a hash of the original and keeps its tail, because heads are what names share.
 *
 * @module
 */
import { sha256 } from '../../../kernel/index.ts'

const maxLength = 64
const maxPrefix = 24
const hashLength = 8
const separator = '__'

/** What stands before `__` in the names of a server's tools. */
export function serverPrefix(server: string): string {
  const plain = server.replaceAll(/[^a-zA-Z0-9-]+/g, '_').replaceAll(/^[_-]+|[_-]+$/g, '')
  const named = /^[a-zA-Z]/.test(plain) ? plain : `mcp_${plain}`
  if (plain !== '' && named.length <= maxPrefix) return named
  const hash = hashOf(server)
  return plain === ''
    ? `mcp_${hash}`
    : `${named.slice(0, maxPrefix - hashLength - 1).replace(/[_-]+$/, '')}_${hash}`
}

export function toolNameOf(server: string, original: string): string {
  const prefix = serverPrefix(server) + separator
  if (/^[a-zA-Z0-9_-]+$/.test(original) && prefix.length + original.length <= maxLength)
    return prefix + original
  const room = maxLength - prefix.length - hashLength - 1
  const tail = original.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(-room)
  return `${prefix}${hashOf(original)}_${tail}`
}

function hashOf(text: string): string {
  return sha256(text).slice(0, hashLength)
}
