import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { schemaCases } from './json-schema-cases.ts'
import { tryValues } from './json-schema-run.ts'

describe('a parameter with a JSON Schema', () => {
  for (const { what, draft, schema, good, bad } of schemaCases)
    it(`of ${draft}, ${what}: takes and refuses what it should`, async () => {
      const tries = [
        ...good.map((value) => ({ value, valid: true })),
        ...bad.map((value) => ({ value, valid: false })),
      ]
      for (const { value, valid, fits, why } of await tryValues(schema, draft, tries))
        assert.equal(fits, valid, `${JSON.stringify(value)?.slice(0, 100)}: ${why}`)
    })
})
