/**
 * Words for calls and for what people are asked about them, wherever a command speaks of one: its status in colour, its
 * arguments in one line, who called.
 *
 * @module
 */
import { toolStatuses } from '../../define/index.ts'
import { isPlainObject, visibleText } from '../../kernel/index.ts'
import type { CallRecord, InboxItem } from '../../store/index.ts'
import { cut } from './layout.ts'
import type { Terminal, TextStyle } from './terminal.ts'

const styles: Readonly<Record<CallRecord['status'] | InboxItem['status'], TextStyle>> = {
  ok: 'green',
  approved: 'green',
  answered: 'green',
  used: 'green',
  running: 'cyan',
  pending: 'yellow',
  denied: 'yellow',
  held: 'yellow',
  rejected: 'yellow',
  skipped: 'dim',
  cancelled: 'dim',
  expired: 'dim',
  error: 'red',
  timeout: 'red',
  unknown: 'red',
}

export const callStatuses: readonly CallRecord['status'][] = [...toolStatuses, 'running']

export function statusText(status: keyof typeof styles, style: Terminal['style']): string {
  return style(styles[status] ?? 'bold', status)
}

/** Anything from outside in one line of at most so many columns. */
export function oneLine(text: string, most = 60): string {
  return cut(visibleText(text.slice(0, most * 8)).replaceAll(/\s+/g, ' '), most)
}

/** `city=Rome days=3`: as `toolyard call` takes them, if that is short. Why the model calls comes last. */
export function argumentsLine(input: unknown, most: number): string {
  if (!isPlainObject(input)) return oneLine(input === undefined ? '' : jsonWord(input), most)
  const words: string[] = []
  let length = 0
  const { explanation, ...rest } = input
  const all = Object.entries(explanation === undefined ? rest : { ...rest, explanation })
  for (const [name, value] of all) {
    if (length > most) break
    words.push(`${name}=${typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : jsonWord(value)}`)
    length += words.at(-1)?.length ?? 0
  }
  return oneLine(words.join(' '), most)
}

/** The caller in words: `terminal, agent helper, thread t1`. */
export function callerText({
  principal,
  agent,
  threadId,
}: Pick<CallRecord, 'principal' | 'agent' | 'threadId'>): string {
  return [
    oneLine(principal),
    ...(agent === undefined ? [] : [`agent ${oneLine(agent)}`]),
    ...(threadId === undefined ? [] : [`thread ${oneLine(threadId)}`]),
  ].join(', ')
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function jsonWord(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
