/** How the events of `schedule` repeat: words and rules. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCalendar } from './calendar.ts'

describe('schedule: repeat', () => {
  const rules: Readonly<Record<string, readonly [rule: string, first: string]>> = {
    weekly: ['FREQ=WEEKLY', '2027-05-03T08:00'],
    'every other Tuesday': ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2027-05-04T08:00'],
    'every Monday, Wednesday and Friday': ['FREQ=WEEKLY;BYDAY=MO,WE,FR', '2027-05-03T08:00'],
    'monthly on the 31st': ['FREQ=MONTHLY;BYMONTHDAY=31', '2027-05-31T08:00'],
    'monthly on the last day': ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-05-31T08:00'],
    'last Friday of every month': ['FREQ=MONTHLY;BYDAY=-1FR', '2027-05-28T08:00'],
    'every 3 months': ['FREQ=MONTHLY;INTERVAL=3', '2027-05-03T08:00'],
    'weekly until 2027-06-01': ['FREQ=WEEKLY;UNTIL=20270601T215959Z', '2027-05-03T08:00'],
    'daily for 10 times': ['FREQ=DAILY;COUNT=10', '2027-05-03T08:00'],
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29': ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29T08:00'],
    每周一三五: ['FREQ=WEEKLY;BYDAY=MO,WE,FR', '2027-05-03T08:00'],
    每两周: ['FREQ=WEEKLY;INTERVAL=2', '2027-05-03T08:00'],
    每月最后一天: ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-05-31T08:00'],
  }

  it('reads how often something repeats, and begins with the first that the rule has', async (test) => {
    const { save } = await openCalendar(test)
    for (const [repeat, [rule, first]] of Object.entries(rules)) {
      const event = await save({ action: 'add', title: 'r', start: '2027-05-03T08:00', repeat })
      assert.deepEqual([event.repeat, event.start], [rule, first], repeat)
    }
  })

  it('says which months a day of the month leaves out', async (test) => {
    const { ask } = await openCalendar(test)
    const said = await ask({ action: 'add', title: 'Salary', start: '2027-01-31', repeat: 'monthly' })
    assert.match(said, /then 2027-03-31, 2027-05-31\nMonths without a day 31 are left out/)
  })

  it('refuses rules that are too fast, never happen, or can not be read', async (test) => {
    const { refusal, events } = await openCalendar(test)
    const wrong = {
      'FREQ=SECONDLY': /too often/,
      'FREQ=HOURLY;COUNT=3': /too often/,
      'FREQ=DAILY;BYHOUR=1,2,3': /BYHOUR is not supported/,
      'FREQ=DAILY;COUNT=99999999': /from 1 to 10000/,
      'FREQ=DAILY;INTERVAL=0': /from 1 to 1000/,
      'FREQ=DAILY;COUNT=2;UNTIL=20280101': /both/,
      'FREQ=DAILY;FREQ=WEEKLY': /twice/,
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30': /never happens/,
      'FREQ=WEEKLY;UNTIL=20200101': /never happens/,
      'FREQ=MONTHLY;RSCALE=CHINESE': /RSCALE is not known/,
      now_and_then: /can't be read/,
      hourly: /can't be read/,
    }
    for (const [repeat, reason] of Object.entries(wrong)) {
      const { code, text } = await refusal({ action: 'add', title: 'r', start: '2027-05-03T08:00', repeat })
      assert.equal(code, 'invalid_arguments', repeat)
      assert.match(text, reason)
    }
    assert.deepEqual(await events(), [])
  })
})
