/** What decides for people (the database, hooks, rules) is out of reach of those who are decided about. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolyardOptions } from 'toolyard'

describe('the files of a Toolyard', () => {
  let workspace: string
  before(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-own-')))
    mkdirSync(join(workspace, 'guards'))
    writeFileSync(join(workspace, 'guards/check.sh'), 'exit 0\n')
    writeFileSync(join(workspace, 'a.txt'), 'a\n')
  })
  after(() => rm(workspace, { recursive: true, force: true }))

  const open = (more: ToolyardOptions) =>
    createToolyard({ builtins: ['files', 'shell'], workspace, readFirst: [], ...more })

  it('are written by no tool and by no program, wherever they are kept', async () => {
    await using yard = await open({
      policy: { mode: 'bypass' },
      sandbox: 'required',
      database: 'sqlite:data/yard.db',
      toolIndex: 'known-tools.json',
      hooks: [
        {
          name: 'guard',
          type: 'POST_TOOL_USE',
          tools: ['none'],
          handler: { command: 'sh', args: ['guards/check.sh'] },
        },
      ],
    })
    for (const path of [
      'data/yard.db',
      'data/yard.db-wal',
      'data/yard.db-journal',
      'known-tools.json',
      'guards/check.sh',
    ])
      assert.match(textOf(await yard.call('write_file', { path, content: 'x' })), /protected_path/, path)
    for (const command of [
      'echo x >> data/yard.db',
      'echo x > guards/check.sh',
      'mv guards others && mkdir guards && echo x > guards/check.sh',
      'mv data others',
    ])
      assert.match(textOf(await yard.call('bash', { command })), /exit code 1/, command)
    assert.equal(readFileSync(join(workspace, 'guards/check.sh'), 'utf8'), 'exit 0\n')
    assert.equal((await yard.call('write_file', { path: 'guards/other.txt', content: 'x' })).status, 'ok')
  })
})

describe('a rule that forbids', () => {
  let workspace: string
  before(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-alias-')))
    writeFileSync(join(workspace, 'a.txt'), 'a\n')
  })
  after(() => rm(workspace, { recursive: true, force: true }))

  it('means a built-in tool under any name that models know it by', async () => {
    await using yard = await createToolyard({
      builtins: ['files', 'shell'],
      workspace,
      policy: { mode: 'bypass', deny: ['exec', 'Read(a.txt)'] },
    })
    for (const name of ['bash', 'Bash', 'exec'])
      assert.equal((await yard.call(name, { command: 'echo ran' })).status, 'denied', name)
    for (const name of ['read_file', 'Read'])
      assert.equal((await yard.call(name, { path: 'a.txt' })).status, 'denied', name)
  })

  it('allows nothing under such a name, which may be that of another tool', async () => {
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace,
      policy: { allow: ['Bash'] },
    })
    assert.equal((await yard.call('bash', { command: 'echo ran' })).status, 'denied')
  })

  it('is not passed by behind a program of many programs', async () => {
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace,
      policy: { mode: 'bypass', deny: ['bash(rm)'] },
    })
    for (const command of ['busybox rm a.txt', 'toybox rm a.txt', 'coproc rm a.txt'])
      assert.equal((await yard.call('bash', { command })).status, 'denied', command)
    assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'a\n')
  })
})
