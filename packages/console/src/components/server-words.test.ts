import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes } from '../../../toolyard/src/kernel/error.ts'
import type { SayingKey } from '../../../toolyard/src/kernel/saying.ts'
import { en } from '../i18n/en/index.ts'
import { zh } from '../i18n/zh/index.ts'
import { problemWords, serverWords } from './server-words.ts'

describe('what the server says', () => {
  const says = { key: 'providerNotFound', values: ['opneai', 'openai'] }
  const error = { code: 'invalid_config', message: 'no provider "opneai"', hint: 'Providers: …', says }

  it('is said as it came to those who read its language', () => {
    assert.deepEqual(serverWords(error, en.errors), { text: error.message, hint: error.hint })
  })

  it('is said by name and values in another language', () => {
    assert.equal(serverWords(error, zh.errors).text, '没有名为 opneai 的提供商。你是不是想用 openai？')
    const none = { ...error, says: { ...says, values: ['x', ''] } }
    assert.equal(serverWords(none, zh.errors).text, '没有名为 x 的提供商。')
  })

  it('keeps the message itself beside it, and says each problem of arguments by its field', () => {
    const wrong = {
      code: 'invalid_arguments',
      message: 'the arguments of "mail" are not valid:\n- to: lacks',
      hint: 'It takes { to: string }.',
      says: { key: 'wrongArguments', values: ['mail'] },
      problems: [
        { path: ['to', 0], message: 'is required', says: { key: 'fieldRequired', values: [] } },
        { path: ['size'], message: 'must be …', says: { key: 'fieldType', values: ['integer or null'] } },
        { path: [], message: 'Name a city' },
      ],
    }
    const { text, original } = serverWords(wrong, zh.errors)
    assert.equal(text, 'mail 的参数有误：\n- to.0: 必填\n- size: 应为整数或null\n- Name a city')
    assert.equal(original, `${wrong.message}\n${wrong.hint}`)
    assert.equal(serverWords(wrong, en.errors).original, undefined)
    assert.equal(problemWords({ path: [], message: 'must be integer' }, en.errors), 'must be integer')
  })

  it('is said by its code, with the message itself, where it has no name', () => {
    const { text, hint } = serverWords({ code: 'timeout', message: 'took too long' }, zh.errors)
    assert.deepEqual([text, hint], ['工具运行超时。', '原始信息：took too long'])
    const own = { code: 'tool_failed', message: 'the ledger has no month' }
    assert.deepEqual(serverWords(own, zh.errors), { text: own.message, hint: undefined })
    const odd = { code: 'constructor', message: 'odd', says: { key: 'toString', values: [] } }
    assert.equal(serverWords(odd, zh.errors).text, 'odd')
  })

  it('has a sentence for every name, in both languages', () => {
    const english: Readonly<Record<SayingKey, unknown>> = en.errors.says
    const chinese: Readonly<Record<SayingKey, (...values: string[]) => string>> = zh.errors.says
    assert.deepEqual(Object.keys(chinese).toSorted(), Object.keys(english).toSorted())
    for (const [key, sentence] of Object.entries(chinese)) {
      const text = sentence('A', 'B', 'C')
      assert.match(text, /\p{sc=Han}/v, key)
      assert.doesNotMatch(text, /undefined|[，。：]{2}/, key)
    }
  })

  it('has words for every code that a request can end with', () => {
    const thrownAtStart = new Set(['store_corrupt', 'store_newer'])
    const known = Object.keys(zh.errors.codes)
    assert.deepEqual(
      errorCodes.filter((code) => !known.includes(code) && !thrownAtStart.has(code)),
      [],
    )
  })
})
