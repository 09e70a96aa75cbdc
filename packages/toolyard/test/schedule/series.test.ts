/** The tool `schedule`: series that are moved, and hours that happen twice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCalendar, plain } from './calendar.ts'

describe('schedule', { timeout: 120_000 }, () => {
  it('keeps removed and changed repetitions of a series that moves to another day', async (test) => {
    const { ask, save } = await openCalendar(test)
    const weekly = { title: 'Weekly', start: '2027-06-07T10:00', repeat: 'FREQ=WEEKLY;COUNT=4' }
    const { id } = await save({ action: 'add', ...weekly })
    await ask({ action: 'remove', id, occurrence: '2027-06-14' })
    await ask({ action: 'update', id, occurrence: '2027-06-21', start: '12:00' })
    await ask({ action: 'update', id, start: '2027-06-08T10:00' })
    const said = plain(await ask({ action: 'list', from: '2027-06-07', to: '2027-07-01' }))
    assert.deepEqual(
      said
        .split('\n')
        .slice(1)
        .map((line) => line.slice(0, 20)),
      ['Tue 2027-06-08 10:00', 'Mon 2027-06-21 12:00', 'Tue 2027-06-29 10:00'],
    )
  })

  it('tells a repetition from one that was moved onto it', async (test) => {
    const { ask, save } = await openCalendar(test)
    const { id } = await save({
      action: 'add',
      title: 'Daily',
      start: '2027-06-07T10:00',
      repeat: 'daily, 3 times',
    })
    await ask({ action: 'update', id, occurrence: '2027-06-08', start: '2027-06-09T10:00' })
    const changed = await save({ action: 'update', id, occurrence: '2027-06-09', title: 'Third' })
    assert.equal(changed.instead, '2027-06-09T10:00')
    const before = await save({ action: 'update', id, occurrence: '2027-06-08', title: 'Second' })
    assert.equal(before.instead, '2027-06-08T10:00')
  })

  it('makes no event shorter that ends in an hour that happens twice', async (test) => {
    const { save, ask } = await openCalendar(test)
    const long = await save({ action: 'add', title: 'x', start: '2027-10-31T01:30', duration: '2 hours' })
    assert.deepEqual([long.start, long.end], ['2027-10-31T01:30', '2027-10-31T03:30'])
    const said = await ask({ action: 'add', title: 'y', start: '2027-10-31T02:30', duration: '1 hour' })
    assert.match(said, /02:30–03:30 Europe\/Berlin/)
    assert.match(said, /Clocks go back meanwhile in Europe\/Berlin; took 03:30 as the end/)
    const second = await ask({ action: 'add', title: 'z', start: '2027-10-31T02:30+01:00' })
    assert.match(second, /02:30 happens twice that day in Europe\/Berlin; took the first/)
  })

  it('names the day that it took for one that a zone left out', async (test) => {
    const { ask } = await openCalendar(test)
    const said = await ask({ action: 'add', title: 'x', start: '2011-12-30T10:00', tz: 'Pacific/Apia' })
    assert.match(said, /does not exist on 2011-12-30 .* took 2011-12-31 10:00/)
  })
})
