/** A rule that closes a path closes it to calls that name a folder above it, too. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, type PolicySpec, type ToolService } from 'toolyard'

async function openYard(
  test: TestContext,
  policy: PolicySpec,
): Promise<{ yard: ToolService; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-closed-'))
  await mkdir(join(folder, 'locked/deep'), { recursive: true })
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'locked/b.ts'), 'const canary = 1\n')
  await writeFile(join(folder, 'locked/deep/c.ts'), 'const canary = 2\n')
  await writeFile(join(folder, 'src/a.ts'), 'const canary = 3\n')
  await symlink('../locked/b.ts', join(folder, 'src/link.ts'))
  const yard = await createToolyard({ workspace: folder, builtins: ['files', 'shell'], policy })
  test.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { yard, folder }
}

const told = async (yard: ToolService, tool: string, input: object): Promise<string> =>
  JSON.stringify(await yard.call(tool, input))

const searches: readonly (readonly [tool: string, input: object])[] = [
  ['grep', { pattern: 'canary' }],
  ['grep', { pattern: 'canary', output_mode: 'files' }],
  ['grep', { pattern: 'canary', output_mode: 'count' }],
  ['grep', { pattern: 'canary', path: '.', hidden: true, glob: 'locked/**' }],
  ['glob', { pattern: '**/*.ts' }],
  ['glob', { pattern: 'locked/*.ts' }],
  ['list_dir', { path: '.', depth: 3 }],
]

describe('a path that a rule closes', () => {
  for (const effect of ['deny', 'ask'] as const)
    for (const mode of ['default', 'bypass'] as const)
      it(`is not found from above it (${effect}, ${mode})`, async (test) => {
        const rules = ['grep', 'glob', 'list_dir'].map((tool) => `${tool}(locked/**)`)
        const { yard } = await openYard(test, { mode, [effect]: rules })
        for (const [tool, input] of searches) {
          const result = await yard.call(tool, input)
          assert.equal(result.status, 'ok', `${tool} ${JSON.stringify(result.error)}`)
          const text = JSON.stringify(result).replaceAll('../locked/b.ts', '')
          assert.doesNotMatch(text, /b\.ts|c\.ts|canary = [12]/, `${tool} ${JSON.stringify(input)}`)
        }
        assert.match(await told(yard, 'grep', { pattern: 'canary' }), /src\/a\.ts/)
      })

  it('is closed by a rule for all tools, by name, by link and from above', async (test) => {
    const { yard, folder } = await openYard(test, { mode: 'bypass', deny: ['*(locked/**)'] })
    for (const [tool, input] of [
      ...searches,
      ['read_file', { path: 'locked/b.ts' }],
      ['read_file', { path: 'src/../locked/deep/c.ts' }],
      ['read_file', { path: 'src/link.ts' }],
      ['edit_file', { path: 'src/link.ts', old_string: '1', new_string: '9' }],
      ['write_file', { path: 'locked/new.ts', content: 'x' }],
    ] as const)
      assert.doesNotMatch(await told(yard, tool, input), /canary = [12]/, `${tool} ${JSON.stringify(input)}`)
    assert.equal(await readFile(join(folder, 'locked/b.ts'), 'utf8'), 'const canary = 1\n')
  })

  it('is open to a call that names it once a person has said yes', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-closed-'))
    test.after(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'locked'))
    await writeFile(join(folder, 'locked/b.ts'), 'const canary = 1\n')
    await using yard = await createToolyard({
      workspace: folder,
      builtins: ['files'],
      policy: { ask: ['grep(locked/**)'] },
      approver: { ask: async () => ({ decision: 'approve', by: 'ann' }) },
    })
    assert.match(await told(yard, 'grep', { pattern: 'canary', path: 'locked/b.ts' }), /canary = 1/)
  })
})
