import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lazy } from './lazy.ts'

describe('lazy', () => {
  it('loads on the first call and never again, also where the value is undefined', () => {
    let loads = 0
    const load = lazy(() => {
      loads++
    })
    assert.equal(loads, 0)
    assert.equal(load(), undefined)
    assert.equal(load(), undefined)
    assert.equal(loads, 1)
  })

  it('tries again after a load that threw', () => {
    let loads = 0
    const load = lazy(() => {
      if (++loads === 1) throw new Error('not yet')
      return 'ready'
    })
    assert.throws(load, /not yet/)
    assert.equal(load(), 'ready')
  })

  it('hands out a require that finds packages', () => {
    const path = lazy((require) => require('node:path') as { sep: string })
    assert.equal(typeof path().sep, 'string')
  })
})
