import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes } from '../../../toolyard/src/kernel/error.ts'
import { en } from '../i18n/en/index.ts'
import { zh } from '../i18n/zh/index.ts'
import { serverWords } from './server-words.ts'

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

  it('is said by its code, with the message itself, where it has no name', () => {
    const { text, hint } = serverWords({ code: 'timeout', message: 'took too long' }, zh.errors)
    assert.deepEqual([text, hint], ['工具运行超时。', '原始信息：took too long'])
    const odd = { code: 'constructor', message: 'odd', says: { key: 'toString', values: [] } }
    assert.equal(serverWords(odd, zh.errors).text, 'odd')
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
