/** Triggers of real servers: several on one database, killed and started again, and one that starts a trigger of another. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf } from 'toolyard'
import { Project, type Running } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { until } from '../http/support.ts'
import { ended, nowSeconds, openTriggers, secret, type Sent, trigger } from './support.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  agents: { create: [{ name: 'helper', toolIds: ['slow'], model: 'scripted/script.json' }] },
  triggers: {
    hook: { tool: 'append', secret: '\${TRIGGER_SECRET}', perMinute: 1000 },
    slow: { tool: 'slow', secret: '\${SLOW_SECRET}' },
    look: { tool: 'look', secret: '\${LOOK_SECRET}' },
    ask: { tool: 'ask', secret: '\${ASK_SECRET}' },
    run: { agent: 'helper', secret: '\${RUN_SECRET}' },
  },
})
`

/** Of the names that it is given, all begin to run and leave a trace; some never end. */
const tool = (facts: string, mark: string, isEndless: boolean): string => `/** Leaves a trace. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { text: String },
  ${facts},
  async execute({ text }, { workspace }) {
    appendFileSync(join(workspace, '${mark}'), text + '\\n')
    ${isEndless ? 'await new Promise(() => setInterval(() => {}, 1000))' : ''}
    return 'done'
  },
})
`

const write = "permission: 'write', effects: 'local_state'"
const files = {
  'toolyard.config.ts': config,
  'tools/append.ts': tool(write, 'append.txt', false),
  'tools/slow.ts': tool(write, 'slow.txt', true),
  'tools/look.ts': tool("permission: 'read', effects: 'none'", 'look.txt', true),
  'tools/ask.ts': tool(`${write}, confirm: true`, 'ask.txt', false),
  'script.json': JSON.stringify([{ calls: [{ tool: 'slow', input: { text: 'agent' } }] }, { text: 'Done.' }]),
}

const keys: Readonly<Record<string, string>> = {
  TRIGGER_SECRET: secret,
  SLOW_SECRET: `slow-${secret}`,
  LOOK_SECRET: `look-${secret}`,
  ASK_SECRET: `ask-${secret}`,
  RUN_SECRET: `run-${secret}`,
}

interface Served {
  readonly running: Running
  readonly url: string
  readonly token: string
}

describe('triggers of real servers', () => {
  let project: Project
  before(async () => {
    project = await Project.make(files)
  })
  after(() => project[Symbol.asyncDispose]())

  async function serve(): Promise<Served> {
    const running = project.start([...named, 'serve', '--port', '0'], { env: keys })
    running.child.stdin.end()
    await running.says(/http:\/\/\S+\n/)
    const [, url = '', token = ''] = /(http:\/\/[^/\s]+)\/#token=(\S+)/.exec(running.out) ?? []
    return { running, url, token }
  }

  async function kill({ running }: Served): Promise<void> {
    running.child.kill('SIGKILL')
    await running.ended
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
  async function get<T>({ url, token }: Served, path: string): Promise<T> {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()) as T
  }

  const linesOf = async (file: string): Promise<string[]> =>
    existsSync(project.path(`work/${file}`))
      ? (await readFile(project.path(`work/${file}`), 'utf8')).trimEnd().split('\n')
      : []

  it('run a delivery once, whichever of two servers gets it, how often, and after both have ended', async () => {
    const servers = [await serve(), await serve()]
    const nonces = Array.from({ length: 10 }, () => randomUUID())
    const send = (served: Served, nonce: string): Promise<Sent> =>
      trigger(served, { text: nonce }, { nonce, at: nowSeconds() })
    const answers = await Promise.all(
      nonces.flatMap((nonce) => [...servers, ...servers].map((served) => send(served, nonce))),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal(answers.filter(({ body }) => body.duplicate === false).length, nonces.length)
    assert.equal(new Set(answers.map(({ body }) => body.callId)).size, nonces.length)
    await until(async () => (await linesOf('append.txt')).length >= nonces.length || undefined, 'the calls')
    for (const served of servers) await kill(served)
    const again = await serve()
    for (const nonce of nonces) assert.equal((await send(again, nonce)).body.duplicate, true)
    assert.deepEqual((await linesOf('append.txt')).toSorted(), nonces.toSorted())
    await kill(again)
  })

  it('tell what they had accepted and did not live to end', async () => {
    const served = await serve()
    const send = (on: Served, name: string): Promise<Sent> =>
      trigger(on, { text: name }, { name, key: `${name}-${secret}`, nonce: `the-one-delivery-${name}` })
    const names = ['slow', 'look', 'ask', 'run']
    // The moment it is accepted is enough: nothing is waited for.
    const answers = await Promise.all(names.map((name) => send(served, name)))
    await kill(served)
    for (const [index, { status, body }] of answers.entries())
      assert.equal(status, 202, `${names[index]}: ${JSON.stringify(body)}`)
    const again = await serve()
    for (const { body } of answers) {
      if (body.runId !== undefined) continue
      const found = await get<{ call?: { status: string } }>(again, `/api/calls/${body.callId}`)
      assert.equal(found.call?.status, 'unknown', body.callId)
    }
    // The run goes on where its process ended.
    const runId = answers.find(({ body }) => body.runId !== undefined)?.body.runId
    const attempts = await until(async () => {
      const run = await get<{ status: string; attempt: number }>(again, `/api/runs/${runId}`)
      return run.status === 'queued' ? undefined : run.attempt
    }, 'the run')
    assert.equal(attempts, 2)
    for (const name of names) assert.equal((await send(again, name)).body.duplicate, true, name)
    assert.deepEqual(await linesOf('ask.txt'), [])
    assert.ok((await linesOf('look.txt')).length <= 1)
    await kill(again)
  })
})

describe('remote_trigger', () => {
  it('starts a trigger of another Toolyard, once for one call', async (test) => {
    const { site, seen } = await openTriggers(test)
    const yard = await createToolyard({
      builtins: ['collab'],
      policy: { allow: ['remote_trigger(other)'] },
      network: { allow: [new URL(site.url).host] },
      environment: { OUT_SECRET: secret },
      remotes: { other: { url: `${site.url}/api/triggers/hook`, secret: '${OUT_SECRET}' } },
    })
    test.after(() => yard.close())
    const input = { action: 'call', name: 'other', payload: { text: '你好' } }
    const result = await yard.call('remote_trigger', input, { callId: 'order 1' })
    assert.equal(result.status, 'ok', textOf(result))
    const { answer, status } = result.data as { answer: string; status: number }
    assert.equal(status, 202)
    const { callId } = JSON.parse(answer) as { callId: string }
    assert.equal((await ended(site, callId)).status, 'ok')
    assert.deepEqual(seen, [{ text: '你好' }])
  })
})
