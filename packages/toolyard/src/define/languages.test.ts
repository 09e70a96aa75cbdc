import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tool } from './decorators.ts'
import { defineTool, toolFromClass } from './index.ts'

const facts = {
  name: 'get_weather',
  title: 'Weather',
  description: 'Tells the weather.',
  execute: () => 1,
} as const
const words = { titles: { zh: '查询天气' }, descriptions: { zh: '查询某地的天气。', 'pt-BR': 'O tempo.' } }

describe('titles and descriptions by language', () => {
  it('are in the manifest, and no part of the fingerprint: a translation is no new version', () => {
    const { manifest } = defineTool({ ...facts, ...words })
    assert.deepEqual([manifest.titles, manifest.descriptions], [words.titles, words.descriptions])
    assert.equal(manifest.fingerprint, defineTool(facts).manifest.fingerprint)
    assert.throws(() => Object.assign(manifest.titles ?? {}, { zh: 'x' }), TypeError)
  })

  it('are read from classes, by static members and by the decorator', () => {
    class GetWeather {
      static readonly description = 'Tells the weather.'
      static readonly titles = words.titles
      execute(): number {
        return 1
      }
    }
    assert.deepEqual(toolFromClass(GetWeather).manifest.titles, words.titles)
    const Marked = tool({ name: 'x', description: 'X.', ...words })(
      class {
        execute(): number {
          return 1
        }
      },
    )
    assert.deepEqual(toolFromClass(Marked).manifest.descriptions, words.descriptions)
  })

  it('are refused where they are no texts by the code of a language', () => {
    const wrong = (titles: unknown) => () => defineTool({ ...facts, titles: titles as never })
    assert.throws(wrong('查询天气'), /titles must give a text for each language/)
    assert.throws(wrong(['查询天气']), /titles must give a text for each language/)
    assert.throws(wrong({ Chinese: '查询天气' }), /"Chinese", which is not the code of a language/)
    assert.throws(wrong({ zh: ' ' }), /titles says nothing in "zh"/)
    assert.throws(wrong({ zh: 5 }), /titles says nothing in "zh"/)
  })
})
