/** Calls that run in one process, followed and cancelled from others on the same database. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { ask, engineKinds, linesOf, token, until, urlOf } from './fleet-project.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({ toolFolders: ['tools'], builtins: [], policy: { allow: ['slow'] } })
`
/** Tells a part, then waits until the test lets it go on. */
const slow = `/** Tells what it does. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { name: String },
  permission: 'write',
  effects: 'db_write',
  async *execute({ name }, { workspace, signal, callId, progress }) {
    appendFileSync(join(workspace, 'marks.txt'), \`\${name} \${callId}\\n\`)
    for (let part = 1; part <= 3; part++) {
      yield \`\${name} \${part};\`
      while (!existsSync(join(workspace, \`go-\${name}-\${part}\`))) {
        if (name === 'chatty') progress({ message: 'waits' })
        await sleep(20, undefined, { signal })
      }
    }
    return 'told'
  },
})
`
const files = { 'toolyard.config.ts': config, 'tools/slow.ts': slow }

interface Told {
  readonly id: number
  readonly type: string
  readonly data: {
    readonly data?: unknown
    readonly result?: { readonly status: string; readonly error?: { readonly message: string } }
  }
}

/** Events of a stream, one by one. */
async function* told(response: Response): AsyncGenerator<Told, void, undefined> {
  assert.equal(response.status, 200)
  let text = ''
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, id, type, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (data !== undefined)
        yield { id: Number(id), type: type ?? '', data: JSON.parse(data) as Told['data'] }
    }
  }
}

async function next(
  events: AsyncGenerator<Told, void, undefined>,
  isIt: (event: Told) => boolean,
): Promise<Told> {
  for (let step = await events.next(); !step.done; step = await events.next())
    if (isIt(step.value)) return step.value
  throw new Error('the stream ended before')
}

const isPart = (text: string) => (event: Told) => event.type === 'chunk' && event.data.data === text

function headers(
  more: Record<string, string> = {},
  as = token,
): { readonly headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', ...more } }
}

async function startCall(url: string, name: string, accept = 'text/event-stream') {
  const response = fetch(`${url}/api/tools/slow/call`, {
    ...headers({ accept }),
    method: 'POST',
    body: JSON.stringify({ input: { name } }),
  })
  return { response }
}

async function idOf(project: Project, name: string): Promise<string> {
  const line = await until(
    async () => (await linesOf(project)).find((text) => text.startsWith(`${name} `)),
    `the start of ${name}`,
  )
  return line.slice(name.length + 1)
}

interface Reader {
  readonly after?: number
  readonly as?: string
}

const follow = (url: string, id: string, { after, as = token }: Reader = {}): Promise<Response> =>
  fetch(
    `${url}/api/calls/${id}/events`,
    headers(after === undefined ? {} : { 'last-event-id': String(after) }, as),
  )

async function cancel(url: string, id: string, as = token): Promise<{ cancelled: boolean; reason?: string }> {
  const response = await fetch(`${url}/api/calls/${id}`, { ...headers({}, as), method: 'DELETE' })
  return (await response.json()) as { cancelled: boolean; reason?: string }
}

const serving = [...named, 'serve', '--no-work', '--port', '0']

