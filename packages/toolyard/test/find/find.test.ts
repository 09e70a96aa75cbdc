/** `search` through the pipeline, over a database of each kind: one list, and only what the caller may see. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { defineTool, type Finding, textOf, type ToolResult } from '../../src/define/index.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../../src/runtime/index.ts'
import { Postgres } from '../helpers/postgres.ts'

const noted = defineTool({
  name: 'note_down',
  description: 'Keeps a note about an animal.',
  inputSchema: { text: String },
  permission: 'read',
  effects: 'none',
  execute: ({ text }) => `noted: ${text}`,
})

const files = {
  'src/kangaroo.ts': 'export const animal = 1\n',
  'docs/animals.md': '# Animals\n\nThe KANGAROO hops.\n袋鼠会跳。\n',
  'private/kangaroo.md': 'kangaroo, secretly\n',
  '.env': 'TOKEN=kangaroo\n',
  'deploy.key': 'kangaroo\n',
}

async function openYard(
  test: TestContext,
  database: string,
  options: ToolyardOptions = {},
): Promise<ToolService> {
  const workspace = await mkdtemp(join(tmpdir(), 'toolyard-find-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
  }
  const yard = await createToolyard({
    workspace,
    database: database === 'sqlite' ? `sqlite:${join(workspace, '.state/find.db')}` : database,
    builtins: ['files', 'collab', 'system'],
    tools: [noted],
    ...options,
    policy: { mode: 'bypass', ...options.policy },
  })
  test.after(async () => {
    await yard.close()
    await rm(workspace, { recursive: true, force: true })
  })
  return yard
}

interface Answer {
  readonly findings: readonly Finding[]
  readonly missing: readonly string[]
}

async function search(yard: ToolService, input: object, caller: object = {}): Promise<Answer> {
  const result: ToolResult = await yard.call('search', input, caller)
  assert.equal(result.status, 'ok', textOf(result))
  return result.data as Answer
}

async function ids(yard: ToolService, input: object, caller: object = {}): Promise<string[]> {
  return (await search(yard, input, caller)).findings.map(({ place, id }) => `${place} ${id}`)
}

let postgres: Postgres
let schema: () => Promise<string>
before(async () => {
  postgres = await Postgres.start()
  const database = await postgres.createDatabase()
  schema = () => postgres.createSchema(database)
})
after(() => postgres[Symbol.asyncDispose]())

const kinds: readonly (readonly [name: string, url: () => Promise<string>])[] = [
  ['memory', async () => 'memory:'],
  ['SQLite', async () => 'sqlite'],
  ['PostgreSQL', () => schema()],
]

for (const [kind, url] of kinds)
  describe(`search on ${kind}`, () => {
    it('finds tools, calls, tasks, posts, conversations, runs and files in one list, the exact name first', async (test) => {
      const yard = await openYard(test, await url())
      const ann = { principal: 'http:ann', threadId: 't' }
      await yard.call('note_down', { text: 'a kangaroo' }, { ...ann, callId: 'call-1' })
      await yard.call('task', { action: 'create', title: 'Feed the kangaroo' }, ann)
      const post = await yard.call('forum', { action: 'post', topic: 'animals', content: 'kangaroo!' }, ann)
      const said = {
        id: 'm',
        role: 'user' as const,
        parts: [{ type: 'text' as const, text: 'A kangaroo?' }],
        at: 5,
      }
      await yard.store.threads.append({ id: 'talk', principal: 'http:ann', title: 'Animals' }, [said])
      const run = {
        id: 'run-1',
        agent: 'a',
        threadId: 'talk',
        principal: 'http:ann',
        task: 'kangaroo',
        depth: 0,
        attempt: 1,
      }
      const how = {
        status: 'done' as const,
        attempt: 1,
        steps: 1,
        inputTokens: 0,
        outputTokens: 0,
        startedAt: 7,
      }
      await yard.store.runs.save({ ...run, ...how })
      const event = {
        title: 'Zoo',
        start: '2026-05-01T10:00',
        end: '2026-05-01T11:00',
        notes: 'See the kangaroo',
      }
      await yard.store.calendar.change('http:ann', { save: [{ id: 'e', zone: 'UTC', ...event }] }, 1)
      const { findings, missing } = await search(yard, { query: 'kangaroo', limit: 50 }, ann)
      const { posted } = post.data as { posted: { id: string } }
      const found = findings.map(({ place, id }) => `${place} ${id}`)
      for (const one of [
        'calls call-1',
        'tasks t#1',
        `forum ${posted.id}`,
        'threads talk',
        'runs run-1',
        'calendar e',
      ])
        assert.ok(found.includes(one), `${one} in ${found.join(', ')}`)
      for (const one of ['files src/kangaroo.ts', 'files docs/animals.md'])
        assert.ok(found.includes(one), one)
      assert.deepEqual(missing, [])
      assert.equal(found[0], 'runs run-1', 'its title is the query')
      assert.equal((await ids(yard, { query: 'note_down' }, ann))[0], 'tools note_down')
      assert.deepEqual(await ids(yard, { query: 'kangaroo', in: ['tasks'] }, ann), ['tasks t#1'])
    })

    it('shows nothing of another caller: no call, task, conversation or run', async (test) => {
      const yard = await openYard(test, await url())
      const bob = { principal: 'http:bob', threadId: 'bobs', agent: undefined }
      await yard.call('note_down', { text: 'wombat' }, bob)
      await yard.call('task', { action: 'create', title: 'wombat' }, bob)
      const said = {
        id: 'm',
        role: 'user' as const,
        parts: [{ type: 'text' as const, text: 'wombat' }],
        at: 5,
      }
      await yard.store.threads.append({ id: 'bobs', principal: 'http:bob' }, [said])
      const run = {
        id: 'run-1',
        agent: 'a',
        threadId: 'bobs',
        principal: 'http:bob',
        task: 'wombat',
        depth: 0,
        attempt: 1,
      }
      const how = {
        status: 'done' as const,
        attempt: 1,
        steps: 1,
        inputTokens: 0,
        outputTokens: 0,
        startedAt: 7,
      }
      await yard.store.runs.save({ ...run, ...how })
      const event = { id: 'e', zone: 'UTC', title: 'wombat', start: '2026-05-01', end: '2026-05-02' }
      await yard.store.calendar.change('http:bob', { save: [event] }, 1)
      assert.equal((await ids(yard, { query: 'wombat' }, bob)).length, 6)
      for (const other of [
        { principal: 'http:ann' },
        { principal: 'http:ann', threadId: 'x' },
        {},
        { principal: 'http:bo' },
      ])
        assert.deepEqual(await ids(yard, { query: 'wombat' }, other), [], JSON.stringify(other))
    })

    it('puts the newer first at the same score, and finds Chinese and mixed words', async (test) => {
      const yard = await openYard(test, await url())
      for (const [index, text] of ['季度报表', '季度报表', '其他'].entries())
        await yard.call('note_down', { text }, { callId: `call-${index}` })
      const calls = await search(yard, { query: '季度报表', in: ['calls'] })
      assert.deepEqual(
        calls.findings.map(({ id }) => id),
        ['call-1', 'call-0'],
      )
      assert.deepEqual(await ids(yard, { query: '报表 note', in: ['calls'], limit: 1 }), ['calls call-1'])
      assert.deepEqual(await ids(yard, { query: '袋鼠', in: ['files'] }), ['files docs/animals.md'])
      assert.deepEqual(
        await ids(yard, { query: '季度报表', in: ['calls'] }),
        ['calls call-1', 'calls call-0'],
        'no searches',
      )
    })
  })

describe('search', () => {
  it('keeps closed files closed: those that rules deny to grep, glob or search, and those with secrets', async (test) => {
    const query = { query: 'kangaroo', in: ['files'], limit: 50 }
    for (const deny of [
      ['grep(private/**)', 'glob(private/**)'],
      ['search(private/**)'],
      ['*(private/**)'],
    ]) {
      const yard = await openYard(test, 'memory:', { policy: { deny } })
      const found = await ids(yard, query)
      assert.deepEqual(found.toSorted(), ['files docs/animals.md', 'files src/kangaroo.ts'], deny.join())
    }
    const open = await openYard(test, 'memory:')
    const found = await ids(open, query)
    assert.ok(found.includes('files private/kangaroo.md'))
    assert.ok(!found.some((one) => /env|key/.test(one)), found.join())
  })

  it('gives an agent its own tools alone, and no file that its tools could not show it', async (test) => {
    const yard = await openYard(test, 'sqlite')
    await yard.agents.create({ name: 'finder', toolIds: ['search', 'note_down'] })
    const input = { query: 'note kangaroo read_file', in: ['tools', 'files'], limit: 50 }
    const { findings, missing } = await search(yard, input, { agent: 'finder' })
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['note_down'],
    )
    assert.match(missing.join('\n'), /^files: agent "finder" has no tool named "glob"/)
    assert.ok((await ids(yard, input)).includes('tools read_file'))
  })

  it('says what could not be searched, and asks the web only if it is named', async (test) => {
    const yard = await openYard(test, 'memory:', { builtins: ['system'] })
    const { findings, missing } = await search(yard, { query: 'kangaroo', in: ['files', 'web'] })
    assert.deepEqual(findings, [])
    assert.match(missing.join('\n'), /^files: .*glob.*\n.*grep.*\nweb: .*web_search/)
    assert.ok(!(await search(yard, { query: 'kangaroo' })).missing.some((one) => one.startsWith('web')))
    const result = await yard.call('search', { query: 'kangaroo', in: ['web'] })
    assert.match(textOf(result), /^Nothing found for "kangaroo"\..*\nNot searched: web: /)
  })

  it('takes the results of the web with those from here', async (test) => {
    const results = [
      { title: 'Kangaroo', url: 'https://example.com/k', snippet: 'It hops.\n[end] \u202e', age: '' },
    ]
    const web = defineTool({
      name: 'web_search',
      description: 'Searches the web.',
      inputSchema: { query: String, num_results: Number },
      permission: 'external',
      effects: 'network',
      execute: () => ({ results }),
    })
    const yard = await openYard(test, 'memory:', { tools: [noted, web] })
    const result = await yard.call('search', { query: 'kangaroo', in: ['web', 'files'] })
    const lines = textOf(result).split('\n')
    assert.equal(lines[1], '1. page https://example.com/k')
    assert.equal(lines[2], '   > Kangaroo | It hops. [end]')
    const denied = await openYard(test, 'memory:', { tools: [noted, web], policy: { deny: ['web_search'] } })
    assert.match((await search(denied, { query: 'kangaroo', in: ['web'] })).missing.join(), /^web: /)
  })

  it('takes hostile queries as words, and refuses those that are too long or empty', async (test) => {
    const yard = await openYard(test, 'sqlite')
    await yard.call('note_down', { text: 'near kangaroo' })
    for (const query of [
      '"',
      '*',
      'NEAR(kangaroo near)',
      'words:kangaroo',
      'kangaroo" OR "x',
      "'; drop table texts; --",
      '\\',
      '{a,b}*[',
      '--pre=x',
      '-e x',
    ])
      await search(yard, { query })
    assert.ok((await ids(yard, { query: '"kangaroo" NEAR(near*)', in: ['calls'] })).length > 0)
    for (const query of ['', 'x'.repeat(10_000), 'kangaroo\0near'])
      assert.equal((await yard.call('search', { query })).error?.code, 'invalid_arguments')
  })
})
