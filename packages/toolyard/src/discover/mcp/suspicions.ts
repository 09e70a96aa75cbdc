/**
 * What people should look at twice before they accept a tool from outside.
 *
 * These are marks for a reader, not a defence: nothing is let in because none of them was found.
 *
 * @module
 */
import { visibleText } from '../../kernel/index.ts'
import type { Definition } from './definition.ts'

const signs: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/!\[[^\]]*\]\(|<img\b|<script\b/i, 'its description holds a picture or a script'],
  [
    /\b(?:before|after|when(?:ever)?|instead of|prior to)\b[^.\n]{0,80}\b(?:is called|calling|call|use|using|invok\w+|tool)\b/i,
    'its description speaks of other calls',
  ],
  [
    /<\/?(?:important|system|instructions?|secret)\b|\bignore\b[^.\n]{0,40}\b(?:previous|other|above|instructions?)\b|\bdo not (?:tell|mention|inform|show|reveal)\b|\bwithout (?:telling|asking|informing)\b/i,
    'its description gives orders',
  ],
  [
    /\.ssh\b|id_rsa|\/etc\/(?:passwd|shadow)|\.env\b|\bmcp\.json\b|\b(?:private|api|access) keys?\b|\bpasswords?\b|\bcredentials?\b/i,
    'its description speaks of secrets',
  ],
]

/** In a few words each; empty where nothing stands out. `raw` is what the server sent. */
export function suspicionsOf({ cut }: Definition, raw: unknown): readonly string[] {
  const seen: Seen = { spoken: '', hides: false, sentence: false }
  look(raw, '', seen)
  const found = signs.filter(([pattern]) => pattern.test(seen.spoken)).map(([, words]) => words)
  if (seen.hides) found.unshift('it hides characters')
  if (cut > 0) found.unshift('its description is very long')
  if (seen.sentence) found.push('a default of it is a sentence')
  return found
}

interface Seen {
  spoken: string
  hides: boolean
  sentence: boolean
}

/** Characters of the texts that are looked at: more than anybody is shown. */
const maxSpoken = 50_000

function look(value: unknown, key: string, seen: Seen): void {
  if (typeof value === 'string') {
    const text = value.includes('\r') ? value.replaceAll('\r\n', '\n') : value
    if (visibleText(text) !== text) seen.hides = true
    if ((key === 'description' || key === 'title') && seen.spoken.length < maxSpoken)
      seen.spoken += `${text.slice(0, maxSpoken)}\n`
    if (key === 'default' && text.trim().split(/\s+/).length >= 3) seen.sentence = true
  } else if (Array.isArray(value)) for (const item of value) look(item, '', seen)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      if (visibleText(name) !== name) seen.hides = true
      look(item, name, seen)
    }
}
