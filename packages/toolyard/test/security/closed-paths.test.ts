/** A rule that closes a path closes it to calls that name a folder above it, too. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { type Approver, createToolyard, defineTool, type PolicySpec, type ToolService } from 'toolyard'
import { z } from 'zod'

async function openYard(
  test: TestContext,
  policy: PolicySpec,
  approver?: Approver,
): Promise<{ yard: ToolService; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-closed-'))
  await mkdir(join(folder, 'locked/deep'), { recursive: true })
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'locked/b.ts'), 'const canary = 1\n')
  await writeFile(join(folder, 'locked/deep/c.ts'), 'const canary = 2\n')
  await writeFile(join(folder, 'src/a.ts'), 'const canary = 3\n')
  await symlink('../locked/b.ts', join(folder, 'src/link.ts'))
  const yard = await createToolyard({
    workspace: folder,
    builtins: ['files', 'shell'],
    policy,
    ...(approver && { approver }),
  })
  test.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { yard, folder }
}

const saysYes: Approver = { ask: async () => ({ decision: 'approve', by: 'ann' }) }

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
    const { yard } = await openYard(test, { ask: ['grep(locked/**)'] }, saysYes)
    assert.match(await told(yard, 'grep', { pattern: 'canary', path: 'locked/b.ts' }), /canary = 1/)
  })

  it('stays closed to a program that outlives the call that names it', async (test) => {
    const { yard, folder } = await openYard(test, { ask: ['*(locked/**)'] }, saysYes)
    yard.registry.register(
      defineTool({
        name: 'keep',
        description: 'Starts a program that later calls use.',
        inputSchema: z.object({ path: z.string() }),
        permission: 'read',
        effects: 'none',
        resources: ({ path }) => [{ kind: 'path', id: join(folder, path), access: 'read' }],
        async execute({ path }, { host, workspace }) {
          const own = await host.programs.start({ argv: ['cat', path], cwd: workspace }).exited
          const kept = await host.lasting.programs.start({ argv: ['cat', path], cwd: workspace }).exited
          return `own: ${own.stdout} kept: ${kept.stdout}`
        },
      }),
    )
    assert.match(
      await told(yard, 'keep', { path: 'src/a.ts' }),
      /own: const canary = 3.*kept: const canary = 3/,
    )
    assert.match(await told(yard, 'keep', { path: 'locked/b.ts' }), /own: const canary = 1[^3]*kept: "/)
  })
})

async function openRepository(test: TestContext, policy: PolicySpec): ReturnType<typeof openYard> {
  const opened = await openYard(test, policy)
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...words], {
      cwd: opened.folder,
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  await writeFile(join(opened.folder, 'locked/b.ts'), 'const canary = 10\n')
  await writeFile(join(opened.folder, 'locked/untracked.ts'), 'const canary = 11\n')
  return opened
}

const changedNow = /b\.ts|c\.ts|untracked\.ts|canary = [12]/

describe('git and a path that a rule closes', () => {
  const rules: readonly PolicySpec[] = [
    { mode: 'bypass', deny: ['*(locked/**)'] },
    { mode: 'bypass', ask: ['git(locked/**)'] },
  ]
  for (const policy of rules)
    it(`tells neither its changes nor its names (${JSON.stringify(policy)})`, async (test) => {
      const { yard } = await openRepository(test, policy)
      for (const input of [
        { action: 'status' },
        { action: 'diff' },
        { action: 'diff', stat: true },
        { action: 'diff', paths: ['locked'] },
        { action: 'diff', workdir: 'locked' },
        { action: 'show', ref: 'HEAD' },
        { action: 'show', ref: 'HEAD', stat: true },
      ]) {
        const result = await yard.call('git', input)
        assert.equal(result.status, 'ok', JSON.stringify(result.error))
        const text = JSON.stringify(result).replaceAll('../locked/b.ts', '')
        assert.doesNotMatch(text, changedNow, JSON.stringify(input))
      }
      assert.match(await told(yard, 'git', { action: 'show', ref: 'HEAD' }), /canary = 3/)
    })

  it('changes nothing there, and stages nothing of it', async (test) => {
    const { yard, folder } = await openRepository(test, rules[0] ?? {})
    await writeFile(join(folder, 'src/a.ts'), 'const canary = 30\n')
    for (const input of [
      { action: 'restore', paths: ['.'] },
      { action: 'restore', paths: ['locked'], ref: 'HEAD' },
      { action: 'stash', operation: 'push' },
    ])
      assert.equal((await yard.call('git', input)).error?.code, 'denied', JSON.stringify(input))
    assert.equal(await readFile(join(folder, 'locked/b.ts'), 'utf8'), 'const canary = 10\n')
    const added = await yard.call('git', { action: 'add', all: true })
    assert.equal(added.status, 'ok', JSON.stringify(added.error))
    assert.doesNotMatch(JSON.stringify(added), changedNow)
    const staged = execFileSync('git', ['diff', '--cached', '--name-only'], { cwd: folder, encoding: 'utf8' })
    assert.equal(staged, 'src/a.ts\n')
  })
})

describe('a program and a path that a rule for all tools closes', () => {
  const commands = [
    'cat locked/b.ts',
    'cd locked && cat b.ts',
    'cat src/link.ts',
    'grep -rh canary .',
    'ls -R',
    'mv locked open && cat open/b.ts',
    `node -e "console.log(require('fs').readFileSync('lock' + 'ed/deep/c.ts', 'utf8'))"`,
    'echo x > locked/new.ts',
  ]
  for (const effect of ['deny', 'ask'] as const)
    it(`can't read, list or write it (${effect})`, async (test) => {
      const { yard, folder } = await openYard(test, { mode: 'bypass', [effect]: ['*(locked/**)'] })
      for (const command of commands) {
        const result = await yard.call('bash', { command })
        assert.doesNotMatch(JSON.stringify(result.data ?? ''), /canary = [12]/, command)
        assert.doesNotMatch(JSON.stringify(result.content), /canary = [12]|new\.ts\\n/, command)
      }
      assert.equal(await readFile(join(folder, 'locked/b.ts'), 'utf8'), 'const canary = 1\n')
      await assert.rejects(readFile(join(folder, 'locked/new.ts')), { code: 'ENOENT' })
      assert.match(await told(yard, 'bash', { command: 'cat src/a.ts' }), /canary = 3/)
    })

  it('reads single files of a folder whose others are closed', async (test) => {
    const { yard } = await openYard(test, { mode: 'bypass', deny: ['*(locked/*.ts)'] })
    assert.doesNotMatch(
      await told(yard, 'bash', { command: 'cat locked/*/../b.ts src/link.ts' }),
      /canary = 1/,
    )
    assert.match(await told(yard, 'bash', { command: 'cat src/a.ts locked/deep/c.ts' }), /canary = 2/)
  })

  it('is told by a rule on its words of no path', async (test) => {
    const { yard } = await openYard(test, { mode: 'bypass', deny: ['bash(locked*)'] })
    assert.match(await told(yard, 'bash', { command: 'cat locked/b.ts' }), /canary = 1/)
  })

  it('reads it where a person was asked about the command', async (test) => {
    const { yard } = await openYard(test, { ask: ['*(locked/**)', 'bash(cat)'] }, saysYes)
    assert.match(await told(yard, 'bash', { command: 'cat locked/b.ts' }), /canary = 1/)
  })
})
