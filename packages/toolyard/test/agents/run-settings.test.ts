/** Settings of an agent and of one run: when it is over, how often a service is asked again, and what is refused. */
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { eventsOf, prepareRun } from '../../src/agents/conformance/index.ts'
import { defineTool } from '../../src/define/index.ts'
import { finish, openCompany } from './company.ts'
import type { ModelTurn } from './model-server.ts'
import { openLoop } from './open-loop.ts'
import { lastOf, takenStep } from './run-ends.ts'

const echoing = { calls: [{ tool: 'echo', input: { text: 'x' } }] }

const tools = { look: () => 'seen', find: () => 'found' }

describe('a stop condition', () => {
  const turns = [{ text: 'First.', ...echoing }, { text: 'Second: READY', ...echoing }, { text: 'Third.' }]
  const stops = async (test: Parameters<typeof openCompany>[0], settings: Record<string, unknown>) => {
    const { yard } = await openCompany(test, { helper: { turns, tools: ['echo'] } })
    return finish(await yard.runs.start({ agent: 'helper', prompt: 'Go.', settings }))
  }

  it('ends a run with the result of a tool', async (test) => {
    const { record, events } = await stops(test, { stopWhen: { tools: ['echo'] } })
    assert.deepEqual([record.status, record.reason, record.result], ['done', 'stop_condition', 'echo: x'])
    assert.equal(record.steps, 1)
    const last = lastOf(events)
    assert.ok(last.type === 'done' && last.text === 'echo: x')
  })

  it('ends a run after the step in which the model says a text, whose calls are made', async (test) => {
    const { record, events } = await stops(test, { stopWhen: { text: 'READY' } })
    assert.deepEqual([record.reason, record.result, record.steps], ['stop_condition', 'Second: READY', 2])
    assert.equal(events.filter(({ type }) => type === 'tool_result').length, 2)
  })

  it('may be a function of the step', async (test) => {
    const seen: unknown[] = []
    const { record } = await stops(test, {
      stopWhen: (step: { calls: readonly { tool: string }[]; usage: { steps: number } }) => {
        seen.push([step.calls.map(({ tool }) => tool), step.usage.steps])
        return step.usage.steps === 2
      },
    })
    assert.deepEqual(seen, [
      [['echo'], 1],
      [['echo'], 2],
    ])
    assert.deepEqual([record.reason, record.steps], ['stop_condition', 2])
  })

  it('that throws fails the run with what it said', async (test) => {
    const { record } = await stops(test, {
      stopWhen: () => {
        throw new Error('no idea')
      },
    })
    assert.deepEqual([record.status, record.error], ['failed', 'internal: no idea'])
  })

  it('does not count a call that failed', async (test) => {
    const { yard } = await openCompany(test, {
      helper: {
        turns: [{ calls: [{ tool: 'echo', input: { text: 1 } }] }, echoing, { text: 'never' }],
        tools: ['echo'],
        settings: { stopWhen: { tools: ['echo'] } },
      },
    })
    const { record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Go.' }))
    assert.deepEqual([record.result, record.steps], ['echo: x', 2])
  })

  it('ends a run with data: said beside calls, or as the result of a tool', async (test) => {
    const output = z.strictObject({ n: z.number() })
    const give = defineTool({
      name: 'give',
      description: 'Gives data.',
      permission: 'read',
      effects: 'none',
      execute: () => '{"n":2}',
    })
    const { yard } = await openCompany(
      test,
      {
        sayer: { turns: [echoing, { text: '{"n":1}', ...echoing }, { text: 'never' }], tools: ['echo'] },
        giver: { turns: [{ calls: [{ tool: 'give' }] }, { text: 'never' }], tools: ['give', 'echo'] },
        liar: { turns: [echoing, { text: 'never' }], tools: ['echo'] },
      },
      { tools: [give] },
    )
    const run = async (agent: string, stopWhen: { output?: boolean; tools?: readonly string[] }) => {
      const { record } = await finish(
        await yard.runs.start({ agent, prompt: 'Go.', output, settings: { stopWhen } }),
      )
      return [record.status, record.reason, record.output]
    }
    assert.deepEqual(await run('sayer', { output: true }), ['done', 'stop_condition', { n: 1 }])
    assert.deepEqual(await run('giver', { tools: ['give'] }), ['done', 'stop_condition', { n: 2 }])
    assert.deepEqual(await run('liar', { tools: ['echo'] }), ['incomplete', 'invalid_output', undefined])
    await assert.rejects(
      yard.runs.start({ agent: 'liar', prompt: 'Go.', settings: { stopWhen: { output: true } } }),
      /stopWhen\.output waits for data, and the run is asked for none/,
    )
  })

  it('that held when the process died ends the run in the one that takes it up', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'never' }])
    const settings = { stopWhen: { tools: ['look'] } }
    const run = prepareRun(model('openai'), { tools, settings, history: takenStep('seen before') })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done')
    assert.deepEqual([last.reason, last.text, server.requests.length], ['stop_condition', 'seen before', 0])
  })
})