describe('calls of another process', () => {
  for (const { name: engine, environment } of engineKinds()) {
    it(`are followed, taken up where one left off, and cancelled, on ${engine}`, async () => {
      await using project = await Project.alone(files)
      const env = await environment()
      const [one, other] = await Promise.all(
        [project.start(serving, { env }), project.start(serving, { env })].map(urlOf),
      )
      assert.ok(one && other)
      const home = told(await (await startCall(one, 'a')).response)
      const id = await idOf(project, 'a')
      const first = await next(home, isPart('a 1;'))

      const there = told(await follow(other, id))
      assert.equal((await next(there, isPart('a 1;'))).id, first.id)
      await project.write('go-a-1', '')
      const second = await next(there, isPart('a 2;'))
      await there.return()
      await project.write('go-a-2', '')
      const again = told(await follow(other, id, { after: second.id }))
      const third = await again.next()
      assert.ok(!third.done && isPart('a 3;')(third.value), JSON.stringify(third))
      await project.write('go-a-3', '')
      const result = await next(again, ({ type }) => type === 'result')
      assert.equal(result.data.result?.status, 'ok')
      assert.equal((await next(home, ({ type }) => type === 'result')).id, result.id)
      // It is kept a while after its end, also for others.
      const late = told(await follow(other, id, { after: second.id }))
      assert.deepEqual(await late.next(), { done: false, value: third.value })

      const cut = told(await (await startCall(one, 'b')).response)
      const cutId = await idOf(project, 'b')
      const made = await ask(one, '/api/agents', { name: 'helper', toolIds: ['slow'] })
      assert.equal(made.status, 201)
      const { value } = (await (
        await ask(one, '/api/tokens', { name: 'its', role: 'agent', agent: 'helper' })
      ).json()) as { value: string }
      assert.deepEqual(await cancel(other, cutId, value), { cancelled: false })
      assert.equal((await follow(other, cutId, { as: value })).status, 404)
      assert.deepEqual(await cancel(other, cutId), { cancelled: true })
      const end = await next(cut, ({ type }) => type === 'result')
      assert.equal(end.data.result?.status, 'cancelled')
      assert.deepEqual(await cancel(other, cutId), { cancelled: false })
    })
  }

  it('are told from when one joins if they are no stream', async () => {
    await using project = await Project.alone(files)
    const env = { TOOLYARD_TOKEN: token }
    const [one, other] = await Promise.all(
      [project.start(serving, { env }), project.start(serving, { env })].map(urlOf),
    )
    assert.ok(one && other)
    const { response } = await startCall(one, 'a', 'application/json')
    const id = await idOf(project, 'a')
    const there = told(await joined(other, id))
    await project.write('go-a-1', '')
    const part = await next(there, isPart('a 2;'))
    const here = told(await follow(one, id))
    await project.write('go-a-2', '')
    assert.equal((await next(here, isPart('a 3;'))).id, (await next(there, isPart('a 3;'))).id)
    assert.equal(part.id, 1)
    await project.write('go-a-3', '')
    for (const events of [here, there]) {
      const { data } = await next(events, ({ type }) => type === 'result')
      assert.equal(data.result?.status, 'ok')
    }
    assert.equal(((await (await response).json()) as { status: string }).status, 'ok')
  })

  it('are told of when their process is killed', async () => {
    await using project = await Project.alone(files)
    const env = { TOOLYARD_TOKEN: token }
    const [dies, lives] = [project.start(serving, { env }), project.start(serving, { env })]
    const [one, other] = await Promise.all([dies, lives].map(urlOf))
    assert.ok(one && other)
    const made = (await startCall(one, 'a')).response
    const id = await idOf(project, 'a')
    const there = told(await follow(other, id))
    await next(there, isPart('a 1;'))
    await (await made).body?.cancel().catch(() => {})
    dies.child.kill('SIGKILL')
    await dies.ended
    const { data } = await next(there, ({ type }) => type === 'result')
    assert.equal(data.result?.status, 'unknown')
    const { cancelled, reason = '' } = await cancel(other, id)
    assert.equal(cancelled, false)
    assert.match(reason, /^The process that ran it is gone: whether the call did its work is not known\.$/)
  })

  it('are followed and cancelled from the command line', async () => {
    await using project = await Project.alone(files)
    const runs = project.start([...named, 'call', 'slow', 'name=chatty'])
    const id = await idOf(project, 'chatty')
    const follows = project.start([...named, '--json-output', 'calls', 'show', id, '--follow'])
    await follows.says(/"type":"progress"/)
    const { code, out } = await project.run([...named, 'calls', 'cancel', id])
    assert.deepEqual([code, out], [0, `cancelled ${id}\n`])
    assert.match((await runs.ended).err, /cancelled/)
    assert.match((await follows.ended).out, /"status":"cancelled"/)
    const again = await project.run([...named, 'calls', 'cancel', id])
    assert.deepEqual([again.code, again.out], [0, 'It has ended already.\n'])
  })
})

/** Its process listens once the call runs for a second. */
function joined(url: string, id: string): Promise<Response> {
  return until(async () => {
    const response = await follow(url, id)
    return response.status === 200 && response
  }, 'the stream')
}
