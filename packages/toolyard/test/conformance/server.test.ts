/** The official conformance suite, run against the MCP handler. What is expected to fail is listed with its reason beside. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { startFixtureServer } from './fixture-server.ts'

const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const expected = JSON.parse(
  await readFile(join(import.meta.dirname, 'server-expected-failures.json'), 'utf8'),
) as Record<string, Record<string, string>>

const suites = {
  '2025-11-25': { flags: ['--suite', 'active'], leastPassed: 49 },
  '2026-07-28': { flags: ['--suite', 'all', '--spec-version', '2026-07-28'], leastPassed: 122 },
}

describe('the conformance suite for servers', () => {
  for (const [version, { flags, leastPassed }] of Object.entries(suites))
    it(`finds what a tool server of ${version} must do, and no other failures than those that are explained`, async () => {
      const failures = expected[version] ?? {}
      const folder = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
      await using server = await startFixtureServer()
      try {
        const list = join(folder, 'expected.yml')
        await writeFile(
          list,
          `server:\n${Object.keys(failures)
            .map((name) => `  - ${name}\n`)
            .join('')}`,
        )
        const { code, said } = await run([
          'server',
          '--url',
          server.url,
          ...flags,
          '--expected-failures',
          list,
        ])
        assert.equal(code, 0, said.slice(said.indexOf('SUMMARY')))
        for (const scenario of ['tools-list', 'tools-call-with-progress', 'dns-rebinding-protection'])
          assert.match(said, new RegExp(`✓ ${scenario}: [1-9]`), `${scenario} was run`)
        const passed = Number(/Total: (\d+) passed/.exec(said)?.[1])
        assert.ok(passed >= leastPassed, `${passed} checks passed`)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
})

async function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', resolve)
  })
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said: `${out}\n${problems}` }
}
