/** The tool `schedule`: series that are moved, and hours that happen twice. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import type { CalendarEvent } from '../../src/define/index.ts'
import { openCalendar, plain } from './calendar.ts'
import { openYard } from './shared-calendar.ts'

describe('schedule', () => {
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

  it('loses no repetition that two processes remove from one series at once', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-series-'))
    const yard = await openYard(folder)
    test.after(async () => {
      await yard.close()
      await rm(folder, { recursive: true, force: true })
    })
    const series = { title: 'Daily', start: '2027-06-01T10:00', repeat: 'daily, 20 times', tz: 'UTC' }
    const added = await yard.call('schedule', { action: 'add', ...series })
    const { id } = (added.data as { readonly event: CalendarEvent }).event
    const children = ['1', '2'].map((first) =>
      fork(join(import.meta.dirname, 'remove-days.ts'), [folder, id, first], {
        execArgv: ['--conditions=@toolyard/source'],
      }),
    )
    await Promise.all(children.map((child) => once(child, 'message')))
    const ends = children.map((child) => once(child, 'exit'))
    for (const child of children) child.send('go')
    assert.deepEqual(
      (await Promise.all(ends)).map(([code]) => code as unknown),
      [0, 0],
    )
    const range = { from: '2027-06-01', to: '2027-06-30', tz: 'UTC' }
    assert.match(textOf(await yard.call('schedule', { action: 'list', ...range })), /^Nothing is planned/)
  })
})
