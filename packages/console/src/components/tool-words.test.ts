import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { descriptionIn, titleIn } from './tool-words.ts'

const tool = {
  title: 'Weather',
  description: 'Tells the weather.',
  titles: { 'zh-CN': '查询天气' },
  descriptions: { zh: '查询天气。', 'pt-BR': 'O tempo.' },
}

describe('the words of a tool', () => {
  it('are those of the reader’s language, or of a near one', () => {
    assert.deepEqual([titleIn(tool, 'zh'), descriptionIn(tool, 'zh')], ['查询天气', '查询天气。'])
    assert.equal(descriptionIn(tool, 'pt'), 'O tempo.')
  })

  it('are those of everybody if there are no others', () => {
    assert.deepEqual([titleIn(tool, 'en'), descriptionIn(tool, 'en')], ['Weather', 'Tells the weather.'])
    assert.equal(titleIn({}, 'zh'), undefined)
  })
})
