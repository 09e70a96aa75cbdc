/**
 * The forms in which a registered value can come out of a tool: as it is, and in the encodings that programs
 * apply without being asked. White space is left out of every form, because the search skips it in the text.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

export interface Needle {
  readonly text: string
  /** Characters beside the match that hold some of the secret's bits: only base64 has them. */
  readonly before: number
  readonly after: number
  /** Short values count only as a word of their own, unbroken. */
  readonly whole: boolean
  /** Whether it is a longer value in other letters and digits, of which one or two say next to nothing. */
  readonly encoded: boolean
  /** What the value is called, where its owner has named it. */
  readonly name?: string | undefined
}

/** Shorter values are not looked for: they would take ordinary words out of every text. */
const minSecretLength = 4

const minFreeLength = 8
const minEncodedLength = 8
/** Longer values are keys and files; they are looked for line by line and in fewer forms. */
const longLength = 512
const maxLength = 8192
const maxNeedleLength = 128

/** Everything to look for; an empty list if the value is too short to be a secret. */
export function needlesOf(secret: string): Needle[] {
  const value = secret.trim().slice(0, maxLength)
  if (value.length < minSecretLength) return []
  const whole = value.length < minFreeLength
  const isLong = value.length > longLength
  const texts = new Set(isLong ? longForms(value) : [value, ...textForms(value)])
  const found = new Map<string, Needle>()
  for (const text of texts) {
    for (const piece of piecesOf(withoutSpace(text)))
      if (piece.length >= minSecretLength)
        found.set(piece, { text: piece, before: 0, after: 0, whole, encoded: false })
  }
  const encoded = isLong ? [] : byteForms(value, whole)
  for (const needle of [...encoded, ...base64Forms(value)])
    if (!found.has(needle.text)) found.set(needle.text, needle)
  return [...found.values()]
}

function longForms(value: string): string[] {
  const lines = value.split(/\s*\n\s*/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
  return [value, jsonForm(value), ...lines]
}

function textForms(value: string): string[] {
  const component = encodeURIComponent(value.toWellFormed())
  const strict = component.replaceAll(/[!'()*]/g, (match) => `%${match.charCodeAt(0).toString(16)}`)
  const urls = [component, strict, strict.replaceAll('%20', '+')].flatMap((url) => [
    url.replaceAll(/%../g, (match) => match.toUpperCase()),
    url.replaceAll(/%../g, (match) => match.toLowerCase()),
  ])
  const json = jsonForm(value)
  const ascii = json.replaceAll(
    /[^ -~]/g,
    (match) => `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [...urls, json, jsonForm(json), json.replaceAll('/', String.raw`\/`), ascii, htmlForm(value)]
}

/** Its bytes in hex, alone and as in addresses. */
function byteForms(value: string, whole: boolean): Needle[] {
  const hex = Buffer.from(value).toString('hex')
  const percent = hex.replaceAll(/../g, '%$&')
  return [hex, hex.toUpperCase(), percent, percent.toUpperCase()]
    .filter((text) => text.length >= minEncodedLength)
    .flatMap(piecesOf)
    .map((text) => ({ text, before: 0, after: 0, whole, encoded: !whole && !text.startsWith('%') }))
}

function jsonForm(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function htmlForm(value: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return value.replaceAll(/[&<>"']/g, (match) => names[match] ?? match)
}

/** The three ways in which the value's bytes can fall on base64's groups of three, in both alphabets. */
function base64Forms(value: string): Needle[] {
  const found: Needle[] = []
  const bytes = Buffer.from(value)
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const skipped = offset === 0 ? 0 : offset + 1
    const whole = Math.floor(((offset + bytes.length) * 8) / 6)
    const core = encoded.slice(skipped, whole)
    const after = (offset + bytes.length) % 3 === 0 ? 0 : 1
    for (const text of new Set([core, core.replaceAll('+', '-').replaceAll('/', '_')])) {
      const pieces = piecesOf(text)
      for (const [index, piece] of pieces.entries()) {
        if (piece.length < minEncodedLength) continue
        const isLast = index === pieces.length - 1
        found.push({
          text: piece,
          before: index === 0 ? Math.min(offset, 1) : 0,
          after: isLast ? after : 0,
          whole: false,
          encoded: value.length >= minFreeLength,
        })
      }
    }
  }
  return found
}

/** Pieces of bounded length, each long enough to be told from ordinary text. */
function piecesOf(text: string): string[] {
  if (text.length <= maxNeedleLength) return [text]
  const count = Math.ceil(text.length / maxNeedleLength)
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size))
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
