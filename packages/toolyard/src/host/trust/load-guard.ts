/**
 * Stands between Node and the modules that it loads: what lies where tools can write is run only in the bytes that were
 * trusted. The source that is compared is the one that Node runs; nothing is read twice.
 *
 * It sees imports and requires of this thread, computed ones too. Text that trusted code evaluates, and programs and threads
 * that it starts, are its own affair.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPackage, splitBare } from './package-facts.ts'
import type { TrustedPlace } from './trusted-place.ts'

/** To be called before anything of the place is loaded; answers what takes it away again. */
export function guardLoading(place: TrustedPlace): () => void {
  const ways = new Map<string, string | undefined>()
  const wayOf = (specifier: string, parent: string | undefined): string | undefined => {
    const direct = pathOf(specifier)
    if (direct !== undefined) return direct
    const from = parent === undefined ? undefined : pathOf(parent)
    if (from === undefined) return undefined
    if (/^\.{0,2}\//.test(specifier)) return resolve(dirname(from), specifier)
    const bare = specifier.startsWith('#') ? undefined : splitBare(specifier)
    if (!bare || !place.isGuarded(from)) return undefined
    const key = `${bare.name} ${dirname(from)}`
    if (!ways.has(key)) ways.set(key, findPackage(bare.name, dirname(from))?.written)
    return ways.get(key)
  }
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const path = pathOf(resolved.url)
      if (path === undefined) return resolved
      if (!place.isGuarded(path)) {
        const way = wayOf(specifier, context.parentURL)
        if (way !== undefined && place.isGuarded(way)) place.checkWay(way)
      } else if (path.endsWith('.node')) place.check(path, readFileSync(path))
      return resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const path = pathOf(url)
      if (path !== undefined) place.check(path, bytesOf(loaded.source) ?? readFileSync(path))
      return loaded
    },
  })
  return () => hooks.deregister()
}

function bytesOf(
  source: string | ArrayBuffer | NodeJS.TypedArray | null | undefined,
): string | Uint8Array | undefined {
  if (source === undefined || source === null) return undefined
  if (typeof source === 'string') return source
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
}

function pathOf(url: string): string | undefined {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : undefined
  } catch {
    return undefined
  }
}
