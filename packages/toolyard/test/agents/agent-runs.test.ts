/** Runs of agents: what they do, what is kept of them, how they end. */
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Runner } from '../../src/agents/index.ts'
import { unpaired } from '../../src/agents/conformance/index.ts'
import { createToolyard, type ToolService } from '../../src/runtime/index.ts'
import type { AgentRecord } from '../../src/store/index.ts'
import { finish, openCompany, resultsOf, saidIn, waiting } from './company.ts'

const callEcho = (text: string) => ({ calls: [{ tool: 'echo', input: { text } }] })

describe('a run of an agent', () => {
  it('calls its tools through the pipeline and is written down with what was said', async (test) => {
    const { yard } = await openCompany(test, {
      helper: {
        turns: [{ text: 'Looking.', ...callEcho('one') }, { text: 'Done: {{lastResult}}' }],
        tools: ['echo'],
      },
    })
    const run = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Say one.\nPlease.' }))
    assert.deepEqual(resultsOf(run), [['echo', 'ok', 'echo: one']])
    assert.equal(run.events.filter(({ type }) => type === 'done' || type === 'error').length, 1)
    const { status, result, steps, agent, task, depth } = run.record
    assert.deepEqual(
      { status, result, steps, agent, task, depth },
      {
        status: 'done',
        result: 'Done: echo: one',
        steps: 2,
        agent: 'helper',
        task: 'Say one.\nPlease.',
        depth: 0,
      },
    )
    assert.deepEqual(await yard.runs.find(run.record.id), run.record)
    assert.deepEqual(saidIn(await yard.store.threads.messages(run.threadId)), [
      'user: Say one.\nPlease.',
      'assistant: Looking. (echo)',
      'tool: [echo ok]',
      'assistant: Done: echo: one',
    ])
    assert.equal((await yard.store.threads.find(run.threadId))?.title, 'Say one.')
    const [call] = await yard.calls({})
    assert.deepEqual(
      [call?.tool, call?.agent, call?.threadId, call?.origin, call?.id.startsWith(`${run.record.id}.`)],
      ['echo', 'helper', run.threadId, 'agent', true],
    )
  })

  it('is shown only the tools that it has and that no rule hides, and can call no other', async (test) => {
    const seen: string[][] = []
    const spy: Runner = {
      name: 'spy',
      async *run({ tools, runId, threadId, agent, model }) {
        yield { type: 'started', runId, threadId, agent: agent.name, model }
        seen.push((await tools.snapshot()).map(({ name }) => name))
        const calls = ['echo', 'task', 'time'].map((tool) => ({
          callId: tool,
          tool,
          input: { text: 'x' },
        }))
        const results = await tools.call(calls, () => {})
        seen.push(results.map(({ status, error }) => error?.code ?? status))
        yield {
          type: 'done',
          reason: 'finished',
          text: '',
          usage: { steps: 0, inputTokens: 0, outputTokens: 0 },
        }
      },
    }
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{}], tools: ['echo', 'task'], runner: 'spy' } },
      { runners: { spy }, policy: { mode: 'bypass', deny: ['task'] } },
    )
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x' }))
    assert.deepEqual(seen, [['echo'], ['ok', 'denied', 'tool_not_found']])
  })

  it('goes on with a thread, also in another process, with everything said before', async (test) => {
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-company-'))
    const database = `sqlite:${join(workspace, 'yard.db')}`
    const helper = { turns: [{ text: 'First.' }, { expect: 'And now', text: 'Second.' }], tools: ['echo'] }
    const { yard } = await openCompany(test, { helper }, { workspace, database })
    const first = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Begin.' }))
    await yard.close()
    await using other = await createToolyard({ workspace, database })
    const second = await finish(
      await other.runs.start({ agent: 'helper', prompt: 'And now?', threadId: first.threadId }),
    )
    assert.equal(second.record.status, 'done')
    assert.deepEqual(saidIn(await other.store.threads.messages(first.threadId)), [
      'user: Begin.',
      'assistant: First.',
      'user: And now?',
      'assistant: Second.',
    ])
    assert.deepEqual(
      (await other.runs.list({ threadId: first.threadId })).map(({ id }) => id),
      [second.record.id, first.record.id],
    )
  })

  it('has its thread for itself: a second run is refused with a sentence, until the first has ended', async (test) => {
    const { tool, begun } = waiting()
    const { yard } = await openCompany(
      test,
      {
        helper: { turns: [{ calls: [{ tool: 'wait' }] }], tools: ['wait'] },
        other: { turns: [{ text: 'x' }] },
      },
      { tools: [tool] },
    )
    const first = await yard.runs.start({ agent: 'helper', prompt: 'Wait.', threadId: 't' })
    await begun
    await assert.rejects(yard.runs.start({ agent: 'helper', prompt: 'Me too.', threadId: 't' }), {
      code: 'conflict',
      message: `thread "t" is at work already: run ${first.runId}`,
    })
    assert.equal(yard.runs.abort(first.runId), true)
    assert.equal((await first.done).status, 'stopped')
    await assert.rejects(yard.runs.start({ agent: 'other', prompt: 'x', threadId: 't' }), {
      code: 'conflict',
      message: /conversation of agent "helper"/,
    })
  })

  it('leaves a whole history where it is stopped, and stops its calls', async (test) => {
    const slow = waiting()
    const { yard } = await openCompany(
      test,
      {
        helper: {
          turns: [{ calls: [{ tool: 'wait' }, { tool: 'echo', input: { text: 'x' } }] }],
          tools: ['wait', 'echo'],
        },
      },
      { tools: [slow.tool] },
    )
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Wait.' })
    await slow.begun
    yard.runs.abort(run.runId)
    const { events, record } = await finish(run)
    assert.equal(slow.stopped, 1)
    assert.equal(record.status, 'stopped')
    const last = events.at(-1)
    assert.equal(last?.type === 'done' && last.reason, 'stopped')
    assert.deepEqual(unpaired(await yard.store.threads.messages(run.threadId)), [])
  })

  it('is stopped when Toolyard is closed, and none starts after', async (test) => {
    const slow = waiting()
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{ calls: [{ tool: 'wait' }] }], tools: ['wait'] } },
      { tools: [slow.tool] },
    )
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Wait.' })
    await slow.begun
    await yard.close()
    assert.equal((await run.done).status, 'stopped')
    assert.equal((await yard.store.runs.find(run.runId))?.status, 'stopped')
    await assert.rejects(yard.runs.start({ agent: 'helper', prompt: 'x' }), { code: 'closed' })
  })
})

