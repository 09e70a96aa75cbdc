/**
 * A snapshot in fewer words: boxes that hold a single element are left out, addresses of links and plain cells stand on one line
 * with what holds them. Every element that can be acted on keeps its ref.
 *
 * @module
 */

interface SnapshotNode {
  text: string
  readonly children: SnapshotNode[]
}

/** Deeper ones are shown as they are. */
const mostDepth = 1000
const longestAddress = 150

/** What it is called tells that it can be clicked. */
const clickable =
  /^((?:link|button|tab|menuitem|option|checkbox|radio|switch|combobox|textbox)\b.*?) \[cursor=pointer\](?=(?: \[[^\]]*\])*(?::|$))/
const focused = / \[active\](?=(?: \[[^\]]*\])*(?::|$))/
const wrapper = /^(?:generic|listitem) \[ref=\w+\]:$/
const plainCell = /^cell(?: "((?:[^"\\]|\\.)*)")?(?: \[ref=\w+\])(?:: ([^"].*))?$/
const namedRow = /^row(?: "(?:[^"\\]|\\.)*")?( \[ref=\w+\]):$/

/** Lines of `- ` and two spaces a level; the same with one space a level, and fewer. */
export function compactSnapshot(lines: readonly string[]): readonly string[] {
  const root: SnapshotNode = { text: '', children: [] }
  const above: SnapshotNode[] = [root]
  for (const line of lines) {
    const depth = (line.length - line.trimStart().length) / 2
    const text = line
      .slice(depth * 2 + 2)
      .replace(focused, '')
      .replace(clickable, '$1')
    const node: SnapshotNode = { text, children: [] }
    above.length = Math.min(above.length, depth + 1)
    above.at(-1)?.children.push(node)
    above.push(node)
    if (above.length > mostDepth) return lines
  }
  const compacted = root.children.map(compact)
  const out: string[] = []
  compacted.forEach((node) => write(node, '', out))
  return out
}

function compact(node: SnapshotNode): SnapshotNode {
  const children = node.children.map(compact)
  const [only] = children
  if (children.length === 1 && only) {
    if (wrapper.test(node.text) && only.text.includes(' [ref=')) return only
    if (node.text.startsWith('link ') && only.text.startsWith('/url: '))
      return { text: `${withoutColon(node.text)} ${shortAddress(only.text.slice(6))}`, children: [] }
  }
  return asPlainRow(node.text, children) ?? { text: node.text, children }
}

function asPlainRow(text: string, children: readonly SnapshotNode[]): SnapshotNode | undefined {
  const [, ref] = namedRow.exec(text) ?? []
  if (ref === undefined) return undefined
  const cells = children.map((cell) => (cell.children.length === 0 ? plainCell.exec(cell.text) : null))
  if (cells.length === 0 || cells.includes(null)) return undefined
  return { text: `row${ref}: ${cells.map((cell) => cell?.[2] ?? cell?.[1] ?? '').join(' | ')}`, children: [] }
}

function withoutColon(text: string): string {
  return text.endsWith(':') ? text.slice(0, -1) : text
}

function shortAddress(url: string): string {
  return url.length <= longestAddress ? url : `${url.slice(0, longestAddress)}…`
}

function write({ text, children }: SnapshotNode, indent: string, out: string[]): void {
  out.push(`${indent}- ${text}`)
  for (const child of children) write(child, `${indent} `, out)
}
