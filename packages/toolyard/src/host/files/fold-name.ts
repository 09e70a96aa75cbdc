/**
 * One form for all spellings of a file's name that some file system takes for the same.
 *
 * Letter case, Unicode forms, characters without a shape, and what Windows drops at the end or after a colon.
 *
 * @module
 */
const shapeless = /\p{DI}/gv

function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(shapeless, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
}

/** The names along a path, folded. */
export function foldPath(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map(foldName)
    .filter((name) => name !== '')
}
