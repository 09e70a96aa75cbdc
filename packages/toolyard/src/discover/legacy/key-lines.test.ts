import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findKeyLines } from './key-lines.ts'

describe('the line of a key', () => {
  const lineOf = findKeyLines(`# a remark
name = "x"
tags = [
  "a", # with a remark ]
  "b",
]
description = """
name = not this one
[headers]
"""

[headers]
Accept = '[no table]'
"X-Key" = "1"

[parameters_schema.properties]
city = { type = "string", default = "Rome" }
deep.inner = 1

[[examples]]
title = "one"
[[examples]]
title = "two"
`)

  it('is that of its statement', () => {
    assert.equal(lineOf(['name']), 2)
    assert.equal(lineOf(['tags']), 3)
    assert.equal(lineOf(['description']), 7)
    assert.equal(lineOf(['headers']), 12)
    assert.equal(lineOf(['headers', 'Accept']), 13)
    assert.equal(lineOf(['headers', 'X-Key']), 14)
    assert.equal(lineOf(['parameters_schema']), 16)
    assert.equal(lineOf(['parameters_schema', 'properties', 'city']), 17)
    assert.equal(lineOf(['parameters_schema', 'properties', 'deep', 'inner']), 18)
  })

  it('is that of the nearest table where the key is inside a value, or missing', () => {
    assert.equal(lineOf(['parameters_schema', 'properties', 'city', 'type']), 17)
    assert.equal(lineOf(['headers', 'Host']), 12)
  })

  it('is that of the first of several tables of a list', () => {
    assert.equal(lineOf(['examples', 'title']), 21)
  })

  it('is unknown at the top of a file that has no such key', () => {
    assert.equal(lineOf(['enabled']), undefined)
  })

  it('counts Windows line breaks once, and looks past a byte order mark', () => {
    assert.equal(findKeyLines('\uFEFFa = 1\r\n\r\nb = 2\r\n')(['b']), 3)
  })

  it('is found at once in a file of the largest size', () => {
    const text = `${'key = "value"\n'.repeat(60_000).replaceAll(/key/g, () => `k${(count += 1)}`)}last = 1\n`
    assert.equal(findKeyLines(text)(['last']), 60_001)
  })
})

let count = 0