describe('retry settings', () => {
  const failing = { status: 503, message: 'Closed' }
  const cases: readonly [string, Record<string, unknown>, turn: ModelTurn, asked: number][] = [
    ['say how often a service is asked', { attempts: 2 }, failing, 2],
    ['say which errors are worth it', { errors: ['rate_limited'] }, failing, 1],
    ['ask again for those that they name', { errors: ['unavailable'], attempts: 3 }, failing, 3],
    [
      'say how long a service may want to be left alone',
      { maxDelayMs: 10 },
      { status: 429, headers: { 'retry-after-ms': '20' } },
      1,
    ],
  ]
  for (const [what, retry, turn, asked] of cases)
    it(what, async (test) => {
      const { runner, model, server } = await openLoop(test, () => turn)
      const last = lastOf(await eventsOf(runner, prepareRun(model('openai'), { settings: { retry } })))
      assert.deepEqual([last.type, server.requests.length], ['error', asked])
    })

  it('hold for each model that the agent names', async (test) => {
    const { runner, model, server } = await openLoop(test, ({ api }) =>
      api === 'responses' ? failing : { text: 'Here.' },
    )
    const settings = { retry: { attempts: 2 }, fallbackModels: [model('anthropic')] }
    const last = lastOf(await eventsOf(runner, prepareRun(model('openai'), { settings })))
    assert.ok(last.type === 'done' && last.text === 'Here.')
    assert.deepEqual(
      server.requests.map(({ api }) => api),
      ['responses', 'responses', 'anthropic'],
    )
  })
})

