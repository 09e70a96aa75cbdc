import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { ToolyardError } from '../../kernel/index.ts'
import { randomOf } from '../conformance/random.ts'
import {
  checkTimetable,
  describeTimetable,
  dueSlots,
  isScheduleId,
  leastBetweenMs,
  nextSlots,
  readTimetable,
  slotId,
  type Timetable,
} from './index.ts'

const now = Date.parse('2026-11-16T20:00:30Z')
const corpus = new URL('../../../test/corpora/cron.json', import.meta.url)

function read(text: string, zone = 'UTC', anchor = now): Timetable {
  return readTimetable(text, { zone, anchor })
}

function accept(text: string, leastMs: number = leastBetweenMs.agent, zone = 'UTC'): number {
  return checkTimetable(read(text, zone), { now, leastMs })
}

/** The next slots as a clock in the zone shows them. */
function shown(text: string, zone: string, [from, count = 3]: readonly [string, number?]): string[] {
  return nextSlots(read(text, zone), Date.parse(from), count).map((slot) =>
    new Date(slot).toISOString().slice(0, 16),
  )
}

function refusal(run: () => unknown): ToolyardError {
  try {
    run()
  } catch (error) {
    return error as ToolyardError
  }
  throw new Error('it was accepted')
}

describe('a timetable', () => {
  const { entries } = JSON.parse(readFileSync(corpus, 'utf8')) as {
    entries: { id: string; schedule?: string; expect: string; reason: string }[]
  }
  const texts = entries.filter(({ schedule }) => schedule !== undefined)

  it('knows every schedule of the corpus', () => assert.equal(texts.length, 15))

  for (const { id, schedule = '', expect, reason } of texts)
    it(`${expect === 'allow' ? 'takes' : 'refuses'} ${id}: ${reason}`, () => {
      if (expect === 'allow') assert.ok(accept(schedule) > now)
      else {
        const { code, message, hint } = refusal(() => accept(schedule))
        assert.equal(code, 'invalid_arguments')
        assert.ok(message.length < 400 && !message.includes('\n') && /\w/.test(hint ?? ''), message)
      }
    })

  it('says what is wrong', () => {
    const said: readonly (readonly [string, RegExp])[] = [
      ['0 0 30 2 *', /never comes due/],
      ['0 0 31 4,6 *', /never comes due/],
      ['* 24 * * *', /the hour is from 0 to 23, not 24/],
      ['* * * 13 *', /the month is from 1 to 12, not 13/],
      ['*/0 * * * *', /a step of 0/],
      ['* * * *', /has 4 fields/],
      ['*/30 * * * * *', /more often than every 60 seconds/],
      ['0,59 0 0 1 1 *', /more often than every 60 seconds/],
      ['*\n* * * * *', /more often than every 60 seconds/],
      ['*\u00a0* * * * *', /more often than every 60 seconds/],
      ['*\v*\u2003*\r\n* * *', /more often than every 60 seconds/],
      ['30s', /more often than every 60 seconds/],
      ['every 0s', /whole number of seconds/],
      ['0.5s', /no interval: that is a whole number and a unit/],
      ['99999999999999d', /no interval/],
      ['every 5 moons', /no interval/],
      ['every 500 days', /longer than a year/],
      ['2020-01-01', /is in the past/],
      ['2027-02-30T09:00', /no time that exists/],
      ['2030-01-31T09:00+01:00[Asia/Tokyo]', /no time that exists/],
      ['2201-01-01T00:00Z', /after the year 2200/],
      ['@reboot', /there is no "@reboot"/],
      ['tomorrow at nine', /can't be read/],
      ['TZ=UTC * * * * *', /time zone does not belong/],
    ]
    for (const [text, words] of said) assert.match(refusal(() => accept(text)).message, words, text)
    const { message } = refusal(() => read('15m', 'Europe/Berln'))
    assert.match(message, /no time zone "Europe\/Berln"\. Did you mean "Europe\/Berlin"\?/)
    assert.match(refusal(() => read('15m', '../../etc/passwd')).message, /^tz: there is no time zone/)
  })

  it('reads intervals in every form, counted from their anchor', () => {
    for (const text of ['15m', 'every 15m', 'Every 15 minutes', '900s', '@every 15m', ' every  15 min '])
      assert.equal(accept(text) - now, 900_000, text)
    assert.equal(accept('1h30m') - now, 5_400_000)
    assert.equal(accept('1s', leastBetweenMs.configuration) - now, 1000)
    const table = read('15m')
    assert.deepEqual(nextSlots(table, now + 900_000, 2), [now + 1_800_000, now + 2_700_000])
    assert.equal(table.previous(now + 900_000), undefined)
    assert.equal(table.previous(now + 900_001), now + 900_000)
  })

  it('reads a time in its zone, once', () => {
    assert.deepEqual(shown('2030-01-31T09:00', 'Asia/Shanghai', ['2026-01-01']), ['2030-01-31T01:00'])
    assert.deepEqual(shown('2030-01-31T09:00:00+02:00', 'Asia/Shanghai', ['2026-01-01']), [
      '2030-01-31T07:00',
    ])
    assert.deepEqual(shown('2030-01-31', 'Europe/Berlin', ['2026-01-01']), ['2030-01-30T23:00'])
    assert.deepEqual(shown('2030-01-31T09:00[Asia/Tokyo]', 'UTC', ['2026-01-01']), ['2030-01-31T00:00'])
    assert.deepEqual(shown('2200-12-31T23:59', 'UTC', ['2026-01-01']), ['2200-12-31T23:59'])
  })

  it('is right where clocks change', () => {
    // Spring in Berlin: 02:30 does not exist on the 29th.
    assert.deepEqual(shown('30 2 * * *', 'Europe/Berlin', ['2026-03-27T12:00:00Z']), [
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
    // Autumn in New York: 01:30 exists twice on the first.
    assert.deepEqual(shown('30 1 * * *', 'America/New_York', ['2026-10-31T00:00:00Z']), [
      '2026-10-31T05:30',
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
    // The south: clocks go forward in October.
    assert.deepEqual(shown('30 2 * * *', 'Australia/Sydney', ['2026-10-02T18:00:00Z']), [
      '2026-10-03T16:00',
      '2026-10-04T15:30',
      '2026-10-05T15:30',
    ])
    // Half an hour.
    assert.deepEqual(shown('15 2 * * *', 'Australia/Lord_Howe', ['2026-10-02T12:00:00Z']), [
      '2026-10-02T15:45',
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ])
    assert.deepEqual(shown('*/30 * * * *', 'Australia/Lord_Howe', ['2026-04-04T14:15:00Z', 4]), [
      '2026-04-04T14:30',
      '2026-04-04T15:00',
      '2026-04-04T15:30',
      '2026-04-04T16:00',
    ])
  })

  it('knows leap days', () => {
    assert.deepEqual(shown('0 0 29 2 *', 'UTC', ['2026-01-01', 2]), ['2028-02-29T00:00', '2032-02-29T00:00'])
    assert.deepEqual(shown('0 0 29 2 *', 'UTC', ['2096-03-01', 1]), ['2104-02-29T00:00'])
    assert.deepEqual(shown('0 0 L 2 *', 'UTC', ['2027-01-01', 2]), ['2027-02-28T00:00', '2028-02-29T00:00'])
  })

  it('goes strictly forward, to times that fit its fields, and back the same way', () => {
    const random = randomOf(7)
    const zones = ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata']
    for (let round = 0; round < 150; round++) {
      const [minute, hour, weekday] = [random.below(60), random.below(24), random.below(7)]
      const isDaily = random.chance(0.5)
      const zone = random.of(zones)
      const table = read(isDaily ? `${minute} ${hour} * * ${weekday}` : `${minute} * * * ${weekday}`, zone)
      let slot = now + random.below(365) * 86_400_000
      for (let step = 0; step < 5; step++) {
        const next = table.next(slot)
        assert.ok(next !== undefined && next > slot)
        if (step > 0) assert.equal(table.previous(next), slot, `${table.text} ${zone}`)
        slot = next
        const clock = Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO(zone)
        assert.equal(clock.dayOfWeek % 7, weekday)
        const isAtChange = clock.hoursInDay !== 24
        assert.ok(isAtChange || (clock.minute === minute && (!isDaily || clock.hour === hour)))
      }
    }
  })

  it('is told in words', () => {
    const words = (text: string, zone = 'Europe/Berlin'): string => describeTimetable(read(text, zone))
    assert.equal(words('15m'), 'every 15 minutes')
    assert.equal(words('3600s'), 'every hour')
    assert.equal(words('*/5 * * * *'), 'every 5 minutes')
    assert.equal(words('0 9 * * 1'), 'at 09:00 on Mondays, Europe/Berlin')
    assert.equal(words('30 9 * * mon-fri'), 'at 09:30 on Monday to Friday, Europe/Berlin')
    assert.equal(words('@daily'), 'at 00:00 every day, Europe/Berlin')
    assert.equal(words('0 9 1 * *'), 'at 09:00 on day 1 of every month, Europe/Berlin')
    assert.equal(words('0 9 L * *'), '0 9 L * *, Europe/Berlin')
    assert.equal(words('2030-01-31T09:00'), 'once at 2030-01-31 09:00, Europe/Berlin')
  })
})

describe('slots that came due while no process worked', () => {
  const from = Date.parse('2026-11-16T10:00:00Z')
  const due = (text: string, misfire: 'skip' | 'once' | 'all', lateMs: number) => {
    const { next, missed, isMore } = dueSlots(read(text), { from, now: from + lateMs, misfire })
    return [next === undefined ? undefined : (next - from) / 60_000, missed, isMore]
  }

  it('run if they are only late', () => {
    for (const misfire of ['skip', 'once', 'all'] as const)
      assert.deepEqual(due('*/10 * * * *', misfire, 59_000), [0, 0, false])
  })

  it('are left out, collapse into the newest, or run each, within bounds', () => {
    const lateMs = 35 * 60_000
    assert.deepEqual(due('*/10 * * * *', 'skip', lateMs), [40, 4, false])
    assert.deepEqual(due('*/10 * * * *', 'once', lateMs), [30, 3, false])
    assert.deepEqual(due('*/10 * * * *', 'all', lateMs), [0, 0, false])
    assert.deepEqual(due('* * * * *', 'all', 200 * 60_000), [101, 101, false])
    assert.deepEqual(due('* * * * * *', 'skip', 86_400_000), [1439, 1000, true])
  })

  it('are not made up for right before the next one', () => {
    assert.deepEqual(due('*/10 * * * *', 'once', 40 * 60_000 - 1500), [40, 4, false])
  })
})

describe('the id of a slot', () => {
  it('is the same for the same second, and has no colon', () => {
    const id = slotId({ scheduleId: 'sch_1', at: 1_800_000_000_400 })
    assert.equal(id, slotId({ scheduleId: 'sch_1', at: 1_800_000_000_000 }))
    assert.ok(!id.includes(':'))
    assert.deepEqual([isScheduleId('sch_1'), isScheduleId('a:b'), isScheduleId('a-b')], [true, false, false])
  })
})
