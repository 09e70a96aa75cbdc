/**
 * Loads a library when it is first needed, in the same turn.
 *
 * `import 'toolyard'` must cost no more than the user's own schema library, so what only some tools need
 * (JSON Schema compiler, linear-time regular expressions) is not imported at the top of a file.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { extname } from 'node:path'

/** A function that loads on its first call and answers the same value ever after. */
export function lazy<T>(load: (require: NodeJS.Require) => T): () => T {
  let value: { readonly it: T } | undefined
  return () => (value ??= { it: load(createRequire(import.meta.url)) }).it
}

/** The same for a file of our own beside `base`, which is `import.meta.url` of who asks; `path` is without its ending. */
export function lazyBeside(base: string, path: string): () => unknown {
  let value: { readonly it: unknown } | undefined
  return () => (value ??= { it: createRequire(base)(`${path}${extname(base)}`) as unknown }).it
}
