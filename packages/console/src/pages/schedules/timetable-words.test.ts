import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Schedule } from '../../api/types.ts'
import { en } from '../../i18n/en/index.ts'
import { formatsFor } from '../../i18n/formats.ts'
import { zh } from '../../i18n/zh/index.ts'
import { stateOf, whenWords } from './timetable-words.ts'

const languages = {
  en: { words: en.schedules, formats: formatsFor('en') },
  zh: { words: zh.schedules, formats: formatsFor('zh') },
}
const both = (pattern: Schedule['pattern'], schedule = ''): string[] =>
  Object.values(languages).map((language) => whenWords({ pattern, schedule }, language))

describe('when a schedule is due', () => {
  it('is said in the reader’s language', () => {
    assert.deepEqual(both({ kind: 'every', everyMs: 900_000 }), ['Every 15 minutes', '每 15分钟'])
    assert.deepEqual(both({ kind: 'every', everyMs: 3_600_000 }), ['Every hour', '每小时'])
    assert.deepEqual(both({ kind: 'hourly', minute: 5 }), ['Every hour at minute 5', '每小时的第 5 分钟'])
    assert.deepEqual(both({ kind: 'daily', time: '09:00' }), ['Every day at 09:00', '每天 09:00'])
    assert.deepEqual(both({ kind: 'weekly', time: '09:30', days: [1, 5], isRange: true }), [
      'Monday to Friday at 09:30',
      '每周一至周五 09:30',
    ])
    assert.deepEqual(both({ kind: 'weekly', time: '09:30', days: [0, 3], isRange: false }), [
      'Sunday and Wednesday at 09:30',
      '每周日和周三 09:30',
    ])
    assert.deepEqual(both({ kind: 'monthly', time: '00:00', day: 1 }), [
      'Day 1 of every month at 00:00',
      '每月 1 日 00:00',
    ])
  })

  it('is shown as it was written if there are no simple words, with hidden characters visible', () => {
    assert.deepEqual(both({ kind: 'other' }, '0 9 L * *'), ['0 9 L * *', '0 9 L * *'])
    assert.ok(!both({ kind: 'other' }, '0 \u202e9')[0]?.includes('\u202e'))
  })
})

describe('the status of a schedule', () => {
  it('is waiting before it is paused, and paused before it is finished', () => {
    assert.equal(stateOf({ isPaused: true, isWaiting: true, next: [] }), 'waiting')
    assert.equal(stateOf({ isPaused: true, isWaiting: false, next: [] }), 'paused')
    assert.equal(stateOf({ isPaused: false, isWaiting: false, next: [] }), 'over')
    assert.equal(stateOf({ isPaused: false, isWaiting: false, next: [1] }), 'active')
  })
})
