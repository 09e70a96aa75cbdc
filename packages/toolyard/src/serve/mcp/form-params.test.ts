import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkForm, readForm } from '../../define/index.ts'
import { givenValues } from './form-params.ts'

const { form } = readForm({
  properties: { list: { type: 'array', items: { enum: ['a', 'b, or c', 'b'] } } },
})
const given = (list: unknown): Record<string, unknown> => givenValues(form, { list }, '2025-06-18')

describe('a list that is written with commas', () => {
  it('is read by its titles, those with commas too', () => {
    assert.deepEqual(given('b, or c, a,b'), { list: ['b, or c', 'a', 'b'] })
  })

  it('is read no further than it can be right', async () => {
    const { list } = given(','.repeat(1_000_000))
    assert.ok(Array.isArray(list) && list.length === 4)
    assert.match((await checkForm(form, { list })).problems?.[0]?.message ?? '', /must be a list/)
  })
})
