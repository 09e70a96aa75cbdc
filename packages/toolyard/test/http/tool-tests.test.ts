/** Tests of a tool over HTTP: saved from calls into the file that `toolyard check` reads, listed, run and deleted. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { folderFor, openSite, type Refusal, type Site } from './support.ts'

const add = `let calls = 0
export default {
  name: 'add',
  description: 'Adds numbers.',
  inputSchema: { left: Number, right: Number },
  permission: 'read',
  effects: 'none',
  examples: [{ title: 'One and one', input: { left: 1, right: 1 }, output: { sum: 2 } }],
  execute: ({ left, right }) => ({ sum: left + right + (left === 40 ? calls++ : 0) }),
}
`
const append = `export default {
  name: 'append',
  description: 'Appends a line.',
  inputSchema: { line: String },
  permission: 'write',
  effects: 'local_state',
  execute: ({ line }) => ({ line }),
}
`

interface Test {
  readonly id: string
  readonly title?: string
  readonly input: unknown
  readonly output?: unknown
  readonly isSaved: boolean
}
interface List {
  readonly items: readonly Test[]
  readonly file?: string
  readonly problem?: string
}
interface Run {
  readonly verdict: string
  readonly actual?: unknown
  readonly error?: { readonly code: string }
  readonly callId?: string
}

interface Yard {
  readonly site: Site
  readonly workspace: string
  readonly saved: () => Promise<unknown>
}

async function open(test: TestContext, options: object = {}): Promise<Yard> {
  const workspace = await folderFor(test)
  await mkdir(join(workspace, 'tools'))
  await writeFile(join(workspace, 'tools/add.mjs'), add)
  await writeFile(join(workspace, 'tools/append.mjs'), append)
  const toolFolders = [join(workspace, 'tools')]
  const site = await openSite(test, { workspace, toolFolders, policy: { mode: 'bypass' }, ...options })
  const file = join(workspace, 'tools/add.examples.json')
  return { site, workspace, saved: async () => JSON.parse(await readFile(file, 'utf8')) }
}

interface SaveBody {
  readonly by?: 'operator' | 'viewer'
  readonly call: string
  readonly as: string
  readonly title?: string
  readonly force?: boolean
}

async function save(site: Site, tool: string, { by: as = 'operator', ...body }: SaveBody) {
  return site.json<{ outcome: string; test: Test; notes: { code: string }[] } & Refusal>(
    'POST',
    `/api/tools/${tool}/tests`,
    { as, body },
  )
}

const codeOf = ({ error }: Refusal): unknown => (error.details as { code: string }[] | undefined)?.[0]?.code

describe('tests of a tool over HTTP', () => {
  it('are saved from a call beside the tool file, as check reads them, listed, run and deleted', async (test) => {
    const { site, saved } = await open(test)
    const { callId } = await site.call<{ callId: string }>('add', { left: 20, right: 22 })
    const asTest = await save(site, 'add', { call: callId, as: 'test', title: 'The answer' })
    assert.equal(asTest.body.outcome, 'added')
    const example = { title: 'The answer', input: { left: 20, right: 22 }, output: { sum: 42 } }
    assert.deepEqual(await saved(), { add: [example] })
    assert.equal((await save(site, 'add', { call: callId, as: 'test' })).body.outcome, 'unchanged')

    const { items, file } = await site.get<List>('/api/tools/add/tests', { as: 'viewer' })
    assert.equal(file, 'tools/add.examples.json')
    const [own, mine] = items
    assert.deepEqual([own?.id, own?.isSaved, mine?.isSaved], ['own-0', false, true])
    const run = (id = '') =>
      site.json<Run>('POST', `/api/tools/add/tests/${id}/run`, { as: 'operator' }).then(({ body }) => body)
    assert.equal((await run(own?.id)).verdict, 'passed')
    const passed = await run(mine?.id)
    assert.deepEqual([passed.verdict, passed.actual], ['passed', { sum: 42 }])
    const { call } = await site.get<{ call: object }>(`/api/calls/${passed.callId}`)
    assert.match(JSON.stringify(call), /"origin":"check".*the operator|the operator.*"origin":"check"/)

    const gone = await site.json<List>('DELETE', `/api/tools/add/tests/${mine?.id}`, { as: 'operator' })
    assert.deepEqual(
      gone.body.items.map(({ id }) => id),
      ['own-0'],
    )
    assert.equal((await site.json('DELETE', `/api/tools/add/tests/${mine?.id}`)).status, 404)
    assert.equal((await site.json('DELETE', '/api/tools/add/tests/own-0')).status, 404)
    assert.equal((await run(mine?.id)).verdict, undefined)
  })

  it('fail with what came instead of what was expected, and with the error of a call that failed', async (test) => {
    const { site } = await open(test)
    const { callId } = await site.call<{ callId: string }>('add', { left: 40, right: 2 })
    const { body } = await save(site, 'add', { call: callId, as: 'test' })
    const failed = await site.json<Run>('POST', `/api/tools/add/tests/${body.test.id}/run`)
    assert.deepEqual([failed.body.verdict, failed.body.actual], ['failed', { sum: 43 }])
  })

  it('are run and saved by operators, and looked at by viewers', async (test) => {
    const { site } = await open(test)
    const { callId } = await site.call<{ callId: string }>('add', { left: 1, right: 2 })
    assert.equal((await save(site, 'add', { by: 'viewer', call: callId, as: 'test' })).status, 403)
    for (const [method, path] of [
      ['POST', '/api/tools/add/tests/own-0/run'],
      ['DELETE', '/api/tools/add/tests/own-0'],
    ] as const)
      assert.equal((await site.json(method, path, { as: 'viewer' })).status, 403, path)
  })

  it('of calls that change something are saved on demand only, and not run where a person is asked', async (test) => {
    const { site } = await open(test, { policy: { ask: ['append(line=ask*)'], mode: 'bypass' } })
    const { callId } = await site.call<{ callId: string }>('append', { line: 'one' })
    const refused = await save(site, 'append', { call: callId, as: 'example' })
    assert.deepEqual([refused.status, codeOf(refused.body)], [400, 'changes'])
    const forced = await save(site, 'append', { call: callId, as: 'example', force: true })
    assert.equal(forced.body.outcome, 'added')
    assert.equal(forced.body.test.output, undefined)
    const file = join(site.yard.installation.workspace, 'tools/append.examples.json')
    await writeFile(file, JSON.stringify({ append: [{ input: { line: 'ask me' } }] }))
    const { items } = await site.get<List>('/api/tools/append/tests')
    const asks = await site.json<Run>('POST', `/api/tools/append/tests/${items[0]?.id}/run`)
    assert.deepEqual([asks.body.verdict, asks.body.callId], ['asks', undefined])
    assert.deepEqual((await site.get<{ items: unknown[] }>('/api/approvals')).items, [])
  })

  it('are not made of calls that failed, hold secrets, are of another tool or are not there', async (test) => {
    const { site } = await open(test)
    const failed = await site.call<{ callId: string }>('add', { left: 'x' })
    assert.equal(codeOf((await save(site, 'add', { call: failed.callId, as: 'test' })).body), 'not_ok')
    const other = await site.call<{ callId: string }>('append', { line: 'x' })
    assert.equal((await save(site, 'add', { call: other.callId, as: 'test' })).status, 404)
    const line = 'password: hunter2hunter2'
    const secret = await site.call<{ callId: string }>('append', { line })
    const body = { call: secret.callId, as: 'example', force: true }
    assert.equal(codeOf((await save(site, 'append', body)).body), 'secret')
    const echo = await site.call<{ callId: string }>('echo', { text: 'x' })
    assert.equal(codeOf((await save(site, 'echo', { call: echo.callId, as: 'test' })).body), 'no_file')
    assert.equal((await save(site, 'nothing', { call: 'x', as: 'test' })).status, 404)
  })

  it('are all kept where many are saved at once', async (test) => {
    const { site, saved } = await open(test)
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, left) => {
        const { callId } = await site.call<{ callId: string }>('add', { left, right: 7 })
        return callId
      }),
    )
    const answers = await Promise.all(ids.map((call) => save(site, 'add', { call, as: 'test' })))
    assert.deepEqual(
      answers.map(({ body }) => body.outcome),
      Array.from(ids, () => 'added'),
    )
    assert.equal(((await saved()) as { add: unknown[] }).add.length, 8)
  })

  it('never leave the folder of the tool, and never replace a file that is not theirs', async (test) => {
    const { site, workspace } = await open(test)
    const outside = join(await folderFor(test), 'target.json')
    await writeFile(outside, '{}')
    await symlink(outside, join(workspace, 'tools/add.examples.json'))
    const { callId } = await site.call<{ callId: string }>('add', { left: 1, right: 2 })
    const refused = await save(site, 'add', { call: callId, as: 'test' })
    assert.notEqual(refused.status, 200)
    assert.equal(await readFile(outside, 'utf8'), '{}')
    const broken = join(workspace, 'tools/append.examples.json')
    await writeFile(broken, 'not JSON')
    const list = await site.get<List>('/api/tools/append/tests')
    assert.match(list.problem ?? '', /^tools\/append\.examples\.json /)
    const other = await site.call<{ callId: string }>('append', { line: 'x' })
    assert.notEqual((await save(site, 'append', { call: other.callId, as: 'test', force: true })).status, 200)
    assert.equal(await readFile(broken, 'utf8'), 'not JSON')
  })

  it('are not written for a tool outside the workspace', async (test) => {
    const elsewhere = await folderFor(test)
    await writeFile(join(elsewhere, 'far.mjs'), add.replace("'add'", "'far'"))
    const { site } = await open(test, { toolFolders: [elsewhere] })
    const { callId } = await site.call<{ callId: string }>('far', { left: 1, right: 2 })
    assert.equal(codeOf((await save(site, 'far', { call: callId, as: 'test' })).body), 'no_file')
    assert.equal((await site.get<List>('/api/tools/far/tests')).file, undefined)
    assert.equal(existsSync(join(elsewhere, 'far.examples.json')), false)
  })
})

describe('arguments that are not valid', () => {
  it('are told by the path to each value, without secrets', async (test) => {
    const { site } = await open(test)
    interface Told {
      readonly error: { readonly problems: readonly { path: unknown; message: string }[] }
    }
    const told = await site.call<Told>('add', { left: 'password: hunter2hunter2', more: 1 })
    const paths = told.error.problems.map(({ path }) => path)
    assert.deepEqual(paths, [['more'], ['left']])
    assert.doesNotMatch(JSON.stringify(told), /hunter2/)
    const lacking = await site.call<Told>('add', { left: 1 })
    assert.deepEqual(lacking.error.problems, [
      { path: ['right'], message: 'is required', says: { key: 'fieldRequired', values: [] } },
    ])
  })
})
