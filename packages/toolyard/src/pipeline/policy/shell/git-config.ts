/**
 * The keys that a configuration of git sets: more rather than less, so none that git reads is left out.
 *
 * @module
 */

export interface GitSetting {
  /** Section and name in lower case, what stands between them as it is. */
  readonly key: string
  readonly value: string
}

const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/

/** A line that goes on another counts as one of its own. */
export function gitConfigKeys(text: string): readonly GitSetting[] {
  let section = ''
  const keys: GitSetting[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/[\n\r]+/)) {
    let rest = line.trim()
    for (let found = header.exec(rest); found; found = header.exec(rest)) {
      section = [found[1]?.toLowerCase(), found[2]?.replaceAll(/\\(.)/g, '$1')]
        .filter((part) => part !== undefined)
        .join('.')
      rest = rest.slice(found[0].length).trim()
    }
    const [, name, value = ''] = entry.exec(rest) ?? []
    if (name !== undefined) keys.push({ key: `${section}.${name.toLowerCase()}`, value: unquoted(value) })
    else if (rest.startsWith('[')) keys.push({ key: 'unreadable', value: '' })
  }
  return keys
}

function unquoted(value: string): string {
  return value
    .replace(/\s*[#;].*$/, '')
    .replaceAll('"', '')
    .trim()
}
