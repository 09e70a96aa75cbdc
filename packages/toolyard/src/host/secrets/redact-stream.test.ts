/** Text in chunks, however it is cut: no part of a secret goes out, and no text takes more than linear time. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { createRedactor } from './redactor.ts'

const secret = 'correcthorsebattery'

function streamed(chunks: Iterable<string>): string {
  const stream = createRedactor([secret]).cleanStream()
  let told = ''
  for (const chunk of chunks) told += stream.push(chunk)
  return told + stream.flush()
}

describe('a registered value in chunks', () => {
  const encoded = Buffer.from(`xy${secret}`).toString('base64')
  const texts = {
    'a line break inside, and its first letter at the end of a word': `${encoded.slice(0, 8)}\n${encoded.slice(8)}`,
    'a written line break inside': `${secret.slice(0, 9)}\\n${secret.slice(9)}`,
    'a line that goes on after a backslash': `${secret.slice(0, 9)}\\\n${secret.slice(9)}`,
    'a numbered line inside': `${secret.slice(0, 9)}\n 12| ${secret.slice(9)}`,
  }
  for (const [name, text] of Object.entries(texts))
    it(`does not go out with ${name}, wherever it is cut`, () => {
      const whole = createRedactor([secret]).clean(`see ${text} end`)
      assert.match(whole, /\[redacted\] end$/)
      for (const size of [1, 2, 3, 4, 5, 7, 11]) {
        const cuts = `see ${text} end`.match(new RegExp(String.raw`[\s\S]{1,${size}}`, 'g')) ?? []
        const told = streamed(cuts)
        assert.match(told, /^see .{0,5}\[redacted\] end$/, `chunks of ${size}: ${told}`)
      }
    })

  it('does not go out because a control character comes after it', () => {
    const chunks = ['\r\nsee eHljb3JyZWN0a', 'G\u200b9yc2ViY', 'XR0', 'ZXJ5.', ' \u009b1mend']
    assert.match(streamed(chunks), /^\nsee .{0,3}\[redacted\]\. end$/)
  })

  it('does not go out because a return in it writes over its line', () => {
    const told = streamed(['key corr', 'ecthor\rsebattery', ' end \r', 'é: done\n'])
    assert.doesNotMatch(told, /corr|ecthor|sebatt|tery/)
  })
})

describe('a long line without an end', () => {
  const lines = {
    'one word and a letter of another script': `${'a'.repeat(1_000_000)} é`,
    'a name and its value': `${'a'.repeat(1_000_000)}=b é`,
    'a row of dashes': `${'-'.repeat(1_000_000)} x`,
    'a flag of many parts': ` --${'a-'.repeat(500_000)}é`,
  }
  for (const [name, line] of Object.entries(lines))
    it(`is looked at in linear time: ${name}`, () => {
      assert.equal(streamed([line]).length, line.length)
    })
})
