/** Hooks of runs that take long: a summary stands for what was said, and people say more. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, defineTool, type ToolService, type ToolyardOptions } from 'toolyard'
import type { RunHookSpec } from 'toolyard/ports'
import { finish } from './company.ts'
import { startModelServer, type Turns } from './model-server.ts'

async function open(
  test: TestContext,
  turns: Turns,
  options: ToolyardOptions & { readonly hooks: readonly RunHookSpec[] },
): Promise<ToolService> {
  const server = await startModelServer(turns)
  test.after(() => server[Symbol.asyncDispose]())
  const yard = await createToolyard({
    models: { providers: { local: { baseUrl: `${server.url}/v1` } }, limits: { 'local/*': 4000 } },
    ...options,
  })
  test.after(() => yard.close())
  await yard.agents.create({ name: 'talker', model: 'local/m', prompt: 'You talk.', toolIds: ['gate'] })
  return yard
}

/** Waits until it is let go. */
function gate() {
  const begun = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'gate',
    description: 'Waits.',
    permission: 'read',
    effects: 'none',
    async execute() {
      begun.resolve()
      await free.promise
      return 'open'
    },
  })
  return { tool, begun: begun.promise, open: free.resolve }
}

describe('hooks of runs', () => {
  it('are told before a summary stands for what was said', async (test) => {
    const { tool } = gate()
    const told: unknown[] = []
    const hook: RunHookSpec = {
      name: 'keep',
      type: 'PRE_COMPACT',
      handler: ({ trigger, threadId, agent }) => void told.push([trigger, threadId, agent]),
    }
    const yard = await open(test, () => ({ text: 'many words '.repeat(300) }), {
      tools: [tool],
      hooks: [hook],
    })
    let compactions = 0
    for (let run = 0; run < 6; run++) {
      const { events } = await finish(
        await yard.runs.start({ agent: 'talker', prompt: `Question ${run}.`, threadId: 't' }),
      )
      compactions += events.filter((event) => event.type === 'compacted' && event.by !== 'cuts').length
    }
    assert.ok(compactions > 0)
    assert.equal(told.length, compactions)
    assert.deepEqual(told[0], ['auto', 't', 'talker'])
  })

  it('are asked about what people say to a run that goes on', async (test) => {
    const { tool, begun, open: letGo } = gate()
    const hook: RunHookSpec = {
      name: 'words',
      type: 'PROMPT_SUBMIT',
      handler: ({ prompt }) =>
        prompt.includes('secret')
          ? { action: 'deny', message: 'no secrets' }
          : { context: `About ${prompt}` },
    }
    const turns: Turns = [{ calls: [{ tool: 'gate', input: {} }] }, { text: 'Heard.' }, { text: 'Heard.' }]
    const yard = await open(test, turns, { tools: [tool], hooks: [hook] })
    const run = await yard.runs.start({ agent: 'talker', prompt: 'Go.', threadId: 't' })
    const ended = finish(run)
    await begun
    await assert.rejects(yard.runs.say(run.runId, { text: 'a secret' }), {
      code: 'denied_by_hook',
      message: 'no secrets',
    })
    await yard.runs.say(run.runId, { text: 'tea' })
    letGo()
    assert.equal((await ended).record.status, 'done')
    const said = (await yard.store.threads.messages('t'))
      .filter(({ role }) => role === 'user')
      .map(({ parts: [part] }) => part?.type === 'text' && part.text)
    assert.deepEqual(said, ['[A hook adds:]\nAbout Go.', 'Go.', '[A hook adds:]\nAbout tea\n\ntea'])
  })
})
