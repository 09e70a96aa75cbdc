/** The tool `time`: words to times, zones, changes of clocks, the calendar. The clock stands at Monday, 16 November 2026, 11:00 in Berlin. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolyardError } from '../kernel/index.ts'
import { answerTime, type TimeQuestion } from './time-lib/answer-time.ts'

const wall = Date.parse('2026-11-16T10:00:00.750Z')

interface TimeData {
  readonly time: string
  readonly zone: string
  readonly week: string
  readonly weekday: string
  readonly end?: string
  readonly notes?: readonly string[]
}

function ask(question: TimeQuestion, at = wall): TimeData & { readonly text: string } {
  const { content, data } = answerTime({ tz: 'Europe/Berlin', ...question }, at)
  return { ...(data as TimeData), text: content[0]?.text ?? '' }
}

const parse = (time: string, over: Partial<TimeQuestion> = {}) => ask({ action: 'parse', time, ...over })
const refusal = (question: TimeQuestion): ToolyardError => {
  try {
    answerTime({ tz: 'Europe/Berlin', ...question }, wall)
  } catch (error) {
    return error as ToolyardError
  }
  throw new Error(`${question.time} was read`)
}

/** Words, and the time in Berlin that they mean. */
const words: Readonly<Record<string, string>> = {
  'next Friday 3pm': '2026-11-27T15:00+01:00',
  'Friday 3pm': '2026-11-20T15:00+01:00',
  'Monday 9am': '2026-11-23T09:00+01:00',
  'last Monday': '2026-11-09',
  'tomorrow at noon': '2026-11-17T12:00+01:00',
  tomorrow: '2026-11-17',
  'in 90 minutes': '2026-11-16T12:30+01:00',
  'in half an hour': '2026-11-16T11:30+01:00',
  '2 hours ago': '2026-11-16T09:00+01:00',
  'in 2 weeks': '2026-11-30',
  'last day of next month': '2026-12-31',
  'last day of February': '2027-02-28',
  'first Monday of next month 9am': '2026-12-07T09:00+01:00',
  'last Friday of the month 5pm': '2026-11-27T17:00+01:00',
  'end of the year': '2026-12-31',
  'the 31st': '2026-12-31',
  'Feb 29': '2028-02-29',
  'March 5th': '2027-03-05',
  'half past 3': '2026-11-17T03:30+01:00',
  '5.3.2026 15:00': '2026-03-05T15:00+01:00',
  '13/04/2026': '2026-04-13',
  '2026-W53-4': '2026-12-31',
  '2026-03-05T15:00+08:00': '2026-03-05T08:00+01:00',
  '20260305T150000Z': '2026-03-05T16:00+01:00',
  'Mon, 16 Nov 2026 10:00:00 +0000': '2026-11-16T10:00+00:00',
  明天下午三点: '2026-11-17T15:00+01:00',
  下周一上午九点半: '2026-11-23T09:30+01:00',
  下週五: '2026-11-27',
  本周五: '2026-11-20',
  周日: '2026-11-22',
  两个小时后: '2026-11-16T13:00+01:00',
  一个半小时后: '2026-11-16T12:30+01:00',
  半小时后: '2026-11-16T11:30+01:00',
  三天前: '2026-11-13',
  两周后: '2026-11-30',
  下个月最后一天: '2026-12-31',
  下个月第一个周一上午10点: '2026-12-07T10:00+01:00',
  十一月二十日下午三点: '2026-11-20T15:00+01:00',
  二〇二六年三月五日: '2026-03-05',
  今晚八点一刻: '2026-11-16T20:15+01:00',
  晚上12点: '2026-11-17T00:00+01:00',
  '31号': '2026-12-31',
  '2月29日': '2028-02-29',
  'morgen um 15 Uhr': '2026-11-17T15:00+01:00',
  'in zwei Stunden': '2026-11-16T13:00+01:00',
  '24. Dezember 2026 um 18 Uhr': '2026-12-24T18:00+01:00',
  'demain à 15h': '2026-11-17T15:00+01:00',
  'dans 2 heures': '2026-11-16T13:00+01:00',
  明日の午後3時: '2026-11-17T15:00+01:00',
  '2時間後': '2026-11-16T13:00+01:00',
}

