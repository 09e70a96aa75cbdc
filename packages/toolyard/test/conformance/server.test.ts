/** The official conformance suite, run against the MCP handler. What is expected to fail is listed with its reason beside. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startFixtureServer } from './fixture-server.ts'
import { isExplained, runSuite } from './run-suite.ts'

const expected = JSON.parse(
  await readFile(join(import.meta.dirname, 'server-expected-failures.json'), 'utf8'),
) as Record<string, Record<string, string>>

const leastPassed = { '2025-11-25': 70, '2026-07-28': 183 }

describe('the conformance suite for servers', () => {
  for (const [revision, least] of Object.entries(leastPassed))
    it(`finds what ${revision} requires, and no other failures than those that are explained`, async () => {
      const reasons = expected[revision] ?? {}
      await using server = await startFixtureServer()
      const { scenarios, passed, failures, said } = await runSuite('server', [
        '--url',
        server.url,
        '--requirements',
        revision,
      ])
      const unexplained = failures.filter((failure) => !isExplained(failure, reasons))
      assert.deepEqual(unexplained, [], said.slice(said.indexOf('SUMMARY')))
      const found = new Set(failures.flatMap(({ id, scenario }) => [id, scenario]))
      assert.deepEqual(
        Object.keys(reasons).filter((reason) => !found.has(reason)),
        [],
        'what does not fail needs no reason',
      )
      for (const scenario of ['tools-list', 'prompts-get-with-args', 'dns-rebinding-protection'])
        assert.ok(scenarios.includes(scenario), `${scenario} was run`)
      assert.ok(passed >= least, `${passed} checks passed`)
    })
})
