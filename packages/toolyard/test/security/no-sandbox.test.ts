/** Where there is no sandbox, what runs code of a project asks about every call; a rule does not answer for it. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolyardOptions } from 'toolyard'

const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['bash', { command: 'echo hello > ran.txt' }],
  ['git', { action: 'status' }],
  ['lint', {}],
  ['lsp', { action: 'symbols', path: 'a.ts' }],
]

describe('without a sandbox', () => {
  let folder: string
  let workspace: string
  let environment: Record<string, string>

  /** Everything that the path has but bubblewrap. */
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-no-sandbox-')))
    workspace = join(folder, 'work')
    const bin = join(folder, 'bin')
    mkdirSync(workspace)
    mkdirSync(bin)
    for (const program of ['bash', 'sh', 'git', 'node', 'mkfifo', 'env']) {
      const found = (process.env['PATH'] ?? '')
        .split(delimiter)
        .map((place) => join(place, program))
        .find((path) => exists(path))
      if (found !== undefined) symlinkSync(found, join(bin, program))
    }
    environment = { PATH: bin, HOME: folder }
    writeFileSync(join(workspace, 'a.ts'), 'export const one = 1\n')
    writeFileSync(join(workspace, '.oxlintrc.json'), '{}')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const open = (more: ToolyardOptions = {}) =>
    createToolyard({
      builtins: ['files', 'shell'],
      workspace,
      environment,
      policy: { allow: ['bash', 'git', 'lint', 'lsp'] },
      ...more,
    })

  for (const [tool, input] of calls)
    it(`does not run ${tool} unasked, whatever rules allow`, async () => {
      await using yard = await open()
      const result = await yard.call(tool, input)
      assert.equal(result.status, 'denied')
      assert.match(textOf(result), /the sandbox can't be had here: .*bubblewrap/)
      assert.ok(!exists(join(workspace, 'ran.txt')))
    })

  it('runs where a person says so, once, and offers no rule for more', async () => {
    const asked: (string | undefined)[] = []
    await using yard = await open({
      approver: {
        ask: async ({ rule, offer }) => {
          asked.push(rule, offer)
          return { decision: 'approve', by: 'ann' }
        },
      },
    })
    assert.equal(textOf(await yard.call('bash', { command: 'echo approved' })).trim(), 'approved')
    await yard.call('bash', { command: 'echo again' })
    assert.deepEqual(asked, ['no sandbox', undefined, 'no sandbox', undefined])
  })

  it('runs unasked where the sandbox is switched off on purpose', async () => {
    await using yard = await open({ sandbox: 'none' })
    assert.equal(textOf(await yard.call('bash', { command: 'echo free' })).trim(), 'free')
  })

  it('runs nothing at all where the sandbox is required', async () => {
    await using yard = await open({ sandbox: 'required', policy: { mode: 'bypass' } })
    const result = await yard.call('bash', { command: 'echo hello > ran.txt' })
    assert.equal(result.status, 'error')
    assert.ok(!exists(join(workspace, 'ran.txt')))
  })
})

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}
