import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { didYouMean, nearest } from './near.ts'

const tools = ['read_file', 'write_file', 'list_dir', 'get_weather', 'grep']

describe('near names', () => {
  it('finds slips: a letter more, less, wrong or swapped', () => {
    for (const slip of ['read_fil', 'read_filee', 'read_fale', 'raed_file'])
      assert.equal(nearest(slip, tools)[0], 'read_file', slip)
  })

  it('takes case, "-", "_" and spaces for no difference', () => {
    for (const slip of ['ReadFile', 'read-file', 'READ FILE', 'readfile'])
      assert.equal(nearest(slip, tools)[0], 'read_file', slip)
  })

  it('finds a name that holds what was written, or is held by it', () => {
    assert.deepEqual(nearest('weather', tools), ['get_weather'])
    assert.deepEqual(nearest('grep_search', tools), ['grep'])
  })

  it('answers nothing where nothing is near', () => {
    assert.deepEqual(nearest('send_email', tools), [])
    assert.deepEqual(nearest('x', tools), [])
    assert.deepEqual(nearest('', ['', 'abc']), [])
    assert.deepEqual(nearest('inpt', ['n', 'input']), ['input'], 'one letter is in many words')
  })

  it('puts the nearest first, equal ones by name, and at most as many as asked', () => {
    assert.deepEqual(nearest('tool1', ['tool3', 'tool2', 'tool1', 'tool4']), ['tool1', 'tool2', 'tool3'])
    assert.deepEqual(nearest('tool1', ['tool2', 'tool1'], 1), ['tool1'])
  })

  it('stays quick for hostile lengths', () => {
    const started = performance.now()
    nearest(
      'a'.repeat(1_000_000),
      Array.from({ length: 200 }, (_, index) => `${'b'.repeat(5000)}${index}`),
    )
    assert.ok(performance.now() - started < 2000)
  })

  it('writes a question only where it has an answer', () => {
    assert.equal(didYouMean('raed_file', tools), ' Did you mean "read_file"?')
    assert.equal(didYouMean('file', tools), ' Did you mean "read_file" or "write_file"?')
    assert.equal(didYouMean('qqqqqq', tools), '')
  })
})
