/** What Toolyard keeps for itself is reached by no tool, wherever the state and the workspace are. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf, type ToolResult, type ToolService } from 'toolyard'
import corpus from '../corpora/attacks/state.json' with { type: 'json' }
import { type GroundPlaces, mark, StateGround } from './state-ground.ts'

interface Case {
  readonly id: string
  readonly way: string
  readonly input: object
  readonly why: string
  readonly workspace?: string
}

/** How the corpus says where the workspace is. */
const places: Readonly<Record<string, GroundPlaces>> = {
  '': {},
  '{HOME}': { workspace: 'home' },
  '{HOME}/.local': { workspace: 'home/.local' },
  '{WS}/sub': { workspace: 'work/sub' },
  '{WS} and roots: [{HOME}]': { roots: [{ path: '{HOME}', access: 'read' }] },
  '{WS} and roots: [{HOME}/.local, write]': { roots: [{ path: '{HOME}/.local', access: 'read-write' }] },
  '{WS} and roots: [{STATE_HOME}]': { roots: [{ path: '{HOME}/.local/state/toolyard', access: 'read' }] },
  '{WS} with TOOLYARD_STATE={WS}/.state': { variables: { TOOLYARD_STATE: '{WS}/.state' } },
  '{WS} with XDG_STATE_HOME={WS}': { variables: { XDG_STATE_HOME: '{WS}' } },
  '{WS} with HOME={WS}': { variables: { HOME: '{WS}' } },
}

const cases: readonly Case[] = corpus.cases
const programTools = new Set(['bash', 'git', 'lint', 'lsp'])
/** Some wait for what never comes. */
const patienceMs = 4000
const fileTools = new Set(['read_file', 'write_file', 'grep', 'glob', 'list_dir'])

async function run(yard: ToolService, ground: StateGround, { way, input }: Case): Promise<ToolResult> {
  const filled = JSON.parse(ground.fill(JSON.stringify(input))) as object
  return yard.call(way, filled, { signal: AbortSignal.timeout(patienceMs) })
}

