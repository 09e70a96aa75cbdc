/**
 * What a schema says in words, for a model to read: bounded, and without characters that can't be seen.
 *
 * @module
 */
import { cleanText } from '../../../kernel/index.ts'
import type { SchemaSource } from './pass.ts'

const maxLength = 500
const maxExample = 120
const maxMembers = 8

/** The description of an argument also tells what has no keyword that every provider takes. */
export function describeInput(source: SchemaSource): string | undefined {
  const words = [source['deprecated'] === true ? 'Deprecated.' : '', describeOutput(source) ?? '']
  const example = exampleOf(source)
  if (example !== undefined) words.push(`For example: ${example}`)
  return words.filter((part) => part !== '').join(' ') || undefined
}

export function describeOutput({ description, title }: SchemaSource): string | undefined {
  if (typeof description === 'string' && description.trim() !== '') return boundedText(description, maxLength)
  return typeof title === 'string' && title.trim() !== '' ? boundedText(title, maxLength) : undefined
}

/** `text` with a sentence about the value that the server takes if none is sent. */
export function withDefault(text: string | undefined, value: unknown): string | undefined {
  const told = shortJson(value)
  if (told === undefined) return text
  return text === undefined ? `Default: ${told}.` : `${text} Default: ${told}.`
}

export function boundedText(text: string, limit: number): string {
  const clean = cleanText(text.slice(0, limit * 4)).trim()
  if (clean.length <= limit) return clean
  const cut = clean.slice(0, limit - 1).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return `${space > limit * 0.8 ? cut.slice(0, space) : cut.replace(/\uFFFD$/, '')}…`
}

/** The first example that is short. */
function exampleOf({ example, examples }: SchemaSource): string | undefined {
  const value: unknown = example ?? (Array.isArray(examples) ? examples[0] : undefined)
  return value === undefined || value === null ? undefined : shortJson(value)
}

/** A value in a few words; undefined if it is longer, and then it is not read to its end. */
function shortJson(value: unknown): string | undefined {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  const isShort = (member: unknown): boolean =>
    typeof member === 'string' ? member.length <= maxExample : typeof member !== 'object' || member === null
  if (members.length > maxMembers || !members.every(isShort)) return undefined
  const text = JSON.stringify(value)
  return text !== undefined && text.length <= maxExample ? cleanText(text) : undefined
}
