/**
 * If no person is at the terminal: says on standard error what waits for a person, and how to answer it from elsewhere.
 *
 * @module
 */
import type { Approver } from '../../pipeline/index.ts'
import { oneLine } from '../terminal/call-words.ts'
import { count } from '../terminal/layout.ts'
import { indent, type Terminal } from '../terminal/terminal.ts'
import { timeSpan } from '../terminal/times.ts'

/** Never answers itself. A call that does not wait is told of by its result. */
export function noticeApprover({ note, noteStyle }: Terminal, waits: boolean): Approver {
  return {
    ask({ id, tool, reason, expiresAt }) {
      if (waits) {
        note(
          `${noteStyle('yellow', 'waiting:')} ${oneLine(tool)} needs a person's approval (${oneLine(reason, 300)}), for ${left(expiresAt)} at the most`,
        )
        note(indent(`Look at it:  toolyard approvals show ${id}`))
        note(indent(`It says how to approve it. To say no:  toolyard approvals reject ${id}`))
      }
      return Promise.resolve({ decision: 'pending', by: 'nobody' })
    },
    question({ id, tool, text, choices, form, expiresAt }) {
      note(
        `${noteStyle('yellow', 'waiting:')} ${oneLine(tool)} asks a person, for ${left(expiresAt)} at the most: "${oneLine(text, 300)}"`,
      )
      if (form) {
        const { length } = Object.keys(form.properties)
        note(indent(`It is a form of ${count(length, 'field')}:  toolyard approvals show ${id}`))
        note(indent(`Answer it:  toolyard approvals answer ${id} --field NAME=VALUE …`))
        return Promise.resolve(undefined)
      }
      const among = choices ? `   (one of ${choices.map((choice) => oneLine(choice)).join(', ')})` : ''
      note(indent(`Answer it:  toolyard approvals answer ${id} TEXT${among}`))
      return Promise.resolve(undefined)
    },
  }
}

function left(expiresAt: number): string {
  return timeSpan(Math.max(0, expiresAt - Date.now()))
}
