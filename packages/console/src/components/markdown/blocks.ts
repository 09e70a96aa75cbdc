/**
 * A Markdown text cut into blocks that can be read one by one, so that a text that grows is not read again from its beginning: a block
 * that is over never changes.
 *
 * Fences are found here and are no Markdown any more. A list stays whole, with the blank lines between its items. Addresses that stand
 * apart (`[1]: https://…`) are known to every block that names one.
 *
 * @module
 */
import { visible } from '../visible.ts'

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

/** What is shown at first, and more of it with every step: characters, and blocks. */
const [mostCharacters, mostBlocks] = [100_000, 400]

/** As much of a text as a page can show at once. `left` counts the characters behind it. */
export function beginningOf(
  text: string,
  parts = 1,
): { readonly blocks: readonly Block[]; readonly left: number } {
  const most = parts * mostCharacters
  const cut = text.length > most ? Math.max(text.lastIndexOf('\n', most), 0) || most : text.length
  const blocks = blocksOf(visible(text.slice(0, cut)))
  const hidden = blocks.slice(parts * mostBlocks)
  return {
    blocks: hidden.length === 0 ? blocks : blocks.slice(0, parts * mostBlocks),
    left: text.length - cut + hidden.reduce((sum, block) => sum + block.text.length, 0),
  }
}

const fence = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n]*)$/
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const address = /^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*\S/
const blank = /^[ \t]*$/

interface Reading {
  readonly blocks: Block[]
  /** By what names them. */
  readonly addresses: Map<string, string>
  /** The block that is being read. */
  lines: string[]
  /** The fence that is open. */
  open?: { readonly mark: string; readonly indent: number; readonly language: string } | undefined
}

export function blocksOf(text: string): readonly Block[] {
  const reading: Reading = { blocks: [], addresses: new Map(), lines: [] }
  for (const line of text.split('\n'))
    if (reading.open) readCode(reading, reading.open, line)
    else readLine(reading, line)
  if (reading.open) endCode(reading, reading.open, false)
  else endText(reading)
  return reading.addresses.size === 0
    ? reading.blocks
    : reading.blocks.map((block) => withAddresses(block, reading.addresses))
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
  const [, name] = address.exec(line) ?? []
  if (name !== undefined && !reading.addresses.has(nameOf(name))) reading.addresses.set(nameOf(name), line)
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

/** Only those that the block names: a long list of them would be read with every block again. */
function withAddresses(block: Block, addresses: ReadonlyMap<string, string>): Block {
  if (block.kind !== 'text') return block
  const named = new Set(
    [...block.text.matchAll(/\[([^[\]\n]{1,200})\]/g)].flatMap(([, name = '']) => {
      const line = addresses.get(nameOf(name))
      return line === undefined || block.text.includes(line) ? [] : [line]
    }),
  )
  return named.size === 0 ? block : { kind: 'text', text: `${block.text}\n\n${[...named].join('\n')}` }
}

/** Case and width of spaces do not count. */
function nameOf(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