describe('the state', { concurrency: 2 }, () => {
  for (const [place, options] of Object.entries(places)) {
    const here = cases.filter(({ workspace = '', way }) => workspace === place && fileTools.has(way))
    if (here.length === 0) continue
    it(`is neither read nor written by ${here.length} calls of file tools, workspace: ${place || 'beside it'}`, async () => {
      await using ground = new StateGround(options)
      await using yard = await ground.open()
      const before = ground.snapshot()
      for (const entry of here) {
        const result = await run(yard, ground, entry)
        assert.ok(!ground.isTold(JSON.stringify(result)), `${entry.id}: ${textOf(result)}`)
        assert.equal(ground.snapshot(), before, entry.id)
      }
    })
  }

  it('is reached by no program, whichever way it tries', async () => {
    await using ground = new StateGround()
    await using yard = await ground.open({ sandbox: 'required' })
    const before = ground.snapshot()
    const tried = cases.filter(({ workspace, way }) => workspace === undefined && programTools.has(way))
    assert.ok(tried.length > 150)
    for (const entry of tried) {
      const result = await run(yard, ground, entry)
      assert.ok(!ground.isTold(JSON.stringify(result)), `${entry.id}: ${textOf(result)}`)
      assert.equal(ground.snapshot(), before, entry.id)
    }
    assert.ok(ground.isOtherAlive, 'a process outside was ended')
  })

  it('is refused with a sentence, and left out of lists and searches, where the workspace holds it', async () => {
    await using ground = new StateGround({ workspace: 'home' })
    await using yard = await ground.open()
    const state = '.local/state/toolyard'
    for (const [tool, input] of [
      ['read_file', { path: join(ground.state, 'token') }],
      ['read_file', { path: `${state}/trusted.json` }],
      ['read_file', { path: '.LOCAL/State/Toolyard/trusted.json' }],
      ['read_file', { path: 's/token' }],
      ['read_file', { path: 'to-token' }],
      ['read_file', { path: `docs/../s2/trusted.json` }],
      ['read_file', { path: '.config/toolyard/mcp-tokens.json' }],
      ['write_file', { path: `${state}/trusted.json`, content: 'x' }],
      ['write_file', { path: `${state}/workspaces/other/token`, content: 'x' }],
      ['write_file', { path: 's/new', content: 'x' }],
      ['list_dir', { path: state, hidden: true }],
      ['list_dir', { path: 's', hidden: true }],
      ['glob', { pattern: '*', path: `${state}/workspaces`, hidden: true }],
      ['grep', { pattern: mark, path: state, hidden: true }],
      ['grep', { pattern: mark, path: 'to-token' }],
      ['edit_file', { path: `${state}/trusted.json`, old_text: mark, new_text: 'x' }],
    ] as const) {
      const { error } = await yard.call(tool, input)
      assert.ok(error, `${tool} ${JSON.stringify(input)}`)
      if (error.code === 'invalid_arguments') assert.equal(tool, 'edit_file')
      else
        assert.match(
          `${error.code} ${error.message}`,
          /^(?:protected_path .* belongs to Toolyard itself|not_found )/,
        )
    }
    const listed = textOf(await yard.call('list_dir', { path: '.local', depth: 20, hidden: true }))
    assert.match(listed, /state\//)
    assert.doesNotMatch(listed, /toolyard|token/)
    for (const output_mode of ['content', 'files', 'count'])
      for (const hidden of [true, false])
        for (const path of ['.', '.local', '.local/state']) {
          const found = textOf(await yard.call('grep', { pattern: 'MARK.OF', path, hidden, output_mode }))
          assert.doesNotMatch(found, /toolyard\/|MARK-OF/, `${output_mode} ${path}`)
        }
    const names = textOf(
      await yard.call('glob', { pattern: '**/{token,toolyard.db,trusted.json}', hidden: true }),
    )
    assert.doesNotMatch(names, /toolyard\//)
  })

  it('is refused to commands that only read, before the sandbox is asked', async () => {
    await using ground = new StateGround({ workspace: 'home' })
    const allow = ['cat', 'ls', 'grep', 'head'].map((name) => `bash(${name})`)
    await using yard = await ground.open({ policy: { allow } })
    for (const command of [
      `cat ${ground.state}/token`,
      'cat .local/state/toolyard/trusted.json',
      'ls .local/state/toolyard',
      'cat s/token',
      'cat to-token',
      'grep -r MARK .local',
      'head -n 1 .local/state/*/trusted.json',
    ])
      assert.equal((await yard.call('bash', { command })).status, 'denied', command)
    assert.equal((await yard.call('bash', { command: 'cat docs/a.md' })).status, 'ok')
  })

  it('is hidden from programs, where the workspace holds it and where it is somewhere else', async () => {
    const commands = [
      'cat {STATE}/token',
      'cat {STATE_HOME}/trusted.json',
      'cat s/token to-token s2/trusted.json',
      'ls -R {STATE_HOME}',
      'cp -r {STATE_HOME} taken',
      'echo x > {STATE}/token',
      'rm -rf {STATE_HOME}',
      'mv {STATE_HOME} {STATE_HOME}.old',
      'mv {STATE_HOME}/.. {STATE_HOME}/../../moved; mkdir -p {STATE_HOME}; echo x > {STATE_HOME}/trusted.json',
      'umount {STATE_HOME}; cat {STATE}/token',
    ]
    for (const options of [
      { workspace: 'home' },
      { variables: { TOOLYARD_STATE: '{WS}/deep/.state' } },
      { variables: { TOOLYARD_STATE: '{FOLDER}/aside/state' } },
      { variables: { TOOLYARD_STATE: `/var/tmp/toolyard-test-${process.pid}` } },
      { roots: [{ path: '{HOME}', access: 'read-write' }] },
    ] satisfies GroundPlaces[]) {
      await using ground = new StateGround(options)
      await using yard = await ground.open({ sandbox: 'required' })
      const before = ground.snapshot()
      for (const command of commands) {
        const result = await yard.call('bash', { command: ground.fill(command) })
        const place = `${JSON.stringify(options)}: ${command}`
        assert.ok(!ground.isTold(JSON.stringify(result)), place)
        assert.equal(ground.snapshot(), before, place)
      }
    }
  })

  it('is not there for programs to make, where it was not made yet', async () => {
    await using ground = new StateGround({ workspace: 'home' })
    rmSync(join(ground.home, '.local'), { recursive: true })
    await using yard = await ground.open({ sandbox: 'required', database: 'memory:' })
    await yard.call('bash', {
      command: 'mkdir -p .local/state/toolyard/workspaces && echo [] > .local/state/toolyard/trusted.json',
    })
    assert.ok(!existsSync(join(ground.stateHome, 'trusted.json')))
  })

  it('is a database too that the configuration names, in a workspace', async () => {
    await using ground = new StateGround()
    await using yard = await ground.open({ database: 'sqlite:data/yard.db', sandbox: 'required' })
    assert.ok(readFileSync(join(ground.workspace, 'data/yard.db')).length > 0)
    for (const name of ['data/yard.db', 'data/yard.db-wal', 'data/yard.db-shm', 'data/yard.db-journal'])
      for (const [tool, input] of [
        ['read_file', { path: name }],
        ['write_file', { path: name, content: 'x' }],
        ['grep', { path: name, pattern: mark }],
      ] as const)
        assert.match((await yard.call(tool, input)).error?.code ?? '', /protected_path/, `${tool} ${name}`)
    mkdirSync(join(ground.workspace, 'data/more'))
    assert.match(textOf(await yard.call('list_dir', { path: 'data' })), /^more\/.*\n\[data: 1 entry\]$/)
    const told = textOf(await yard.call('bash', { command: 'cat data/yard.db data/yard.db-wal' }))
    assert.ok(!told.includes(mark))
  })
})

describe('programs that are started here', () => {
  it('are not told the token of the server or where the state is, unless that was declared', async () => {
    await using ground = new StateGround()
    const token = 'ty_of-this-server-and-nobody-else-0123456789'
    const write = (name: string): string =>
      `require('fs').writeFileSync('${name}', JSON.stringify(process.env))`
    const node = (name: string): object => ({ command: process.execPath, args: ['-e', write(name)] })
    mkdirSync(join(ground.workspace, 'programs'))
    writeFileSync(
      join(ground.workspace, 'programs/tell.tool.json'),
      JSON.stringify({
        description: 'Tells.',
        mode: 'plain',
        permission: 'read',
        effects: 'none',
        command: [process.execPath, '-e', write('by-program')],
      }),
    )
    const environment = {
      PATH: process.env['PATH'],
      HOME: ground.home,
      XDG_STATE_HOME: join(ground.home, '.local/state'),
      TOOLYARD_STATE: ground.stateHome,
      TOOLYARD_TOKEN: token,
      TOOLYARD_DATABASE: 'sqlite:other.db',
    }
    await using yard = await ground.open({
      environment,
      sandbox: 'none',
      programs: ['programs'],
      hooks: [
        { name: 'h', type: 'PRE_TOOL_USE', tools: ['bash'], handler: node('by-hook') as { command: string } },
      ],
      mcpServers: {
        plain: node('by-server') as { command: string },
        declared: { ...(node('by-declared') as { command: string }), env: { OURS: '${TOOLYARD_TOKEN}' } },
      },
    })
    await yard.settled()
    await yard.call('tell', {})
    await yard.call('bash', { command: 'env > by-bash' })
    for (const name of ['by-program', 'by-hook', 'by-server', 'by-bash']) {
      const told = readFileSync(join(ground.workspace, name), 'utf8')
      assert.match(told, /PATH/, name)
      assert.doesNotMatch(told, /TOOLYARD_(?:TOKEN|STATE|DATABASE)|XDG_STATE_HOME/, name)
      assert.ok(!told.includes(token), name)
    }
    assert.ok(readFileSync(join(ground.workspace, 'by-declared'), 'utf8').includes(token))
  })
})
