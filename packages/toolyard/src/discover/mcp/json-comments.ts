/**
 * JSON as people write it: comments and trailing commas become blanks, so that lines and columns stay where they are.
 *
 * @module
 */

/** Strings are matched first, so that nothing inside one counts. */
const parts = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const trailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g

export function withoutComments(text: string): string {
  const plain = text.replaceAll(parts, (part) =>
    part.startsWith('"') ? part : part.replaceAll(/[^\n]/g, ' '),
  )
  return plain.replaceAll(trailingComma, (part) => (part === ',' ? ' ' : part))
}
