/** Every style of OpenAPI with every kind of value. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inlineRows, inlineWire, pairRows, pairWire, type StyleRow } from './style-samples.test.ts'

const tell = ([style, explode, value]: StyleRow): string =>
  `${style}, explode ${explode}: ${JSON.stringify(value)}`

describe('a value in a path or a header', () => {
  for (const row of inlineRows)
    it(`is written as its style says: ${tell(row)}`, () => assert.equal(inlineWire(row), row[3]))
})

describe('a value in a query or a form', () => {
  for (const row of pairRows)
    it(`is written as its style says: ${tell(row)}`, () => assert.equal(pairWire(row), row[3]))
})
