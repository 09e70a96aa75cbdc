/**
 * The text of a manifest, read and checked: every key by its name and kind.
 *
 * Keys are written `ok_exit_codes` or `okExitCodes`. What only the tool's definition can judge (its name, its schema) is left
 * to it.
 *
 * @module
 */
import { readFile, stat } from 'node:fs/promises'
import type { ByLanguage, ExternalFacts } from '../../../define/index.ts'
import {
  didYouMean,
  isPlainObject,
  maxDelayMs,
  parseJson,
  tellValue,
  ToolyardError,
} from '../../../kernel/index.ts'

export interface ProgramManifest {
  readonly name?: string
  readonly title?: string
  readonly description?: string
  readonly titles?: ByLanguage
  readonly descriptions?: ByLanguage
  readonly category?: string
  readonly version?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** JSON Schema of the result's data. */
  readonly output?: Readonly<Record<string, unknown>>
  readonly permission?: string
  readonly effects?: string
  readonly confirm?: boolean
  readonly idempotent?: boolean
  /** Milliseconds, or a text with a unit: `30s`. */
  readonly timeout?: number
  readonly queue?: string
  readonly tags?: readonly string[]
  readonly examples?: readonly unknown[]
  readonly aliases?: Readonly<Record<string, unknown>>
  readonly provided?: readonly string[]
  readonly command?: readonly string[]
  readonly mode?: ExternalFacts['mode']
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly network?: boolean
  readonly readOnly?: boolean
  readonly okExitCodes?: readonly number[]
  readonly idleMs?: number
}

const maxBytes = 1_000_000

/** Throws `invalid_definition`, with the line where the text itself is wrong. */
export async function readManifest(file: string): Promise<ProgramManifest> {
  const { size } = await stat(file)
  if (size > maxBytes) refuseManifest(`is ${size} bytes long; at most ${maxBytes} are read`, 'Shorten it.')
  const text = await readFile(file, 'utf8')
  const table = file.endsWith('.json') ? parseJsonText(text) : await parseToml(text)
  if (!isPlainObject(table))
    return refuseManifest(`must hold an object, not ${tellValue(table)}`, 'Write { "name": … }.')
  return checked(table)
}

function parseJsonText(text: string): unknown {
  const parsed = parseJson(text)
  return 'problem' in parsed ? refuseManifest(parsed.problem, 'Correct the JSON.') : parsed.value
}

async function parseToml(text: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    // Dates become texts, and every table an ordinary object.
    return JSON.parse(JSON.stringify(parse(text))) as unknown
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.split('\n')
    return refuseManifest(
      `is not valid TOML at line ${error.line}: ${reason.replace(/^Invalid TOML document: /, '')}`,
      'Correct that line.',
    )
  }
}

interface ValueKind {
  readonly words: string
  /** The value as it is kept; `undefined` if it is another kind. */
  readonly read: (value: unknown) => unknown
}

const kind = (words: string, is: (value: unknown) => boolean): ValueKind => ({
  words,
  read: (value) => (is(value) ? value : undefined),
})
const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isWhole = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

const text = kind('a text', isText)
const texts = kind('a list of texts', isTexts)
const flag = kind('true or false', (value) => typeof value === 'boolean')
const table = kind('a table', isPlainObject)
const modes: readonly unknown[] = ['events', 'plain', 'server'] satisfies ExternalFacts['mode'][]
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/

const kinds: Readonly<Record<keyof ProgramManifest, ValueKind>> = {
  name: text,
  title: text,
  description: text,
  titles: table,
  descriptions: table,
  category: text,
  version: text,
  parameters: table,
  output: table,
  permission: text,
  effects: text,
  confirm: flag,
  idempotent: flag,
  timeout: { words: 'milliseconds, or a text such as "30s"', read: readTime },
  queue: text,
  tags: texts,
  examples: kind('a list', Array.isArray),
  aliases: table,
  provided: texts,
  command: {
    words: 'a list of words, the program first',
    read: (value) =>
      isText(value) && value !== '' ? [value] : isTexts(value) && isFilled(value) ? value : undefined,
  },
  mode: kind('"events", "plain" or "server"', (value) => modes.includes(value)),
  stdin: text,
  env: kind(
    'a table of texts under names of variables',
    (value) =>
      isPlainObject(value) &&
      isTexts(Object.values(value)) &&
      Object.keys(value).every((name) => variable.test(name)),
  ),
  network: flag,
  readOnly: flag,
  okExitCodes: kind(
    'a list of numbers from 0 to 255',
    (value) => Array.isArray(value) && value.every((code) => isWhole(code, 255)),
  ),
  idleMs: kind(`a whole number of milliseconds up to ${maxDelayMs}`, (value) => isWhole(value, maxDelayMs)),
}

const known = Object.keys(kinds)

function checked(given: Readonly<Record<string, unknown>>): ProgramManifest {
  const manifest: Record<string, unknown> = {}
  for (const [written, value] of Object.entries(given)) {
    const key = written.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (!Object.hasOwn(kinds, key))
      refuseManifest(
        `"${written}" is not a key of a manifest.${didYouMean(key, known)}`,
        `Keys: ${known.join(', ')}.`,
      )
    const { words, read } = kinds[key as keyof ProgramManifest]
    const taken = read(value)
    if (taken === undefined)
      refuseManifest(
        `${written} must be ${words}, not ${tellValue(value)}`,
        `Correct ${written}, or leave it out.`,
      )
    manifest[key] = taken
  }
  return manifest
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && value[0] !== ''
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000 }

function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const [, count = '', unit = ''] =
    /^(\d+(?:\.\d+)?) ?(ms|s|m|min)$/.exec(typeof value === 'string' ? value : '') ?? []
  return count === '' ? undefined : Math.round(Number(count) * (units[unit] ?? 1))
}

function refuseManifest(problem: string, hint: string): never {
  throw new ToolyardError('invalid_definition', `The manifest ${problem}`, { hint })
}
