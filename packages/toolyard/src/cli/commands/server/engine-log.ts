/**
 * What the engine tells, on standard error: as lines of JSON, or as lines for people.
 *
 * @module
 */
import type { JobNote } from '../../../engine/index.ts'
import { cleanText, hintOf, messageOf } from '../../../kernel/index.ts'
import type { ToolBug } from '../../../pipeline/index.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export interface EngineLog {
  /** Something that people should know. */
  readonly notice: (line: string) => void
  readonly failed: (error: unknown) => void
  /** A fault inside a tool, with its stack. */
  readonly bug: (bug: ToolBug) => void
  readonly job: (note: JobNote) => void
}

export function engineLog({ note, noteStyle }: Terminal, isJson: boolean): EngineLog {
  const write = (level: 'info' | 'warn' | 'error', facts: object): void =>
    note(JSON.stringify({ time: new Date().toISOString(), level, ...facts }))
  const notice = (line: string): void => {
    const message = cleanText(line)
    if (isJson) write('warn', { message })
    else note(`${noteStyle('yellow', 'engine:')} ${message}`)
  }
  return {
    notice,
    failed: (error) => notice([messageOf(error), hintOf(error) ?? []].flat().join('. ')),
    bug({ tool, callId, stack }) {
      if (isJson)
        write('error', { message: 'a tool failed by a fault of its own', tool, call: callId, stack })
      else
        note(`${noteStyle('red', cleanText(tool))} failed (call ${cleanText(callId)}):\n${cleanText(stack)}`)
    },
    job({ id, queue, kind, attempt, end, ms, reason }) {
      const facts = { queue, kind, job: id, attempt, end, ms: Math.round(ms * 100) / 100 }
      const why = reason === undefined ? {} : { reason: cleanText(reason) }
      if (isJson) write(end === 'failed' ? 'error' : 'info', { ...facts, ...why })
      else if (end === 'failed') notice(`job ${id} of ${queue} failed: ${reason ?? ''}`)
    },
  }
}
