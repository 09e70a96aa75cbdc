import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { createSpool } from './spool.ts'

describe('a spool', () => {
  it('gives back what was put aside, in order', () => {
    const spool = createSpool()
    assert.deepEqual([spool.length, spool.read().toString()], [0, ''])
    spool.append(Buffer.from('one '))
    spool.append(Buffer.from('two'))
    assert.deepEqual([spool.length, spool.read().toString()], [7, 'one two'])
    spool.append(Buffer.alloc(300_000, 'x'))
    assert.equal(spool.read().length, 300_007)
    spool.close()
  })

  it('leaves no file, open or closed', () => {
    const files = (): string[] => readdirSync(tmpdir()).filter((name) => /^toolyard-[0-9a-f]{8}-/.test(name))
    const before = files()
    const spool = createSpool()
    spool.append(Buffer.from('hidden'))
    assert.deepEqual(files(), before)
    spool.close()
    spool.close()
    assert.deepEqual([files(), spool.length], [before, 0])
  })
})
