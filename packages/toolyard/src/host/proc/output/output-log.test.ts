import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutputLog } from './output-log.ts'

const limits = { whole: 20, head: 5, tail: 5 }

describe('OutputLog', () => {
  it('gives each part of the output once', async () => {
    const log = new OutputLog(limits)
    log.push(Buffer.from('one\n'))
    assert.equal(await log.take(), 'one\n')
    assert.equal(await log.take(), '')
    log.push(Buffer.from('two\n'))
    assert.deepEqual([log.unread, log.total, await log.take()], [4, 8, 'two\n'])
  })

  it('waits for the rest of a character', async () => {
    const log = new OutputLog(limits)
    const euro = Buffer.from('€')
    log.push(Buffer.concat([Buffer.from('a'), euro.subarray(0, 2)]))
    assert.equal(await log.take(), 'a')
    log.push(euro.subarray(2))
    assert.equal(await log.take(), '€')
    log.push(euro.subarray(0, 1))
    assert.equal(await log.take({ isLast: true }), '\ufffd')
  })

  it('says how much it does not have, and begins the rest with a whole character', async () => {
    const log = new OutputLog(limits)
    log.push(Buffer.from(`begin${'x'.repeat(20)}€end`))
    assert.equal(await log.take(), 'begin\n… 21 bytes left out …\nend')
    assert.equal(log.total, 31)
  })

  it('keeps by other limits from then on', async () => {
    const log = new OutputLog(limits)
    log.push(Buffer.from('abc'))
    assert.equal(await log.take({ limits: { whole: 4, head: 0, tail: 4 } }), 'abc')
    log.push(Buffer.from('defghi'))
    assert.equal(await log.take(), '… 2 bytes left out …\nfghi')
  })
})
