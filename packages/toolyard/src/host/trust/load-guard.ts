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
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      if (place.holds(resolved.url)) {
        const path = resolved.url.endsWith('.node') ? pathOf(resolved.url) : undefined
        if (path !== undefined) place.check(path, readFileSync(path))
      } else if (place.holds(specifier) || place.holds(context.parentURL)) {
        // Something of the place has led out of it.
        const way = wayOf(specifier, context.parentURL)
        if (way !== undefined && place.isGuarded(way)) place.checkWay(way)
      }
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

/** The path that an import means before links are followed. */
function wayOf(specifier: string, parent: string | undefined): string | undefined {
  const direct = pathOf(specifier)
  if (direct !== undefined) return direct
  const from = parent === undefined ? undefined : pathOf(parent)
  if (from === undefined || specifier.startsWith('#')) return undefined
  if (/^\.{0,2}\//.test(specifier)) return resolve(dirname(from), specifier)
  const bare = splitBare(specifier)
  return bare && findPackage(bare.name, dirname(from))?.written
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
