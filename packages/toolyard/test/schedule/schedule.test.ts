/** The tool `schedule`: events and series, conflicts, free time, on the clock of a zone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCompany } from '../agents/company.ts'
import { openCalendar, plain } from './calendar.ts'

const march = { action: 'list', from: '2027-03-25', to: '2027-03-31' }

describe('schedule', () => {
  it('adds events with an end, a duration or neither, and lists them with local times and weekday', async (test) => {
    const { ask } = await openCalendar(test)
    await ask({ action: 'add', title: 'Review', start: '2027-03-26 9:00', end: '10:30', place: 'Room 1' })
    await ask({
      action: 'add',
      title: 'Call',
      start: '2027-03-26T15:00',
      duration: '45 minutes',
      tz: 'Asia/Tokyo',
    })
    await ask({ action: 'add', title: 'Lunch', start: '26 March 2027 12:00' })
    await ask({ action: 'add', title: 'Fair', start: '2027-03-27', end: '2027-03-29', notes: 'Bring\nshoes' })
    assert.equal(
      plain(await ask(march)),
      [
        'From Thu 2027-03-25 to Wed 2027-03-31 (Europe/Berlin):',
        'Fri 2027-03-26 07:00–07:45 (15:00 Asia/Tokyo) "Call" [id]',
        'Fri 2027-03-26 09:00–10:30 "Review" [id] at Room 1',
        'Fri 2027-03-26 12:00–13:00 "Lunch" [id]',
        'Sat 2027-03-27 – Mon 2027-03-29 all day "Fair" [id]',
        '    Bring shoes',
      ].join('\n'),
    )
    assert.match(await ask({ ...march, text: 'lunch' }), /Lunch/)
    assert.doesNotMatch(await ask({ ...march, text: 'lunch' }), /Review/)
    assert.match(await ask({ action: 'list' }), /^Nothing is planned/)
  })

  it('reads starts as the tool time does, and says what it assumed', async (test) => {
    const { ask, save } = await openCalendar(test)
    assert.match(await ask({ action: 'add', title: 'a', start: '03/04/2027 3pm' }), /month first: 2027-03-04/)
    assert.match(await ask({ action: 'add', title: 'b', start: '2027-03-28T02:30' }), /02:30 does not exist/)
    const { start, end } = await save({ action: 'add', title: 'c', start: '2027年3月5日下午三点到五点' })
    assert.deepEqual([start, end], ['2027-03-05T15:00', '2027-03-05T17:00'])
    assert.match(await ask({ action: 'add', title: 'd', start: '2020-01-01T10:00' }), /in the past/)
  })

  it('keeps the clock of a series over a change of clocks, and each day has one', async (test) => {
    const { ask } = await openCalendar(test)
    await ask({ action: 'add', title: 'Early', start: '2027-03-27T02:30', duration: '30m', repeat: 'daily' })
    assert.deepEqual(
      plain(await ask({ ...march, from: '2027-03-27', to: '2027-03-29' }))
        .split('\n')
        .slice(1),
      [
        'Sat 2027-03-27 02:30–03:00 "Early" [id] repeats FREQ=DAILY',
        'Sun 2027-03-28 03:30–04:00 "Early" [id] repeats FREQ=DAILY',
        'Mon 2027-03-29 02:30–03:00 "Early" [id] repeats FREQ=DAILY',
      ],
    )
    const abroad = await ask({ ...march, from: '2027-03-27', to: '2027-03-29', tz: 'UTC' })
    assert.match(
      abroad,
      /Sat 2027-03-27 01:30–02:00 .*\n.*Sun 2027-03-28 01:30–02:00 .*\n.*Mon 2027-03-29 00:30–01:00/,
    )
  })

  it('changes and removes one repetition, or the whole series', async (test) => {
    const { ask, save, events } = await openCalendar(test)
    const { id } = await save({
      action: 'add',
      title: 'Stand-up',
      start: '2027-03-22T09:30',
      end: '09:45',
      repeat: 'every weekday',
    })
    await ask({ action: 'update', id, occurrence: '2027-03-26', start: '11:00', title: 'Late one' })
    await ask({ action: 'remove', id, occurrence: '2027-03-29T09:30' })
    const lines = async () =>
      plain(await ask(march))
        .split('\n')
        .slice(1)
    assert.deepEqual(await lines(), [
      'Thu 2027-03-25 09:30–09:45 "Stand-up" [id] repeats FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'Fri 2027-03-26 11:00–11:15 "Late one" [id] changed repetition of [id]',
      'Tue 2027-03-30 09:30–09:45 "Stand-up" [id] repeats FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'Wed 2027-03-31 09:30–09:45 "Stand-up" [id] repeats FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ])
    await ask({ action: 'update', id, start: '10:00' })
    assert.deepEqual(
      (await lines()).map((line) => line.slice(0, 26)),
      [
        'Thu 2027-03-25 10:00–10:15',
        'Fri 2027-03-26 11:00–11:15',
        'Tue 2027-03-30 10:00–10:15',
        'Wed 2027-03-31 10:00–10:15',
      ],
    )
    // A repetition that was changed is found by the day that it had.
    await ask({ action: 'remove', id, occurrence: '2027-03-26' })
    assert.equal((await lines()).length, 3)
    await ask({ action: 'update', id, repeat: 'none' })
    assert.match(
      await ask({ ...march, from: '2027-03-22' }),
      /Mon 2027-03-22 10:00–10:15 "Stand-up" \[\w+\]$/,
    )
    assert.match(await ask({ action: 'remove', id }), /^Removed "Stand-up"/)
    assert.deepEqual(await events(), [])
  })

  it('moves an event and keeps its length, and its clock in another zone', async (test) => {
    const { save } = await openCalendar(test)
    const { id } = await save({
      action: 'add',
      title: 'x',
      start: '2027-03-26T09:00',
      duration: '90 minutes',
    })
    const moved = await save({ action: 'update', id, start: '2027-04-01T23:00', tz: 'Europe/Berlin' })
    assert.deepEqual([moved.start, moved.end], ['2027-04-01T23:00', '2027-04-02T00:30'])
    const longer = await save({ action: 'update', id, duration: '2 hours' })
    assert.equal(longer.end, '2027-04-02T01:00')
    const abroad = await save({ action: 'update', id, tz: 'Asia/Tokyo' })
    assert.deepEqual([abroad.start, abroad.zone], ['2027-04-01T23:00', 'Asia/Tokyo'])
  })

  it('tells conflicts, of repetitions too, and saves all the same', async (test) => {
    const { ask, save } = await openCalendar(test)
    const { id } = await save({
      action: 'add',
      title: 'Stand-up',
      start: '2027-03-22T09:30',
      end: '09:45',
      repeat: 'every weekday',
    })
    await ask({ action: 'add', title: 'Holiday', start: '2027-03-26' })
    const said = await ask({ action: 'add', title: 'Review', start: '2027-03-26T09:00', duration: '1 hour' })
    assert.match(
      plain(said),
      /Conflicts \(it was saved all the same\):\n- "Stand-up" \[id\] Fri 2027-03-26 09:30–09:45/,
    )
    assert.doesNotMatch(said, /Holiday/)
    assert.match(await ask({ ...march, text: 'Review' }), /Review/)
    // Three hours later in London is no conflict; the same instant is, whatever its clock says.
    assert.doesNotMatch(
      await ask({ action: 'add', title: 'n', start: '2027-03-25T09:30', tz: 'Europe/London' }),
      /Conflicts/,
    )
    assert.match(
      await ask({ action: 'add', title: 'y', start: '2027-03-25T08:30', tz: 'Europe/London' }),
      /Conflicts/,
    )
    const weekly = await ask({
      action: 'add',
      title: 'w',
      start: '2027-04-01T09:40',
      duration: '5m',
      repeat: 'weekly',
    })
    assert.match(weekly, /looked at until 2028-\d\d-\d\d:\n(- .*\n){5}- and \d+ more/)
    // What ends when the other begins is none, and an event is no conflict of itself.
    assert.doesNotMatch(
      await ask({ action: 'add', title: 'e', start: '2027-03-23T09:00', end: '09:30' }),
      /Conflicts/,
    )
    assert.doesNotMatch(
      await ask({ action: 'update', id, title: 'Renamed', occurrence: '2027-03-24' }),
      /Conflicts/,
    )
  })

  it('finds free time within working hours, in the week when clocks change', async (test) => {
    const { ask, refusal } = await openCalendar(test)
    await ask({ action: 'add', title: 'Night', start: '2027-03-27T23:00', end: '2027-03-28T06:00' })
    await ask({ action: 'add', title: 'Morning', start: '2027-03-26T08:00', end: '12:00' })
    await ask({ action: 'add', title: 'In New York', start: '2027-03-29T08:00', tz: 'America/New_York' })
    await ask({ action: 'add', title: 'Fair', start: '2027-03-26' })
    const free = async (input: object) =>
      (await ask({ action: 'free', from: '2027-03-26', to: '2027-03-29', ...input })).split('\n').slice(1)
    assert.deepEqual(await free({ duration: '2 hours' }), [
      'Fri 2027-03-26 12:00–17:00',
      'Mon 2027-03-29 09:00–14:00',
      'Mon 2027-03-29 15:00–17:00',
      'Whole days are not counted as busy: "Fair" Fri 2027-03-26 all day.',
    ])
    assert.deepEqual(
      await free({ duration: '3 hours', hours: 'daily 0-24', from: '2027-03-28', to: '2027-03-28' }),
      ['Sun 2027-03-28 06:00–Mon 2027-03-29 00:00'],
    )
    // That night has seven hours on the clock and six in truth.
    const night = { hours: 'sat 23-6', from: '2028-03-25', to: '2028-03-26' }
    assert.deepEqual(await free({ duration: '6 hours', ...night }), [
      'Sat 2028-03-25 23:00–Sun 2028-03-26 06:00',
    ])
    assert.deepEqual(await free({ duration: '7 hours', ...night }), [])
    assert.match(
      await ask({ action: 'free', from: '2027-03-26', to: '2027-03-26', duration: '6 hours' }),
      /^No free time of 6 hours/,
    )
    assert.equal((await refusal({ action: 'free', hours: 'always' })).code, 'invalid_arguments')
    assert.equal((await refusal({ action: 'free', duration: '9 weeks' })).code, 'invalid_arguments')
  })

  it('refuses what makes no sense with the next step', async (test) => {
    const { refusal, save } = await openCalendar(test)
    const { id } = await save({ action: 'add', title: 'Dentist', start: '2027-01-05T10:00' })
    const cases: readonly (readonly [object, string, RegExp])[] = [
      [{ action: 'add', title: 'x' }, 'invalid_arguments', /start: add needs it/],
      [{ action: 'add', start: '2027-01-01' }, 'invalid_arguments', /title: add needs it/],
      [{ action: 'add', title: '\u200b ', start: '2027-01-01' }, 'invalid_arguments', /title: is empty/],
      [{ action: 'add', title: 'x', start: 'soonish' }, 'invalid_arguments', /no time that can be read/],
      [
        { action: 'add', title: 'x', start: '2027-01-01T10:00', end: '2027-01-01T09:00' },
        'invalid_arguments',
        /not after the start/,
      ],
      [
        { action: 'add', title: 'x', start: '2027-01-01', end: '2030-01-01' },
        'invalid_arguments',
        /366 days/,
      ],
      [
        { action: 'add', title: 'x', start: '2027-01-01', tz: 'Nowhere' },
        'invalid_arguments',
        /no time zone/,
      ],
      [{ action: 'add', title: 'x'.repeat(201), start: '2027-01-01' }, 'invalid_arguments', /title/],
      [
        { action: 'add', title: 'x', start: '2027-01-01T10:00', duration: '99999999 years' },
        'invalid_arguments',
        /out of the calendar/,
      ],
      [{ action: 'add', title: 'x', start: '+275760-09-12' }, 'invalid_arguments', /calendar|1900/],
      [{ action: 'add', title: 'x', start: '0001-01-01' }, 'invalid_arguments', /1900 to 2200/],
      [{ action: 'list', from: '+275760-09-12' }, 'invalid_arguments', /calendar/],
      [{ action: 'free', duration: '99999999 years' }, 'invalid_arguments', /calendar|week/],
      [{ action: 'update', id }, 'invalid_arguments', /nothing to change/],
      [{ action: 'update', id: 'Dentist', title: 'x' }, 'not_found', new RegExp(`Did you mean ${id}`)],
      [{ action: 'remove', id: 'zzz' }, 'not_found', /Use list/],
      [{ action: 'remove', id, occurrence: '2027-01-05' }, 'invalid_arguments', /does not repeat/],
      [{ action: 'list', from: '2027-01-01', to: '2030-01-01' }, 'invalid_arguments', /2 years at most/],
      [{ action: 'list', from: '2027-01-02', to: '2026-01-01' }, 'invalid_arguments', /not after from/],
    ]
    for (const [input, code, reason] of cases) {
      const refused = await refusal(input)
      assert.equal(refused.code, code, JSON.stringify(input))
      assert.match(refused.text, reason)
    }
    const series = await save({ action: 'add', title: 'Series', start: '2027-02-01T10:00', repeat: 'weekly' })
    assert.match(
      (await refusal({ action: 'remove', id: series.id, occurrence: '2027-02-02' })).text,
      /does not happen at "2027-02-02" Its next repetition is Mon 2027-02-01 10:00/,
    )
  })

  it('asks before it changes something, and not before it looks', async (test) => {
    const { yard } = await openCompany(test, {}, { policy: { mode: 'default' } })
    const code = async (input: object) => (await yard.call('schedule', input)).error?.code
    assert.equal(await code({ action: 'list' }), undefined)
    assert.equal(await code({ action: 'free' }), undefined)
    assert.equal(await code({ action: 'export' }), 'not_found')
    assert.equal(await code({ action: 'export', path: 'a.ics' }), 'denied')
    assert.equal(await code({ action: 'add', title: 'x', start: '2027-01-01' }), 'denied')
    assert.equal(await code({ action: 'import', text: 'x' }), 'denied')
  })

  it('gives every principal a calendar of its own', async (test) => {
    const { ask, save, refusal, events } = await openCalendar(test)
    const { id } = await save({ action: 'add', title: 'Secret', start: '2027-03-26T09:00' })
    assert.match(await ask(march, 'bob'), /^Nothing is planned/)
    assert.equal((await refusal({ action: 'remove', id }, 'bob')).code, 'not_found')
    assert.doesNotMatch(
      await ask({ action: 'add', title: 'b', start: '2027-03-26T09:00' }, 'bob'),
      /Conflicts/,
    )
    assert.equal((await events('ann')).length, 1)
  })

  it('loses none of many changes that are made at once', async (test) => {
    const { ask, save, events } = await openCalendar(test)
    const { id } = await save({ action: 'add', title: 'Daily', start: '2027-03-01T09:00', repeat: 'daily' })
    const days = Array.from({ length: 10 }, (_, index) => `2027-03-${String(index + 10)}`)
    await Promise.all([
      ...days.map((occurrence) => ask({ action: 'remove', id, occurrence })),
      ...days.map((day) => ask({ action: 'add', title: day, start: day })),
    ])
    const all = await events()
    assert.equal(all.length, 11)
    assert.equal(all.find((event) => event.id === id)?.except?.length, 10)
  })

  it('is bounded: repetitions in a list, and texts', async (test) => {
    const { ask, refusal } = await openCalendar(test)
    await ask({ action: 'add', title: 'Daily', start: '2027-01-01T09:00', repeat: 'daily' })
    await ask({ action: 'add', title: 'Too', start: '2027-01-01T19:00', repeat: 'daily' })
    const said = await ask({ action: 'list', from: '2027-01-01', to: '2028-12-31' })
    assert.match(said, /many more\. Ask for a shorter range\.$/)
    assert.ok(said.split('\n').length < 210)
    assert.equal(
      (await refusal({ action: 'add', title: 'x', start: '2027-01-01', notes: 'n'.repeat(10_001) })).code,
      'invalid_arguments',
    )
  })
})