describe('settings of a run', () => {
  it('go before those of its agent, and those that it does not name stay', async (test) => {
    const { runner, model, server } = await openLoop(test, () => ({ text: 'x' }))
    const { yard } = await openCompany(
      test,
      {
        helper: {
          turns: [],
          runner: 'given',
          settings: { temperature: 0.5, maxOutputTokens: 100, retry: { attempts: 2, maxDelayMs: 5 } },
        },
      },
      { agents: { model: model('local') }, runners: { given: runner } },
    )
    await finish(
      await yard.runs.start({
        agent: 'helper',
        prompt: 'x',
        model: model('local'),
        settings: { temperature: 0, retry: { attempts: 4 } },
      }),
    )
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', model: model('local') }))
    assert.deepEqual(
      server.requests.map(({ body }) => [body['temperature'], body['max_tokens']]),
      [
        [0, 100],
        [0.5, 100],
      ],
    )
  })

  const wrong: readonly [settings: Record<string, unknown>, says: RegExp][] = [
    [{ temprature: 1 }, /settings: "temprature" is not a setting\. Did you mean "temperature"\?/],
    [{ temperature: 3 }, /settings\.temperature: 3 is not a number from 0 to 2/],
    [{ maxSteps: 1.5 }, /settings\.maxSteps: 1\.5 is not a whole number from 1 to 10000/],
    [{ maxTokens: Infinity }, /settings\.maxTokens: Infinity is not a number from 0/],
    [{ toolChoice: '' }, /settings\.toolChoice: "" is not auto, required, none or the name of a tool/],
    [
      { toolChoice: 'eho' },
      /toolChoice names the tool "eho", which the agent does not have\. Did you mean "echo"\?/,
    ],
    [{ stopWhen: { tool: ['echo'] } }, /stopWhen: "tool" is not a setting\. Did you mean "tools"\?/],
    [
      { stopWhen: { tools: ['ecco'] } },
      /stopWhen\.tools names the tool "ecco", which the agent does not have/,
    ],
    [{ stopWhen: { text: '' } }, /stopWhen\.text: "" is not a text of 1 to 1000 characters/],
    [{ retry: { attempts: 100 } }, /retry\.attempts: 100 is not a whole number from 1 to 20/],
    [
      { retry: { maxDelayMs: 1e9 } },
      /retry\.maxDelayMs: 1000000000 is not a whole number of milliseconds from 0 to 3600000/,
    ],
    [
      { retry: { errors: ['timeuot'] } },
      /retry\.errors: "timeuot" is not one of rate_limited, unavailable, timeout/,
    ],
    [{ fallbackModels: [''] }, /fallbackModels: a list is not a list of at most 10 models/],
  ]
  for (const [settings, says] of wrong)
    it(`are refused when an agent is saved and when a run is started: ${JSON.stringify(settings)}`, async (test) => {
      const { yard } = await openCompany(test, { helper: { turns: [], tools: ['echo'] } })
      await assert.rejects(yard.agents.update('helper', { settings }), says)
      await assert.rejects(
        yard.runs.start({ agent: 'helper', prompt: 'x', settings }),
        (error: Error & { code?: string }) => {
          assert.match(error.message, says)
          return error.code === 'invalid_arguments'
        },
      )
      assert.deepEqual(await yard.runs.list(), [])
    })

  it('that no run could go by are refused when an agent is saved', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [], tools: ['echo'] } })
    await assert.rejects(
      yard.agents.update('helper', { settings: { output: { type: 'nonsense' } } }),
      /settings\.output: .*"nonsense" is not a JSON Schema type/,
    )
    await assert.rejects(
      yard.agents.update('helper', { settings: { fallbackModels: ['scripted/a.json', 'nobody/x'] } }),
      /agent "helper": model "nobody\/x": there is no provider "nobody"/,
    )
  })

  it('may not name a tool that the agent is about to lose', async (test) => {
    const { yard } = await openCompany(test, {
      helper: { turns: [], tools: ['echo'], settings: { toolChoice: 'echo' } },
    })
    await assert.rejects(yard.agents.update('helper', { toolIds: [] }), /toolChoice names the tool "echo"/)
    await yard.agents.update('helper', { prompt: 'Still there.' })
    await yard.agents.update('helper', { toolIds: [], settings: {} })
  })

  it('that only the loop knows are refused for the Claude runner', async (test) => {
    const { yard } = await openCompany(test, {
      helper: { turns: [], tools: ['echo'], settings: { toolChoice: 'required' } },
    })
    const says = /settings\.\w+: the runner "claude" does not know it/
    await assert.rejects(
      yard.agents.create({ name: 'c', runner: 'claude', settings: { retry: { attempts: 2 } } }),
      says,
    )
    await assert.rejects(yard.agents.update('helper', { runner: 'claude' }), says)
    await yard.agents.create({ name: 'c', runner: 'claude' })
    await assert.rejects(
      yard.runs.start({ agent: 'c', prompt: 'x', settings: { stopWhen: () => true } }),
      says,
    )
  })
})

describe('limits of one run', () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ maxSteps: Number.NaN }, /limits\.maxSteps: NaN is not a number from 0/],
    [{ maxTokens: -5 }, /limits\.maxTokens: -5 is not a number from 0/],
    [{ maxCost: '3' }, /limits\.maxCost: "3" is not a number from 0/],
    [{ maxStep: 3 }, /limits: "maxStep" is not a setting\. Did you mean "maxSteps"\?/],
    [null, /limits: null is not an object/],
  ]
  it('are refused if they limit nothing', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [], tools: ['echo'] } })
    for (const [limits, message] of wrong)
      await assert.rejects(yard.runs.start({ agent: 'helper', prompt: 'x', limits: limits as object }), {
        code: 'invalid_arguments',
        message,
      })
    assert.deepEqual(await yard.runs.list(), [])
  })

  it('may be infinite, also in another process', async (test) => {
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-limits-'))
    const database = `sqlite:${join(workspace, 'yard.db')}`
    const helper = { turns: [{ text: 'Done.' }] }
    const { yard } = await openCompany(test, { helper }, { workspace, database })
    const limits = { maxSteps: Infinity, maxTokens: Infinity, maxCost: Infinity }
    const { record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', limits }))
    assert.equal(record.reason, 'finished')
    const { plan } = (await yard.store.runs.find(record.id)) ?? {}
    assert.deepEqual(plan?.limits, { maxSteps: Number.MAX_SAFE_INTEGER })
  })
})
