import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en } from '../../i18n/en/index.ts'
import { zh } from '../../i18n/zh/index.ts'
import { noteWords, ruleWords } from './note-words.ts'

describe('what the journal noted', () => {
  it('is said in the reader’s language', () => {
    for (const [note, english, chinese] of [
      ['waited for its turn', 'Waited for its turn.', '等待轮到此调用。'],
      [
        'asked for approval (post: a rule says ask)',
        'Asked for approval (post: a rule says ask).',
        '已请求审批（post: a rule says ask）。',
      ],
      ['http:ann said approve', 'ann approved it.', 'ann 已批准。'],
      ['http:ann said reject: not\ntoday', 'ann rejected it: not\ntoday', 'ann 已拒绝：not\ntoday'],
      [
        'kept 60000 bytes as res_1',
        'The full result (60000 bytes) is saved as res_1.',
        '完整结果（60000 字节）保存为 res_1。',
      ],
    ] as const) {
      assert.equal(noteWords(note, en.story.notes), english)
      assert.equal(noteWords(note, zh.story.notes), chinese)
    }
  })

  it('stays as it is if it is not known', () => {
    assert.equal(noteWords('a hook changed the text', zh.story.notes), 'a hook changed the text')
  })

  it('names the rules of the product, and leaves those of people', () => {
    assert.equal(ruleWords('mode read-only', en.story), 'mode read-only')
    assert.equal(ruleWords('mode default', zh.story), 'default 模式')
    assert.equal(ruleWords('application tool', zh.story), '本项目的工具')
    assert.equal(ruleWords('echo(text=secret*)', zh.story), 'echo(text=secret*)')
  })
})
