/** What every `CalendarStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { CalendarStore } from '../calendar.ts'
import { calendarEvent, hostileTexts, idsOf, known, type Opens, readable } from './samples.ts'

export function describeCalendarStore(adapter: string, open: Opens<CalendarStore>, suite: Suite): void {
  suite.describe(`CalendarStore on ${adapter}`, () => {
    suite.it('gives back the events of a principal in the order in which they were made', async (test) => {
      const calendar = await open(test)
      const whole = calendarEvent('a', {
        repeat: 'FREQ=WEEKLY',
        except: ['2026-11-27T15:00'],
        also: ['2026-11-28T15:00', '2026-11-29T15:00'],
        place: 'Room 1',
        notes: 'Bring\nthe plan.',
        uid: 'a@example.com',
      })
      const changed = calendarEvent('c', { series: 'a', instead: '2026-11-27T15:00' })
      await calendar.change('ann', { save: [calendarEvent('b'), whole, changed] }, 5)
      await calendar.change('bob', { save: [calendarEvent('a', { title: "Bob's" })] }, 6)
      const times = { createdAt: 5, updatedAt: 5 }
      assert.deepEqual(
        (await calendar.list('ann')).map(known),
        [calendarEvent('b'), whole, changed].map((event) => ({ ...event, ...times })),
      )
      await calendar.change('ann', { save: [calendarEvent('b', { title: 'Moved' })] }, 7.5)
      const [first] = await calendar.list('ann')
      assert.deepEqual([first?.title, first?.createdAt, first?.updatedAt], ['Moved', 5, 7.5])
      assert.equal((await calendar.list('bob'))[0]?.title, "Bob's")
      assert.deepEqual(await idsOf(calendar.list('nobody')), [])
    })

    suite.it('replaces an event whole: what is not said any more is gone', async (test) => {
      const calendar = await open(test)
      await calendar.change('ann', { save: [calendarEvent('a', { repeat: 'FREQ=DAILY', place: 'x' })] }, 1)
      await calendar.change('ann', { save: [calendarEvent('a')] }, 2)
      assert.deepEqual((await calendar.list('ann')).map(known), [
        { ...calendarEvent('a'), createdAt: 1, updatedAt: 2 },
      ])
    })

    suite.it('removes and saves in one step, of one principal only', async (test) => {
      const calendar = await open(test)
      await calendar.change('ann', { save: ['1', '2', '3'].map((id) => calendarEvent(id)) }, 1)
      await calendar.change('bob', { save: [calendarEvent('1')] }, 1)
      await calendar.change('ann', { save: [calendarEvent('4')], remove: ['1', '3', 'none'] }, 2)
      await calendar.change('ann', {}, 3)
      assert.deepEqual(await idsOf(calendar.list('ann')), ['2', '4'])
      assert.deepEqual(await idsOf(calendar.list('bob')), ['1'])
    })

    suite.it('changes nothing if an event that was seen is not as it was', async (test) => {
      const calendar = await open(test)
      assert.equal(await calendar.change('ann', { save: [calendarEvent('a'), calendarEvent('b')] }, 1), true)
      const seen = await calendar.list('ann')
      const change = { save: [calendarEvent('a', { title: 'x' })], remove: ['b'], seen }
      assert.equal(await calendar.change('bob', change, 1), false)
      // At the same time by the clock.
      assert.equal(await calendar.change('ann', { save: [calendarEvent('a', { title: 'y' })] }, 1), true)
      assert.equal(await calendar.change('ann', change, 1), false)
      assert.deepEqual(
        (await calendar.list('ann')).map(({ title }) => title),
        ['y', calendarEvent('b').title],
      )
      const again = await calendar.list('ann')
      assert.equal(await calendar.change('ann', { ...change, seen: again }, 1), true)
      assert.equal(await calendar.change('ann', { ...change, seen: again }, 2), false)
      assert.deepEqual(await idsOf(calendar.list('ann')), ['a'])
      assert.deepEqual(await idsOf(calendar.list('bob')), [])
    })

    suite.it('takes thousands of events at once', async (test) => {
      const calendar = await open(test)
      const save = Array.from({ length: 2000 }, (_, index) => calendarEvent(`e${index}`))
      await calendar.change('ann', { save }, 1)
      assert.equal((await calendar.list('ann')).length, 2000)
    })

    suite.it('takes texts of every kind', async (test) => {
      const calendar = await open(test)
      for (const text of hostileTexts) {
        const event = calendarEvent(`e${text}`, {
          title: text,
          place: text,
          notes: text,
          uid: text,
          also: [text],
        })
        await calendar.change(`p${text}`, { save: [event] }, 1)
        const [found] = await calendar.list(`p${text}`)
        assert.equal(readable(found?.title), readable(text))
        assert.equal(readable(found?.notes), readable(text))
        assert.equal(readable(found?.also?.[0]), readable(text))
        await calendar.change(`p${text}`, { remove: [`e${text}`] }, 2)
        assert.deepEqual(await calendar.list(`p${text}`), [])
      }
    })
  })
}