describe('time: parse', () => {
  for (const [text, time] of Object.entries(words))
    it(`reads "${text}"`, () => {
      assert.equal(parse(text).time, time)
    })

  it('says what it assumed where words have two readings', () => {
    assert.match(parse('03/04/2026').text, /^2026-03-04 .*month first: 2026-03-04.*write 2026-04-03/s)
    assert.match(parse('3pm').text, /No day was named; took today, 2026-11-16/)
    assert.match(parse('3am').text, /No day was named; took tomorrow, 2026-11-17/)
    assert.match(parse('next Friday').text, /day in next week, 2026-11-27; the one before it is 2026-11-20/)
    assert.match(parse('三点').text, /03:00 in the morning/)
    assert.match(parse('tomorrow evening').text, /No time was named; took 20:00/)
    assert.match(parse('3pm CST').text, /US Central time; for China write Asia\/Shanghai/)
    assert.equal(parse('2026-04-05').notes, undefined)
  })

  it('says where clocks go forward or back', () => {
    const gap = parse('2026-03-29T02:30')
    assert.equal(gap.time, '2026-03-29T03:30+02:00')
    assert.match(gap.text, /02:30 does not exist on 2026-03-29 in Europe\/Berlin.*took 03:30/)
    const fold = parse('2026-10-25T02:30')
    assert.equal(fold.time, '2026-10-25T02:30+02:00')
    assert.match(fold.text, /happens twice.*took the first, \+02:00\. The second is \+01:00/)
    assert.match(
      ask({ action: 'parse', time: 'tomorrow 2:30am' }, Date.parse('2026-03-28T12:00Z')).text,
      /does not exist/,
    )
  })

  it('reads zones by name, city, abbreviation and offset, in the words and as tz', () => {
    assert.equal(parse('tomorrow 3pm Beijing time').time, '2026-11-17T15:00+08:00')
    assert.equal(parse('北京时间明天下午三点').time, '2026-11-17T15:00+08:00')
    assert.equal(parse('tomorrow 3pm in Tokyo').zone, 'Asia/Tokyo')
    assert.equal(parse('3pm PST').zone, 'America/Los_Angeles')
    assert.equal(parse('2026-06-01 09:00 America/New_York').time, '2026-06-01T09:00-04:00')
    for (const [tz, zone] of [
      ['北京', 'Asia/Shanghai'],
      ['new york', 'America/New_York'],
      ['asia/tokyo', 'Asia/Tokyo'],
      ['São Paulo', undefined],
      ['UTC+5:30', '+05:30'],
      ['-03:00', '-03:00'],
      ['GMT', 'UTC'],
    ] as const)
      if (zone !== undefined) assert.equal(ask({ action: 'now', tz }).zone, zone)
    const wrong = refusal({ action: 'now', tz: 'Mars/Olympus' })
    assert.equal(wrong.code, 'invalid_arguments')
    assert.match(wrong.hint ?? '', /Europe\/Berlin/)
  })

  it('reads a stretch of time with its end', () => {
    assert.equal(parse('tomorrow 3-5pm').end, '2026-11-17T17:00+01:00')
    assert.equal(parse('明天下午三点到五点').end, '2026-11-17T17:00+01:00')
    assert.equal(parse('tomorrow 11pm to 1am').end, '2026-11-18T01:00+01:00')
  })

  it('refuses what it does not understand whole, with the next step, and in no time', () => {
    const hostile = [
      'a'.repeat(200),
      '1 '.repeat(100),
      '最后'.repeat(100),
      '下'.repeat(200),
      '1/'.repeat(100),
      ' '.repeat(200),
    ]
    for (const time of ['next Friday 3pm foo', '25:00', 'February 30', '', '2026-13-01', ...hostile]) {
      const started = performance.now()
      assert.equal(refusal({ action: 'parse', time }).code, 'invalid_arguments', time)
      assert.ok(performance.now() - started < 2000, time)
    }
    assert.match(refusal({ action: 'parse', time: '2026-02-29' }).message, /2026-02 has 28 days/)
    assert.match(refusal({ action: 'parse' }).message, /time: needed for "parse"/)
    assert.equal(
      refusal({ action: 'parse', time: '2026-03-05T15:00+02:00[Asia/Shanghai]' }).code,
      'invalid_arguments',
    )
  })
})

