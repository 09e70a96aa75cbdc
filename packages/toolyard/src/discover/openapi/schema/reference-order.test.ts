import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReferenceOrder } from './reference-order.ts'

const orderOf = (
  edges: Readonly<Record<string, readonly string[]>>,
): ReturnType<typeof createReferenceOrder> => createReferenceOrder((key) => edges[key] ?? [])

describe('the order of references', () => {
  it('has what is referred to first', () => {
    const order = orderOf({ a: ['b', 'c'], b: ['d'], c: ['d'] })
    assert.deepEqual(
      order('a').map(({ members }) => members),
      [['d'], ['b'], ['c'], ['a']],
    )
  })

  it('puts together what leads back to itself', () => {
    const order = orderOf({ a: ['b'], b: ['c', 'e'], c: ['d'], d: ['b'], e: ['e'] })
    assert.deepEqual(order('a'), [
      { members: ['e'], cyclic: true },
      { members: ['b', 'c', 'd'], cyclic: true },
      { members: ['a'], cyclic: false },
    ])
  })

  it('answers nothing twice', () => {
    const order = orderOf({ a: ['b'], c: ['b', 'a'] })
    order('a')
    assert.deepEqual(order('a'), [])
    assert.deepEqual(order('c'), [{ members: ['c'], cyclic: false }])
  })

  it('needs no stack for a long chain', () => {
    const order = createReferenceOrder((key) => (Number(key) < 200_000 ? [String(Number(key) + 1)] : []))
    assert.equal(order('0').length, 200_001)
  })
})
