/**
 * The protocol's own suite, against a yard, in both eras: every scenario for clients, without exception but for the checks and the
 * extensions that the files beside name with their reasons.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

const suite = resolve(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const driver = resolve(import.meta.dirname, 'conformance/driver.ts')
const expected = resolve(import.meta.dirname, 'conformance/expected-failures.yaml')
const reasons = JSON.parse(
  await readFile(resolve(import.meta.dirname, 'conformance/extensions.json'), 'utf8'),
) as Record<string, string>
const patienceMs = 180_000
const eras = ['2025-11-25', '2026-07-28']

interface Ended {
  readonly code: number
  readonly output: string
}

async function run(...args: string[]): Promise<Ended> {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  const options = { cwd, timeout: patienceMs, maxBuffer: 64_000_000 }
  try {
    return await new Promise((done) => {
      execFile(process.execPath, [suite, ...args], options, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      )
    })
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

/** Names of the scenarios for clients, and the revisions that they are for. */
async function scenarios(): Promise<readonly (readonly [name: string, revisions: string])[]> {
  const { output } = await run('list')
  const [, ours = ''] = /^Client scenarios.*\n((?: {2}- .*\n)+)/m.exec(output) ?? []
  return [...ours.matchAll(/^ {2}- (\S+) \[([^\]]+)\]/gm)].map(([, name = '', revisions = '']) => [
    name,
    revisions,
  ])
}

const all = await scenarios()

for (const era of eras) {
  const ours = all.filter(([, revisions]) => revisions.split(',').includes(era))

  describe(`the MCP client, in the protocol of ${era}`, { concurrency: 3 }, () => {
    it('is tried with every scenario that there is', () => {
      assert.ok(ours.length >= 19, `${ours.length} scenarios`)
    })

    for (const [name] of ours) {
      it(`passes ${name}`, { timeout: patienceMs }, async () => {
        const command = `"${process.execPath}" --conditions=@toolyard/source "${driver}"`
        const given = ['--command', command, '--scenario', name, '--spec-version', era]
        const limits = ['--timeout', String(patienceMs), '--expected-failures', expected]
        const { code, output } = await run('client', ...given, ...limits)
        assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed/, output.slice(-4000))
        assert.equal(code, 0, output.slice(-4000))
      })
    }
  })
}

describe('the MCP client, with extensions of the protocol', { concurrency: 3 }, () => {
  const extensions = all.filter(([, revisions]) => revisions === 'extension').map(([name]) => name)

  it('gives a reason for every one that it does not have', () => {
    assert.deepEqual(
      Object.keys(reasons).filter((name) => !extensions.includes(name)),
      [],
    )
  })

  for (const name of extensions.filter((extension) => !Object.hasOwn(reasons, extension)))
    it(`passes ${name}`, { timeout: patienceMs }, async () => {
      const command = `"${process.execPath}" --conditions=@toolyard/source "${driver}"`
      const given = ['--command', command, '--scenario', name, '--force', '--timeout', String(patienceMs)]
      const { output } = await run('client', ...given, '--spec-version', '2026-07-28')
      assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed/, output.slice(-4000))
    })
})
