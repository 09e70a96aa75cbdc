import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePath, readPath } from './json-path.ts'

const data = {
  items: [{ id: 1, tags: ['a', 'b'] }, { id: 2, tags: ['c'] }, { name: 'without an id' }],
  'odd key.x': { deep: [0, false, null] },
}

function read(path: string): unknown {
  const steps = parsePath(path)
  assert.ok(steps, path)
  return readPath(data, steps)
}

describe('a path into JSON', () => {
  it('leads through members, indices and quoted keys', () => {
    assert.deepEqual(read('items[0].id'), { value: 1 })
    assert.deepEqual(read('$.items[1]["id"]'), { value: 2 })
    assert.deepEqual(read('["odd key.x"].deep[1]'), { value: false })
    assert.deepEqual(read(`$['odd key.x']['deep'][2]`), { value: null })
    assert.deepEqual(read('items.0.id'), { value: 1 })
  })

  it('is the whole where it has no steps', () => {
    assert.deepEqual(read('$'), { value: data })
    assert.deepEqual(read(''), { value: data })
  })

  it('takes a member of each item that has it', () => {
    assert.deepEqual(read('items[*].id'), { value: [1, 2] })
    assert.deepEqual(read('items[*].tags[*]'), { value: ['a', 'b', 'c'] })
    assert.deepEqual(read('items[0].id[*]'), { value: [] })
  })

  it('says how far it led, and what is there', () => {
    assert.deepEqual(read('items[2].id'), { missing: 'items.2.id', known: 'It has name.' })
    assert.deepEqual(read('items[7]'), { missing: 'items.7', known: 'It is a list of 3.' })
    assert.deepEqual(read('items[0].id.x'), { missing: 'items.0.id.x', known: 'It is 1.' })
  })

  it('never reaches what an object inherits', () => {
    assert.deepEqual(read('constructor.name'), {
      missing: 'constructor',
      known: 'It has items, odd key.x.',
    })
  })

  for (const path of [
    'a..b',
    'a.',
    '.a',
    'a[',
    'a[x]',
    'a]b',
    '$a',
    '$$',
    'a[-1]',
    '["a]',
    `a${'.b'.repeat(600)}`,
  ])
    it(`is not ${JSON.stringify(path.slice(0, 20))}`, () => {
      assert.equal(parsePath(path), undefined)
    })

  it('is read in linear time', () => {
    assert.equal(parsePath(`${'a.'.repeat(499)}[`), undefined)
    assert.equal(parsePath(`${'[0]'.repeat(300)}!`), undefined)
  })
})
