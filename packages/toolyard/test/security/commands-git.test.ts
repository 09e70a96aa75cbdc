/** git under rules: settings, hooks and folders that a workspace can hold make it run nothing, and print no secrets. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { defineTool } from '../../src/define/index.ts'
import { createShell } from '../../src/pipeline/policy/shell/shell.ts'
import { createToolyard } from '../../src/index.ts'
import { createPolicy } from '../../src/pipeline/index.ts'
import { gitEnvironment } from '../../src/tools/shell/git/safe-settings.ts'

interface Case {
  readonly id: string
  readonly setup: readonly (readonly [kind: 'write' | 'run', first: string, second?: string])[]
  readonly command: string
  readonly allow: readonly string[]
  /** Whether it came about with git alone. */
  readonly works: boolean
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../corpora/attacks', name), 'utf8'))
const { cases } = read('git.json') as { readonly cases: readonly Case[] }
const { workspace } = read('deny.json') as { readonly workspace: Readonly<Record<string, string>> }

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-git-rules-')))
const template = join(base, 'template')
const PATH = '/usr/local/bin:/usr/bin:/bin'

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function runNow(line: string, cwd: string): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', line], {
    cwd,
    env: { PATH, HOME: base },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
}

function makeRepository(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) put(folder, name, text)
  runNow(
    'git init -q --template= -b main . && git config user.name a && git config user.email a@b.test && git add -A && git commit -qm one && ' +
      'echo "// two" >> a.ts && git commit -qam two',
    folder,
  )
}

before(() => makeRepository(template, workspace))
after(() => rmSync(base, { recursive: true, force: true }))

