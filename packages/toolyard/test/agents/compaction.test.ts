/** Conversations that are longer than their model takes, over many runs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { z } from 'zod'
import type { RunEvent } from '../../src/agents/index.ts'
import { type ModelServer, startModelServer, type Turns } from './model-server.ts'
import { finish } from './company.ts'

const contextLimit = 6000
const long = defineTool({
  name: 'long',
  description: 'Answers at length.',
  permission: 'read',
  inputSchema: z.strictObject({ text: z.string() }),
  execute: ({ text }) => `${text}: ${'many words '.repeat(120)}`,
})

interface Place {
  readonly yard: ToolService
  readonly server: ModelServer
  readonly say: (prompt: string) => Promise<{ readonly events: readonly RunEvent[]; readonly result: string }>
}

/** An agent with one tool, and a model that is asked over HTTP. */
async function open(
  test: { after(end: () => unknown): void },
  turns: Turns,
  settings: { readonly limit?: number } = {},
): Promise<Place> {
  const server = await startModelServer(turns)
  test.after(() => server[Symbol.asyncDispose]())
  const yard = await createToolyard({
    builtins: ['system'],
    policy: { mode: 'bypass' },
    tools: [long],
    models: {
      providers: { local: { baseUrl: `${server.url}/v1` } },
      limits: { 'local/*': settings.limit ?? contextLimit },
    },
  })
  test.after(() => yard.close())
  await yard.agents.create({ name: 'talker', model: 'local/m', prompt: 'You talk.', toolIds: ['long'] })
  return {
    yard,
    server,
    async say(prompt) {
      const run = await yard.runs.start({ agent: 'talker', prompt, threadId: 't' })
      const { events, record } = await finish(run)
      return { events, result: record.result ?? record.error ?? '' }
    },
  }
}

/** So much was said before; what matters stands in message 41. */
async function speak(yard: ToolService, count: number): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => {
    const text =
      index === 40 ? 'The code of the safe is 7719.' : `Word ${index + 1}. ${'So be it. '.repeat(30)}`
    const role = index % 2 === 0 ? ('user' as const) : ('assistant' as const)
    return { id: `m${index + 1}`, role, parts: [{ type: 'text' as const, text }], at: index }
  })
  await yard.store.threads.append({ id: 't', agent: 'talker' }, messages)
}

interface ChatMessage {
  readonly role: string
  readonly content: string
}