describe('time: now, convert, add, difference, next', () => {
  it('tells the time of the clock that it is given, in whole seconds', () => {
    assert.equal(ask({ action: 'now' }).time, '2026-11-16T11:00+01:00')
    // The action that is taken if none is named: a time that was given is not passed over.
    assert.match(String(refusal({ action: 'now', time: 'next Friday' }).hint), /action: parse/)
    assert.match(String(refusal({ action: 'now', duration: '1 hour' }).hint), /action: add/)
    assert.match(refusal({ action: 'now', tz: 'Berln' }).message, /Did you mean "Europe\/Berlin"/)
    assert.match(refusal({ action: 'now', tz: 'New Yrok' }).message, /Did you mean "America\/New_York"/)
    assert.equal(ask({ action: 'now', to_tz: 'Tokyo' }).time, '2026-11-16T19:00+09:00')
    assert.equal(ask({ action: 'now' }, Date.parse('2027-01-01T12:00Z')).week, '2026-W53')
  })

  it('converts between zones, also where the day is another', () => {
    const said = ask({
      action: 'convert',
      time: '2026-03-30T22:00',
      tz: 'America/New_York',
      to_tz: 'Asia/Shanghai',
    })
    assert.equal(said.time, '2026-03-31T10:00+08:00')
    assert.match(said.text, /Tuesday.*= 2026-03-30T22:00-04:00 America\/New_York \(Monday\)/)
    assert.match(refusal({ action: 'convert', time: '3pm' }).message, /to_tz: needed/)
    assert.match(ask({ action: 'convert', time: '2026-03-30', to_tz: 'UTC' }).text, /start of the day/)
  })

  it('adds by the calendar: ends of months, leap days, changes of clocks, working days', () => {
    const add = (time: string, duration: string) => ask({ action: 'add', time, duration })
    assert.equal(add('2026-01-31', '1 month').time, '2026-02-28')
    assert.match(add('2026-01-31', '1 month').text, /no day 31 in that month; took its last day/)
    assert.equal(add('2024-02-29', '1 year').time, '2025-02-28')
    assert.equal(add('2026-03-28T12:00', '1 day').time, '2026-03-29T12:00+02:00')
    assert.equal(add('2026-03-28T12:00', '24 hours').time, '2026-03-29T13:00+02:00')
    assert.equal(add('2026-03-28T12:00', '-90 minutes').time, '2026-03-28T10:30+01:00')
    assert.equal(add('2026-11-20', '5 business days').time, '2026-11-27')
    assert.equal(add('2026-11-20', '1 business day').time, '2026-11-23')
    assert.equal(add('2026-11-16', '-1 business day').time, '2026-11-13')
    assert.equal(add('2026-11-16T09:00', '一个半小时').time, '2026-11-16T10:30+01:00')
    assert.equal(add('2026-11-16', 'P1Y2M3D').time, '2028-01-19')
    for (const duration of ['1.5 months', 'soon', '3', '1 fortnite', '9'.repeat(90) + ' days', ''])
      assert.equal(refusal({ action: 'add', duration }).code, 'invalid_arguments', duration)
  })

  it('measures between times of two zones and over a change of clocks', () => {
    const difference = (time: string, end: string) => ask({ action: 'difference', time, end }).text
    assert.equal(difference('2026-02-01', '2026-03-01'), '1 month (28 days)')
    assert.equal(difference('2026-03-01', '2026-02-28'), 'minus 1 day (-1 day)')
    assert.equal(difference('2026-03-28T12:00', '2026-03-29T12:00'), '1 day (1 day, 82800 seconds)')
    assert.match(difference('2026-03-05T15:00+08:00[Asia/Shanghai]', '2026-03-05T09:00'), /^1 hour /)
    assert.match(difference('9:00', '17:30'), /^8 hours, 30 minutes/)
    assert.equal(
      ask({ action: 'difference', time: '2026-02-01', to_tz: '2026-02-03' }).text,
      '2 days (2 days)',
    )
  })

  it('finds when something comes next', () => {
    const next = (time: string) => ask({ action: 'next', time }).time
    assert.equal(next('9am'), '2026-11-17T09:00+01:00')
    assert.equal(next('Monday'), '2026-11-16')
    assert.equal(next('Monday 8am'), '2026-11-23T08:00+01:00')
    assert.equal(next('2020-05-01'), '2027-05-01')
    assert.equal(next('2020-02-29'), '2028-02-29')
    assert.equal(next('12/25'), '2026-12-25')
  })
})
