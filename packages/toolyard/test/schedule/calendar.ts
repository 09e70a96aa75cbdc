/** A Toolyard with a calendar, and calls to it as a test writes them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { textOf } from '../../src/define/index.ts'
import type { CalendarEvent } from '../../src/define/index.ts'
import { openCompany } from '../agents/company.ts'

export interface Calendar {
  readonly folder: string
  /** The text of the answer; fails if the call does. */
  readonly ask: (input: object, principal?: string) => Promise<string>
  /** The event that an `add` or `update` saved. */
  readonly save: (input: object, principal?: string) => Promise<CalendarEvent>
  readonly refusal: (
    input: object,
    principal?: string,
  ) => Promise<{ readonly code: string; readonly text: string }>
  readonly events: (principal?: string) => Promise<readonly CalendarEvent[]>
}

export async function openCalendar(test: TestContext): Promise<Calendar> {
  const { yard, folder } = await openCompany(test, {})
  const call = (input: object, principal = 'ann') =>
    yard.call('schedule', { tz: 'Europe/Berlin', ...input }, { principal })
  const well = async (input: object, principal?: string) => {
    const result = await call(input, principal)
    assert.equal(result.error, undefined, result.error?.message)
    return result
  }
  return {
    folder,
    ask: async (input, principal) => textOf(await well(input, principal)),
    save: async (input, principal) =>
      ((await well(input, principal)).data as { readonly event: CalendarEvent }).event,
    async refusal(input, principal) {
      const { error } = await call(input, principal)
      assert.ok(error, 'it was done')
      return { code: error.code, text: `${error.message} ${error.hint ?? ''}` }
    },
    events: async (principal = 'ann') => yard.store.calendar.list(principal),
  }
}

/** Without ids, which are random. */
export function plain(text: string): string {
  return text.replaceAll(/\[[0-9a-z]{8}\]|(?<=of )[0-9a-z]{8}\b/g, '[id]')
}