async function run(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn('bash', ['--noprofile', '--norc', '-c', '--', line], {
    cwd,
    env: { PATH, ...env },
    stdio: 'ignore',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await new Promise((done) => child.on('close', done))
  clearTimeout(timer)
}

async function decide(work: string, allow: readonly string[], command: string) {
  const { manifest } = defineTool({
    name: 'bash',
    description: 'Runs a command.',
    permission: 'external',
    effects: 'network',
    execute: () => '',
  })
  const policy = createPolicy({ allow }, { shell: await createShell({ roots: [work] }) })
  return policy.forTool({ ...manifest, source: 'builtin' }).decide({
    input: { command },
    resources: [{ kind: 'command', id: command, access: 'write', shell: 'bash' }],
    workspace: work,
    permission: 'external',
    effects: 'network',
  })
}

/** Through the tool, in the sandbox. */
async function called(work: string, allow: readonly string[], command: string): Promise<void> {
  await using yard = await createToolyard({ builtins: ['shell'], workspace: work, policy: { allow } })
  await yard.call('bash', { command })
}

/** What became of it: it asks, it ran and made nothing, or it ran and made what it must not. What only looks runs without a sandbox. */
async function attempt({ id, setup, command, allow }: Case): Promise<'asks' | 'works' | 'held' | 'broken'> {
  const folder = join(base, id)
  const [work, home, canary] = ['work', 'home', 'canary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const filled = (text: string): string => text.replaceAll('{CANARY}', canary).replaceAll('{WORK}', work)
  mkdirSync(home, { recursive: true })
  cpSync(template, work, { recursive: true })
  for (const [kind, first, second = ''] of setup)
    if (kind === 'write') put(work, filled(first), filled(second))
    else await run(filled(first).replaceAll(/sleep [\d.]+; ?/g, ''), work, { HOME: home })
  rmSync(canary, { recursive: true, force: true })
  const { effect, reach } = await decide(work, allow, filled(command))
  if (effect !== 'allow') return 'asks'
  if (reach?.level !== 'look') {
    await called(work, allow, filled(command))
    return existsSync(canary) ? 'broken' : 'works'
  }
  await run(filled(command), work, { HOME: join(folder, 'nowhere'), ...gitEnvironment(reach) })
  return existsSync(canary) ? 'broken' : 'held'
}

describe('the corpus of what a repository can hold', () => {
  it('makes no command run a program outside, and none that only looks run one at all', async () => {
    const ended = { asks: 0, works: 0, held: 0, broken: 0 }
    const waiting = cases.filter(({ works }) => works)
    const worker = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        // What asks in a clean repository asks in any.
        const isClean = !/\bcd\b/.test(next.command)
        if (isClean && (await decide(template, next.allow, next.command)).effect !== 'allow') continue
        const result = await attempt(next)
        ended[result]++
        assert.notEqual(result, 'broken', `${next.id}: ${next.command}`)
        rmSync(join(base, next.id), { recursive: true, force: true })
      }
    }
    await Promise.all([worker(), worker(), worker()])
    assert.ok(ended.held > 30 && ended.asks > 60, JSON.stringify(ended))
  })
})

describe('git under rules', () => {
  const allow = [
    'bash(git status)',
    'bash(git diff)',
    'bash(git log)',
    'bash(git show)',
    'bash(cd)',
    'bash(cat)',
    'bash(git commit -am x)',
  ]
  const setUp = (files: Readonly<Record<string, string>>, line = 'true'): string => {
    const work = mkdtempSync(join(base, 'own-'))
    makeRepository(work, { 'a.ts': 'one\n', ...files })
    runNow(line, work)
    return work
  }
  const asks = async (work: string, command: string): Promise<boolean> =>
    (await decide(work, allow, command)).effect === 'ask'

  it('asks in what git would take for a repository, but for a .git folder and what it keeps', async () => {
    const work = setUp(
      {},
      'mkdir wt evil2 evil2/objects evil2/refs plain half half/.git; echo "ref: x" > wt/HEAD; echo ../evil2 > wt/commondir',
    )
    put(work, 'linked/.git', 'gitdir: ../evil2\n')
    assert.equal(await asks(work, 'git status'), false)
    assert.equal(await asks(work, 'cd plain && git status'), false)
    for (const folder of ['wt', 'linked', 'half'])
      assert.equal(await asks(work, `cd ${folder} && git status`), true, folder)
  })

  it('does not ask in a work tree and a submodule of its own', async () => {
    const work = setUp(
      {},
      'git worktree add -q side && git clone -q . sub && git -c protocol.file.allow=always submodule --quiet add ./sub sub && git submodule --quiet absorbgitdirs',
    )
    assert.equal(await asks(work, 'cd side && git status'), false)
    assert.equal(await asks(work, 'cd sub && git status'), false)
  })

  for (const setting of [
    'core.fsmonitor ./x',
    'filter.a.process ./x',
    'diff.a.textconv ./x',
    'diff.external ./x',
    'core.worktree /',
    'include.path ../x',
    'remote.o.uploadpack ./x',
  ])
    it(`asks where the settings of the repository name a program: ${setting}`, async () => {
      const work = setUp({}, `git config ${setting}`)
      assert.equal(await asks(work, 'git status'), true)
      assert.equal(await asks(work, 'git commit -am x'), true)
    })

  it('takes ordinary settings for what they are', async () => {
    const work = setUp(
      {},
      'git config core.hooksPath .husky/_; git config core.fsmonitor true; git remote add origin https://a.test/b.git; git config branch.main.merge refs/heads/main',
    )
    assert.equal(await asks(work, 'git status'), false)
    assert.equal(await asks(work, 'git commit -am x'), false)
  })

  it('lets cd take one plain word', async () => {
    const work = setUp({ 'deep/x': '' })
    assert.equal(await asks(work, 'cd deep && git status'), false)
    for (const command of [
      'cd -- deep && git status',
      'cd -P deep && git status',
      'cd -L deep; cat x',
      'cd deep deep; cat x',
      'cd dee*; cat x',
      'cd -; cat x',
      'cd; cat x',
    ])
      assert.equal(await asks(work, command), true, command)
  })

  it('asks before it prints what is in a tracked file with secrets', async () => {
    const work = setUp({ '.env': 'A=1\n', 'src/b.ts': '' })
    for (const command of [
      'git diff',
      'git diff HEAD~1',
      'git show',
      'git show HEAD',
      'git log -p',
      'git log --patch -1',
      'git diff -- .',
      'git log -U1',
    ])
      assert.equal(await asks(work, command), true, command)
    for (const command of [
      'git status',
      'git diff --stat',
      'git log --oneline',
      'git diff -- src',
      'git show HEAD:a.ts',
      'git show --name-only',
      'git log -p -- src/b.ts',
    ])
      assert.equal(await asks(work, command), false, command)
    const plain = setUp({ '.env.example': 'A=\n' })
    for (const command of ['git diff', 'git show', 'git log -p'])
      assert.equal(await asks(plain, command), false, command)
  })

  it('reads every form of the index', async () => {
    const work = setUp({ 'a/very/long/folder/name.ts': '', 'a/very/long/folder/.env': '' })
    for (const version of [2, 3, 4]) {
      runNow(`git update-index --index-version ${version}`, work)
      assert.equal(await asks(work, 'git diff'), true, `version ${version}`)
      assert.equal(await asks(work, 'git diff -- a.ts'), false, `version ${version}`)
    }
  })

  it('is given settings that run nothing where it only looks, and the hooks of the person where it works', async () => {
    const work = setUp(
      {
        'hooks/post-index-change': '#!/bin/sh\ntouch ran-index\n',
        'hooks/pre-commit': '#!/bin/sh\ntouch ran-commit\n',
      },
      'chmod +x hooks/*; git config core.hooksPath hooks; touch -d 2001-01-01 a.ts',
    )
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace: work,
      sandbox: 'none',
      policy: { allow },
    })
    assert.equal((await yard.call('bash', { command: 'git status' })).status, 'ok')
    assert.equal(existsSync(join(work, 'ran-index')), false)
    writeFileSync(join(work, 'a.ts'), 'changed\n')
    assert.equal((await yard.call('bash', { command: 'git commit -am x' })).status, 'ok')
    assert.equal(existsSync(join(work, 'ran-commit')), true)
  })
})
