/**
 * A Markdown text cut into blocks that can be read one by one, so that a text that grows is not read again from its beginning: a block
 * that is over never changes.
 *
 * Fences are found here and are no Markdown any more. A list stays whole, with the blank lines between its items. Addresses that stand
 * apart (`[1]: https://…`) are known to every block that names one.
 *
 * @module
 */

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'code'
      readonly language: string
      readonly text: string
      /** Whether its end is there. */
      readonly isClosed: boolean
    }

/** A longer text in one piece is shown as it is: readers of Markdown take too long for what a hostile text can do to them. */
export const longestBlock = 20_000

const fence = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n]*)$/
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const address = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S/
const blank = /^[ \t]*$/

interface Reading {
  readonly blocks: Block[]
  readonly addresses: string[]
  /** The block that is being read. */
  lines: string[]
  /** The fence that is open. */
  open?: { readonly mark: string; readonly indent: number; readonly language: string } | undefined
}

export function blocksOf(text: string): readonly Block[] {
  const reading: Reading = { blocks: [], addresses: [], lines: [] }
  for (const line of text.split('\n'))
    if (reading.open) readCode(reading, reading.open, line)
    else readLine(reading, line)
  if (reading.open) endCode(reading, reading.open, false)
  else endText(reading)
  return reading.addresses.length === 0
    ? reading.blocks
    : reading.blocks.map((block) => withAddresses(block, reading.addresses.join('\n')))
}

function readLine(reading: Reading, line: string): void {
  const [, indent = '', mark = '', info = ''] = fence.exec(line) ?? []
  // A fence of backticks has none behind it: that is code inside a line.
  if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) {
    endText(reading)
    reading.open = { mark, indent: indent.length, language: info.trim().split(/\s/, 1)[0] ?? '' }
    return
  }
  const { lines } = reading
  const isAfterBlank = lines.length > 0 && blank.test(lines.at(-1) ?? '')
  if (isAfterBlank && !blank.test(line) && !goesOn(lines, line)) endText(reading)
  if (address.test(line)) reading.addresses.push(line)
  reading.lines.push(line)
}

/** Whether a line after a blank one belongs to the block before. */
function goesOn(lines: readonly string[], line: string): boolean {
  if (!item.test(lines.find((one) => !blank.test(one)) ?? '')) return false
  return item.test(line) || /^(?: {2,}|\t)/.test(line)
}

function readCode(reading: Reading, { mark, indent, language }: NonNullable<Reading['open']>, line: string) {
  const closing = new RegExp(`^ {0,3}\\${mark[0] ?? ''}{${mark.length},}[ \\t]*$`)
  if (closing.test(line)) endCode(reading, { language }, true)
  else reading.lines.push(line.replace(new RegExp(`^ {0,${indent}}`), ''))
}

function endCode(reading: Reading, { language }: { readonly language: string }, isClosed: boolean): void {
  reading.blocks.push({ kind: 'code', language, text: reading.lines.join('\n'), isClosed })
  reading.lines = []
  reading.open = undefined
}

function endText(reading: Reading): void {
  const text = reading.lines.join('\n').replace(/^\n+|\s+$/g, '')
  if (text !== '') reading.blocks.push({ kind: 'text', text })
  reading.lines = []
}

function withAddresses(block: Block, addresses: string): Block {
  return block.kind === 'text' && block.text.includes('[')
    ? { kind: 'text', text: `${block.text}\n\n${addresses}` }
    : block
}
