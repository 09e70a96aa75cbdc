/** What the runner does beyond the conformance suite, with the SDK's real program. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  eventsOf,
  harnessManifest,
  prepareRun,
  textIn,
  unpaired,
  userMessage,
} from '../../src/agents/conformance/index.ts'
import { claudeModel, openClaude, wireName } from './open-claude.ts'
import { processesFor } from './processes.ts'

const call = (tool: string, input: object = {}): { tool: string; input: object } => ({
  tool: wireName(tool),
  input,
})

describe('the runner of the Claude Agent SDK', () => {
  it('shows the model what came in meanwhile, between steps and before the end', async (test) => {
    const { runner, server } = await openClaude(test, [
      { calls: [call('echo')] },
      { text: 'So.' },
      { text: 'Well.' },
    ])
    const news = [[], [userMessage('n1', 'The first news.')], [userMessage('n2', 'The second news.')], []]
    const run = prepareRun(claudeModel, {
      tools: { echo: () => 'echo' },
      request: { arrived: async () => news.shift() ?? [] },
    })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.text, last.usage.steps], ['finished', 'Well.', 3])
    assert.match(JSON.stringify(server.requests[1]?.body['messages']), /The first news\./)
    assert.match(JSON.stringify(server.requests[2]?.body['messages']), /The second news\./)
    assert.deepEqual(
      run.saved.map(({ role }) => role),
      ['assistant', 'tool', 'user', 'assistant', 'user', 'assistant'],
    )
  })

  it('shows the model the tools of each turn', async (test) => {
    const { runner, server } = await openClaude(test, [
      { calls: [call('one')] },
      { calls: [call('two')] },
      { text: 'Done.' },
    ])
    const turns = [['one'], ['one', 'two']].map((names) => names.map(harnessManifest))
    const run = prepareRun(claudeModel, { tools: { one: () => 'first', two: () => 'second' } })
    const snapshot = async (): Promise<readonly ReturnType<typeof harnessManifest>[]> =>
      (turns.length > 1 ? turns.shift() : turns[0]) ?? []
    const request = { ...run.request, tools: { ...run.request.tools, snapshot } }
    const events = await eventsOf(runner, { ...run, request })
    assert.equal(events.at(-1)?.type, 'done')
    const shown = server.requests.map(({ body }) =>
      (body['tools'] as readonly { name: string }[]).map(({ name }) => name).toSorted(),
    )
    assert.deepEqual(shown, [[wireName('one')], ['one', 'two'].map(wireName), ['one', 'two'].map(wireName)])
    assert.deepEqual(
      run.calls.map(({ tool }) => tool),
      ['one', 'two'],
    )
  })

  it('reads no settings of the folder or of the user, and expands nothing in a prompt', async (test) => {
    const { runner, server, workspace } = await openClaude(test, [
      { calls: [call('echo')] },
      { text: 'Done.' },
    ])
    const hook = { hooks: [{ type: 'command', command: `touch ${join(workspace, 'hooked')}` }] }
    const settings = {
      hooks: { SessionStart: [hook], UserPromptSubmit: [hook], PreToolUse: [hook], Stop: [hook] },
      permissions: { allow: ['Bash(*)'], defaultMode: 'bypassPermissions' },
    }
    const command = { command: 'touch', args: [join(workspace, 'served')] }
    await mkdir(join(workspace, '.claude'))
    await Promise.all([
      writeFile(join(workspace, '.claude/settings.json'), JSON.stringify(settings)),
      writeFile(join(workspace, '.claude/settings.local.json'), JSON.stringify(settings)),
      writeFile(join(workspace, '.mcp.json'), JSON.stringify({ mcpServers: { other: command } })),
      writeFile(join(workspace, 'CLAUDE.md'), 'Instructions of the folder.'),
      writeFile(join(workspace, 'secret.txt'), 'the password is swordfish'),
    ])
    const run = prepareRun(claudeModel, {
      tools: { echo: () => 'echo' },
      prompt: '/help @secret.txt @CLAUDE.md',
    })
    const events = await eventsOf(runner, run)
    assert.equal(textIn(events), 'Done.')
    const shown = JSON.stringify(server.requests.map(({ body }) => body))
    assert.ok(shown.includes('/help @secret.txt @CLAUDE.md'))
    assert.doesNotMatch(shown, /swordfish|Instructions of the folder/)
    for (const name of ['hooked', 'served']) assert.equal(existsSync(join(workspace, name)), false, name)
  })

  it('leaves alone what a repository has scheduled, and runs outside of it', async (test) => {
    const { runner, server, workspace } = await openClaude(test, [
      { calls: [call('echo')] },
      { text: 'Done.' },
    ])
    const file = join(workspace, '.claude/scheduled_tasks.json')
    const task = { id: 'aaaaaaa1', cron: '1 1 1 1 *', prompt: 'Planted words.', createdAt: 1_700_000_000_000 }
    const tasks = JSON.stringify({ tasks: [task] })
    await mkdir(join(workspace, '.claude'))
    await writeFile(file, tasks)
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    assert.equal(textIn(await eventsOf(runner, run)), 'Done.')
    const shown = JSON.stringify(server.requests.map(({ body }) => body))
    assert.doesNotMatch(shown, /Planted words/)
    assert.ok(
      shown.includes(JSON.stringify(JSON.stringify(workspace)).slice(1, -1)),
      'it knows where its tools work',
    )
    assert.equal(await readFile(file, 'utf8'), tasks)
  })

  it('answers a call whose id was used before, and goes on', async (test) => {
    const again = { id: 'same', ...call('echo', { text: 'a' }) }
    const odd = { id: 'x'.repeat(5000), ...call('echo', { text: 'b' }) }
    const { runner } = await openClaude(test, [
      { calls: [again] },
      { calls: [again, odd] },
      { text: 'Done.' },
    ])
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    assert.equal(textIn(await eventsOf(runner, run)), 'Done.')
    assert.deepEqual(
      run.calls.map(({ input }) => input),
      [{ text: 'a' }, { text: 'b' }],
    )
    assert.ok(run.calls.every(({ callId }) => callId.length <= 64))
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('tells of an overloaded service and goes on, and begins an answer anew that broke off', async (test) => {
    const { runner } = await openClaude(test, [
      { status: 529, message: 'Overloaded' },
      { text: 'A half sentence that nobody ends', cutAfter: 6 },
      { calls: [call('echo')] },
      { text: 'Done.' },
    ])
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    const events = await eventsOf(runner, run)
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.text, 'Done.')
    assert.ok(events.filter(({ type }) => type === 'retry').length >= 2)
    assert.equal(run.calls.length, 1)
    assert.doesNotMatch(JSON.stringify(run.saved), /half sentence/)
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('makes the calls that are whole in an answer that broke off, and no others', async (test) => {
    const { runner } = await openClaude(test, [
      { text: 'I go.', calls: [call('echo', { text: 'a' }), call('echo', { text: 'b' })], cutAfter: 12 },
      { text: 'Done.' },
    ])
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.text, 'Done.')
    assert.deepEqual(
      run.calls.map(({ input }) => input),
      [{ text: 'a' }],
    )
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('ends with an error, not with words, where the service refuses', async (test) => {
    const { runner } = await openClaude(test, [{ status: 401, message: 'invalid x-api-key' }])
    const run = prepareRun(claudeModel)
    const events = await eventsOf(runner, run)
    const last = events.at(-1)
    assert.ok(last?.type === 'error', JSON.stringify(last))
    assert.equal(last.error.code, 'unavailable')
    assert.match(last.error.hint ?? '', /key/)
    assert.equal(textIn(events), '')
    assert.deepEqual(run.saved, [])
  })

  it('says that the answer is not whole where it reached the longest', async (test) => {
    const cut = { text: 'and so on', finish: 'length' as const }
    const { runner } = await openClaude(test, () => cut)
    const events = await eventsOf(runner, prepareRun(claudeModel))
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.reason, 'cut_off')
  })

  it('ends its program where the reader leaves', async (test) => {
    const { runner, server } = await openClaude(test, [{ calls: [call('hang')] }, { text: 'never' }])
    const run = prepareRun(claudeModel, { tools: { hang: () => new Promise(() => {}) } })
    for await (const event of runner.run(run.request)) {
      if (event.type !== 'tool_event') continue
      assert.equal(processesFor(server.url).length > 0, true)
      break
    }
    assert.deepEqual(processesFor(server.url), [])
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('fails with what its program said where that ends early, without the key', async (test) => {
    const { runner, server } = await openClaude(test, [{ text: 'Hello.', hangAfter: 4 }])
    const run = prepareRun(claudeModel)
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type === 'text') for (const { pid } of processesFor(server.url)) process.kill(pid, 'SIGKILL')
    })
    const last = events.at(-1)
    assert.ok(last?.type === 'error', JSON.stringify(last))
    assert.equal(last.error.code, 'unavailable')
    assert.doesNotMatch(JSON.stringify(last), /sk-ant-test/)
  })
})