describe('the limits of a run', () => {
  const endless = { turns: Array.from({ length: 20 }, () => callEcho('again')), tools: ['echo'] }

  it('come from the agent, else from the configuration, and one run may be given others', async (test) => {
    const { yard } = await openCompany(
      test,
      { own: { ...endless, settings: { maxSteps: 3 } }, usual: endless },
      { agents: { maxSteps: 2 } },
    )
    const stepsOf = async (agent: string, maxSteps?: number): Promise<number> => {
      const limits = maxSteps === undefined ? {} : { maxSteps }
      const { events, record } = await finish(await yard.runs.start({ agent, prompt: 'Go.', limits }))
      const last = events.at(-1)
      assert.equal(last?.type === 'done' && last.reason, 'max_steps')
      return record.steps
    }
    assert.equal(await stepsOf('own'), 3)
    assert.equal(await stepsOf('usual'), 2)
    assert.equal(await stepsOf('usual', 5), 5)
  })

  it('hold for tokens', async (test) => {
    const { yard } = await openCompany(test, { helper: { ...endless, settings: { maxTokens: 1 } } })
    const { events, record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Go.' }))
    const last = events.at(-1)
    assert.deepEqual([last?.type === 'done' && last.reason, record.steps], ['token_budget', 1])
  })

  it('that are none are refused by name', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [{}] } })
    await saveAsIs(yard, { settings: { maxSteps: 'many' } })
    await assert.rejects(yard.runs.start({ agent: 'helper', prompt: 'x' }), {
      code: 'invalid_config',
      message: /agent "helper": the setting maxSteps: "many"/,
    })
    await assert.rejects(createToolyard({ agents: { maxStep: 3 } as object }), { code: 'invalid_config' })
    await assert.rejects(createToolyard({ agents: { maxSteps: -1 } }), { code: 'invalid_config' })
  })
})

describe('a run that cannot start or go on', () => {
  it('names the agent, the model or the runner that is not there', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [{}] } })
    await saveAsIs(yard, { runner: 'lop' })
    await yard.agents.create({ name: 'bare' })
    const start = (agent: string) => yard.runs.start({ agent, prompt: 'x' })
    await assert.rejects(start('helpr'), { code: 'agent_not_found', hint: /"helper"/ })
    await assert.rejects(start('bare'), {
      code: 'invalid_config',
      message: /"bare" has no model/,
      hint: /--model/,
    })
    await assert.rejects(start('helper'), {
      code: 'invalid_config',
      message: /no runner "lop"\. Did you mean "loop"/,
    })
    assert.deepEqual(await yard.runs.list(), [])
    await assert.rejects(yard.runs.find('nope'), { code: 'not_found' })
  })

  it('fails with a last event where its script is missing, and leaves the thread free', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [{ text: 'Hi.' }] } })
    const request = { agent: 'helper', prompt: 'x', threadId: 't' }
    const run = await finish(await yard.runs.start({ ...request, model: 'scripted/none.json' }))
    const last = run.events.at(-1)
    assert.equal(last?.type === 'error' && last.error.code, 'not_found')
    assert.equal(run.record.status, 'failed')
    assert.match(run.record.error ?? '', /none\.json/)
    assert.equal((await finish(await yard.runs.start(request))).record.status, 'done')
  })

  it('fails where its runner throws or ends without a word', async (test) => {
    const runners: Record<string, Runner> = {
      throws: {
        name: 'throws',
        // oxlint-disable-next-line require-yield -- a runner that breaks its promise
        async *run() {
          throw new Error('broken')
        },
      },
      silent: { name: 'silent', async *run() {} },
    }
    const agents = { a: { turns: [{}], runner: 'throws' }, b: { turns: [{}], runner: 'silent' } }
    const { yard } = await openCompany(test, agents, { runners })
    for (const [agent, reason] of [
      ['a', /broken/],
      ['b', /ended without a last event/],
    ] as const) {
      const run = await finish(await yard.runs.start({ agent, prompt: 'x' }))
      assert.equal(run.events.at(-1)?.type, 'error')
      assert.match(run.record.error ?? '', reason)
    }
  })
})

/** As an agent may stand in the database that was saved before such things were checked. */
async function saveAsIs(yard: ToolService, over: Partial<AgentRecord>): Promise<void> {
  const helper = await yard.store.agents.find('helper')
  assert.ok(helper)
  await yard.store.agents.save({ ...helper, ...over })
}
