/**
 * The protocol's own suite, against a yard, in both eras: every scenario for clients, without exception but for the checks and the
 * extensions that the files beside name with their reasons.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { conformanceProgram } from '../conformance/run-suite.ts'
import { openDesk } from './conformance/desk.ts'

const expected = resolve(import.meta.dirname, 'conformance/expected-failures.yaml')
const reasons = JSON.parse(
  await readFile(resolve(import.meta.dirname, 'conformance/extensions.json'), 'utf8'),
) as Record<string, string>
/** Guards against a hang. */
const patienceMs = 600_000
const eras = ['2025-11-25', '2026-07-28']

interface Ended {
  readonly code: number
  readonly output: string
}

/** Scenarios by name, with the revisions that they are for. */
const all = await scenarios()

function suite(args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((done) => {
    const options = { cwd, timeout: patienceMs, maxBuffer: 64_000_000 }
    execFile(process.execPath, [conformanceProgram, ...args], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    )
  })
}

async function scenarios(): Promise<readonly (readonly [name: string, revisions: string])[]> {
  const { output } = await suite(['list'], tmpdir())
  const [, ours = ''] = /^Client scenarios.*\n((?: {2}- .*\n)+)/m.exec(output) ?? []
  return [...ours.matchAll(/^ {2}- (\S+) \[([^\]]+)\]/gm)].map(([, name = '', revisions = '']) => [
    name,
    revisions,
  ])
}

/** Runs scenarios for clients against yards of this process. */
async function run(...args: string[]): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  try {
    await using desk = await openDesk(folder)
    return await suite(
      ['client', '--command', desk.command, '--timeout', String(patienceMs), '--verbose', ...args],
      folder,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The line of the suite's summary about a scenario: all of its checks passed, and there were some. */
function assertPassed({ output }: Ended, name: string): void {
  const line = output.split('\n').find((each) => each.slice(2).startsWith(`${name}: `)) ?? ''
  assert.match(line, /^✓ .*: [1-9]\d* passed, 0 failed$/, output.slice(-8000))
}

for (const era of eras) {
  const ours = all.filter(([, revisions]) => revisions.split(',').includes(era))

  describe(`the MCP client, in the protocol of ${era}`, () => {
    let ended: Ended
    before(async () => {
      ended = await run('--suite', 'all', '--spec-version', era, '--expected-failures', expected)
    })

    it('is tried with every scenario that there is', () => {
      assert.ok(ours.length >= 19, `${ours.length} scenarios`)
    })

    for (const [name] of ours) it(`passes ${name}`, () => assertPassed(ended, name))

    it('fails in nothing that is not expected', () => {
      assert.equal(ended.code, 0, ended.output.slice(-8000))
    })
  })
}

describe('the MCP client, with extensions of the protocol', () => {
  const extensions = all.filter(([, revisions]) => revisions === 'extension').map(([name]) => name)

  it('gives a reason for every one that it does not have', () => {
    assert.deepEqual(
      Object.keys(reasons).filter((name) => !extensions.includes(name)),
      [],
    )
  })

  for (const name of extensions.filter((extension) => !Object.hasOwn(reasons, extension)))
    it(`passes ${name}`, async () => {
      const { output } = await run('--scenario', name, '--force', '--spec-version', '2026-07-28')
      assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed/, output.slice(-4000))
    })
})