const isSummary = (body: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify((body['messages'] as ChatMessage[])[0]).includes('You summarise the beginning')
const messagesOf = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  (body['messages'] as ChatMessage[]).map((message) => JSON.stringify(message))

/** Calls once a run, and keeps in a summary what it is told to remember. */
const talk: Extract<Turns, (...given: never[]) => unknown> = ({ body }, index) => {
  const text = JSON.stringify(body['messages'])
  if (isSummary(body))
    return { text: `The word is ${/the word is (\w+)/i.exec(text)?.[1] ?? 'unknown'}. Talk went on.` }
  const last = (body['messages'] as ChatMessage[]).at(-1)
  return last?.role === 'user'
    ? { calls: [{ tool: 'long', input: { text: `run ${index}` } }] }
    : { text: `Answer ${index}.` }
}

describe('a conversation past the window of its model', () => {
  it('begins byte for byte as before in nearly every run, keeps what matters, and keeps nothing twice', async (test) => {
    const { yard, server, say } = await open(test, talk)
    await say('Remember that the word is heron.')
    let compactions = 0
    let equal = 0
    let before: readonly string[] = []
    let toolsBefore = ''
    for (let run = 0; run < 60; run++) {
      const from = server.requests.length
      const { events } = await say(`Question ${run}.`)
      compactions += events.filter(({ type }) => type === 'compacted').length
      const asked = server.requests.slice(from).filter(({ body }) => !isSummary(body))
      const [first] = asked
      assert.ok(first)
      const messages = messagesOf(first.body)
      const tools = JSON.stringify(first.body['tools'])
      if (before.every((message, index) => message === messages[index]) && tools === toolsBefore) equal++
      before = messagesOf(asked.at(-1)?.body ?? {})
      toolsBefore = tools
    }
    assert.ok(compactions >= 3, `${compactions} compactions`)
    assert.ok(equal >= 55, `${equal} of 60 with ${compactions} compactions`)
    assert.match(before.join('\n'), /The word is heron/)
    const view = await yard.store.threads.view('t')
    assert.match(view?.summary ?? '', /heron/)
    const said = await yard.store.threads.messages('t')
    assert.equal(said.filter(({ role }) => role === 'user').length, 61, 'the thread is whole')
  })

  it('is told by a list where the model makes no summary', async (test) => {
    const { say, server } = await open(test, (request, index) =>
      isSummary(request.body) ? { status: 400, message: 'no' } : talk(request, index),
    )
    await say('Find the heron.')
    const told = new Set<string>()
    for (let run = 0; run < 25; run++)
      for (const event of (await say(`Question ${run}.`)).events)
        if (event.type === 'compacted') told.add(event.by)
    assert.ok(told.has('list') && !told.has('model'), [...told].join())
    assert.match(messagesOf(server.requests.at(-1)?.body ?? {})[1] ?? '', /What was asked:.*Find the heron/)
  })

  it('gives its agent the tools to read what it is not shown, and these read it', async (test) => {
    const { say, server, yard } = await open(test, (request, index) => {
      const { body } = request
      const last = (body['messages'] as ChatMessage[]).at(-1)
      if (last?.content.includes('Look back.') === true)
        return { calls: [{ tool: 'read_thread', input: { find: 'word is' } }] }
      return talk(request, index)
    })
    await say('Remember: the secret word is heron.')
    for (let run = 0; run < 25; run++) await say(`Question ${run}.`)
    const names = JSON.stringify(server.requests.at(-1)?.body['tools'])
    assert.match(names, /read_result/)
    assert.match(names, /read_thread/)
    await say('Look back.')
    const [call] = await yard.journal.list({ tool: 'read_thread' })
    assert.equal(call?.status, 'ok')
    assert.match(
      JSON.stringify(server.requests.at(-1)?.body['messages']),
      /#1 user: Remember: the secret word is heron/,
    )
  })

  it('gives these tools in the very step in which it is made shorter', async (test) => {
    const { say, server, yard } = await open(test, ({ body }) => {
      if (isSummary(body)) return { text: 'They talked.' }
      const last = (body['messages'] as ChatMessage[]).at(-1)
      return last?.role === 'user'
        ? { calls: [{ tool: 'read_thread', input: { find: 'safe' } }] }
        : { text: last?.content ?? '' }
    })
    await speak(yard, 400)
    const { result } = await say('What is the code?')
    assert.match(result, /#41 user: The code of the safe is 7719/)
    assert.deepEqual(
      server.requests.map(({ body }) => (body['tools'] as unknown[] | undefined)?.length),
      [undefined, 3, 3],
    )
  })

  it('is shown whole again in the next run if it was stopped while a summary was made', async (test) => {
    const isAsked = Promise.withResolvers<void>()
    let summaries = 0
    const { say, yard } = await open(test, ({ body }) => {
      if (!isSummary(body)) return { text: 'Answer.' }
      isAsked.resolve()
      return summaries++ === 0 ? { text: 'They', hangAfter: 1 } : { text: 'They talked of a heron.' }
    })
    await speak(yard, 100)
    const run = await yard.runs.start({ agent: 'talker', prompt: 'Go.', threadId: 't' })
    await isAsked.promise
    assert.equal(yard.runs.abort(run.runId), true)
    assert.equal((await run.done).reason, 'stopped')
    assert.equal(await yard.store.threads.view('t'), undefined)
    const { events } = await say('And now?')
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'compacted' ? [event.by] : [])),
      ['model'],
    )
  })

  it('is not made longer by a summary that says more than it was asked for', async (test) => {
    const { say, yard } = await open(test, ({ body }) =>
      isSummary(body) ? { text: 'They talked at length. '.repeat(5000) } : { text: 'Answer.' },
    )
    await speak(yard, 100)
    assert.equal((await say('Go.')).result, 'Answer.')
    const { summary = '' } = (await yard.store.threads.view('t')) ?? {}
    assert.ok(summary.length < 8000, `${summary.length} characters`)
  })

  it('takes a prompt that is longer than the window, and the next one works', async (test) => {
    const { say, server } = await open(test, () => ({ text: 'I see.' }))
    assert.equal((await say(`Read this: ${'lorem ipsum '.repeat(20_000)}`)).result, 'I see.')
    assert.equal((await say('And now?')).result, 'I see.')
    const body = JSON.stringify(server.requests.at(-1)?.body['messages'])
    assert.match(body, /The rest of this message \(240,011 characters in all\) was left out/)
    assert.match(body, /And now\?/)
  })

  it('keeps as much room as is asked for the answer', async (test) => {
    const { yard, server } = await open(test, () => ({ text: 'Short.' }), { limit: 8000 })
    await yard.agents.update('talker', { settings: { maxOutputTokens: 3500 } })
    for (let run = 0; run < 20; run++) {
      const started = await yard.runs.start({
        agent: 'talker',
        prompt: `Question ${run}: ${'words '.repeat(300)}`,
        threadId: 't',
      })
      assert.equal((await finish(started)).record.status, 'done')
    }
    for (const { body } of server.requests.filter((request) => !isSummary(request.body))) {
      assert.equal(body['max_tokens'] ?? body['max_completion_tokens'], 3500)
      assert.ok(JSON.stringify(body['messages']).length / 3.5 < 4700)
    }
  })
})
