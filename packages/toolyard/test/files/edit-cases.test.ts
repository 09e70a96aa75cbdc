import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editCases } from '../suites/edit-cases.ts'
import { run } from '../suites/edit.suite.ts'

describe('edit_file', () => {
  it('does with each edit of the table what its title says', async () => {
    const titles = editCases.map(({ kind, title }) => `${kind} ${title}`)
    assert.equal(new Set(titles).size, titles.length)
    for (const { what, passed, of, note } of await run()) assert.equal(passed, of, `${what}: ${note}`)
  })
})
