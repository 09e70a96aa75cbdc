/** The protocol's own suite, against a yard: both eras, without exception but for those that the file beside names. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

const suite = resolve(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const driver = resolve(import.meta.dirname, 'conformance/driver.ts')
const expected = resolve(import.meta.dirname, 'conformance/expected-failures.yaml')
/** For all scenarios together, which run at the same time. */
const patienceMs = 240_000

async function run(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  const command = `"${process.execPath}" --conditions=@toolyard/source "${driver}"`
  const all = [
    suite,
    'client',
    '--command',
    command,
    '--timeout',
    String(patienceMs),
    '--expected-failures',
    expected,
    ...args,
  ]
  try {
    return await new Promise((done) => {
      execFile(
        process.execPath,
        all,
        { cwd, timeout: patienceMs, maxBuffer: 64_000_000 },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      )
    })
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

const summaryOf = (output: string): string => output.slice(output.indexOf('=== SUITE SUMMARY ==='))

describe('the MCP client', () => {
  for (const [title, args] of [
    ['speaks the protocol of 2025 as its suite wants it', ['--suite', 'core']],
    ['speaks the protocol of 2026 as its suite wants it', ['--suite', 'all', '--spec-version', '2026-07-28']],
  ] as const) {
    it(title, { timeout: patienceMs }, async () => {
      const { code, output } = await run(...args)
      const summary = summaryOf(output)
      assert.match(summary, /Total: [1-9]\d* passed, 0 failed/, summary || output.slice(-3000))
      assert.equal(code, 0, summary)
    })
  }
})
