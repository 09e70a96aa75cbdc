/**
 * Names as models and providers accept them.
 *
 * @module
 */

/** What every provider accepts: letters, digits, `_` and `-`, at most 64, starting with a letter or `_`. */
export const toolNamePattern = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/

/** `ReadFile`, `readFile`, `read-file`, `HTTPGet` → `read_file`, `http_get`. */
export function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
}
