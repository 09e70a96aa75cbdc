import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReadableText } from './readable-text.ts'

function readableText(text: string): string {
  const readable = new ReadableText()
  return readable.push(text) + readable.flush()
}

describe('readableText', () => {
  it('leaves text alone, with its colours, its progress bars and its letters', () => {
    const texts = [
      '',
      'plain\n',
      '\u001b[31mred\u001b[0m\r50%\r100%\n',
      'Grüße, 世界 👋🏽\n',
      'a\u0007b\u0008c',
    ]
    for (const text of texts) assert.equal(readableText(text), text)
    const colourful = '\u001b[1m\u001b[32mok\u001b[0m\n'.repeat(1000)
    assert.equal(readableText(colourful), colourful)
  })

  it('takes NULs out', () => {
    assert.equal(readableText('a\0b\0\0c'), 'abc')
    assert.equal(readableText('h\0i\0\n\0'), 'hi\n')
    assert.equal(readableText('\0'.repeat(100_000)), '')
  })

  it('passes on the readable parts of binary data', () => {
    const header = Buffer.from([
      0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 3, 0, 0x3e, 0, 1, 0, 0x80, 0xff, 5, 6, 7, 8, 1, 2, 3, 4,
    ])
    const shown = readableText(`${header.toString('utf8')}libc.so.6`)
    assert.equal(shown, '·ELF·>·libc.so.6')
  })

  it('sees binary data also after a beginning of text', () => {
    const shown = readableText(`#!/bin/sh\n${'echo\n'.repeat(2000)}${'\u0001\ufffd\u0002x'.repeat(3000)}`)
    assert.match(shown, /^#!\/bin\/sh\necho\n/)
    assert.doesNotMatch(shown, /\ufffd/)
  })

  it('shows little of much binary data, and says how much there is', () => {
    const readable = new ReadableText()
    const binary = '\u0001\ufffdx\u0002'.repeat(16_384)
    assert.equal(readable.push(binary).replaceAll(/[·x]/g, ''), '')
    assert.equal(readable.push(binary), '')
    assert.equal(readable.push('done\n'), '\n… 114,688 characters of binary output left out …\ndone\n')
    assert.equal(readable.flush(), '')
  })
})
