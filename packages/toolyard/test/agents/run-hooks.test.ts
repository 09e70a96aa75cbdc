/** Hooks of runs: functions, and programs as Claude Code starts them. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Runner } from '../../src/agents/index.ts'
import type { HookCommand, RunHookSpec } from '../../src/define/index.ts'
import type { Settings } from '../../src/runtime/index.ts'
import { until } from '../http/support.ts'
import { type AgentOfTest, type Company, finish, openCompany, saidIn } from './company.ts'

const call = (tool: string, input: object = {}) => ({ calls: [{ tool, input }] })
const clerk = {
  turns: [
    { text: 'First.' },
    { text: 'Second.' },
    { text: 'Third.' },
    { text: 'Fourth.' },
    { text: 'Fifth.' },
  ],
}

/** A program of Node: what it was told is in `event`. */
function script(source: string): HookCommand {
  const read = `let text = ''; for await (const part of process.stdin) text += part; const event = JSON.parse(text);`
  return { command: process.execPath, args: ['--input-type=module', '-e', `${read} ${source}`] }
}

/** Writes every event as a line of `events.jsonl` in the workspace. */
const writes = script(
  `(await import('node:fs')).appendFileSync('events.jsonl', JSON.stringify({ ...event, at: process.cwd() }) + '\\n')`,
)

type Event = Readonly<Record<string, unknown>>

async function eventsIn({ folder }: Company): Promise<readonly Event[]> {
  const text = await readFile(join(folder, 'events.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
}

async function open(
  test: TestContext,
  hooks: readonly RunHookSpec[],
  { agents = { clerk }, ...more }: { agents?: Record<string, AgentOfTest> } & Omit<Settings, 'agents'> = {},
): Promise<Company> {
  return openCompany(test, agents, { hooks, ...more })
}

/** Says what it was told instead of asking a model. */
const spy: Runner = {
  name: 'spy',
  async *run(request) {
    const { agent, history, runId, threadId } = request
    yield { type: 'started', runId, threadId, agent: agent.name, model: 'none' }
    const text = JSON.stringify({ prompt: agent.prompt, said: saidIn(history) })
    await request.save([
      { id: `${runId}-1`, role: 'assistant', parts: [{ type: 'text', text }], runId, at: 1 },
    ])
    yield { type: 'done', reason: 'finished', text, usage: { steps: 1, inputTokens: 0, outputTokens: 0 } }
  },
}

describe('hooks of runs that are programs', () => {
  it('are told of a run in the shapes of Claude Code', async (test) => {
    const types = ['RUN_START', 'PROMPT_SUBMIT', 'RUN_STOP', 'RUN_END'] as const
    const hooks = types.map((type): RunHookSpec => ({ name: `log ${type}`, type, handler: writes }))
    const company = await open(test, hooks)
    const { record, threadId } = await finish(
      await company.yard.runs.start({ agent: 'clerk', prompt: 'Hello.' }),
    )
    const events = await until(async () => {
      const found = await eventsIn(company)
      return found.length === 4 ? found : undefined
    }, 'four events')
    const shared = { session_id: threadId, cwd: company.folder, at: company.folder, agent_type: 'clerk' }
    const run = { ...shared, run_id: record.id }
    assert.deepEqual(events, [
      { ...run, hook_event_name: 'UserPromptSubmit', prompt: 'Hello.' },
      { ...run, hook_event_name: 'SessionStart', source: 'startup', model: 'scripted/scripts/clerk.json' },
      {
        ...run,
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: 'First.',
      },
      { ...run, hook_event_name: 'SessionEnd', reason: 'other', status: 'done', end_reason: 'finished' },
    ])
    const again = await finish(await company.yard.runs.start({ agent: 'clerk', prompt: 'Again.', threadId }))
    assert.equal(again.record.status, 'done')
    const started = (await eventsIn(company)).filter(({ source }) => source !== undefined)
    assert.deepEqual(
      started.map(({ source }) => source),
      ['startup', 'resume'],
    )
  })

  it('refuse a prompt by exit code 2 or by their answer, and nothing is kept of it', async (test) => {
    const handler = script(
      `if (event.prompt.includes('code')) { console.error('not by code'); process.exit(2) }
       if (event.prompt.includes('answer')) console.log(JSON.stringify({ decision: 'block', reason: 'not by answer' }))
       if (event.prompt.includes('stop')) console.log(JSON.stringify({ continue: false, stopReason: 'not like this' }))`,
    )
    const { yard } = await open(test, [{ name: 'gate', type: 'PROMPT_SUBMIT', handler }])
    for (const [prompt, message] of [
      ['by code', 'not by code'],
      ['by answer', 'not by answer'],
      ['by stop', 'not like this'],
    ] as const)
      await assert.rejects(yard.runs.start({ agent: 'clerk', prompt, threadId: 't' }), {
        code: 'denied_by_hook',
        message,
      })
    assert.deepEqual(await yard.store.threads.messages('t'), [])
    assert.deepEqual(await yard.runs.list(), [])
    const { record } = await finish(await yard.runs.start({ agent: 'clerk', prompt: 'fine', threadId: 't' }))
    assert.equal(record.result, 'First.')
  })

  it('ask an agent to go on, at most three times', async (test) => {
    const handler = script(
      `console.log(JSON.stringify({ decision: 'block', reason: 'more, active: ' + event.stop_hook_active }))`,
    )
    const company = await open(test, [{ name: 'more', type: 'RUN_STOP', handler }])
    const { record, threadId } = await finish(
      await company.yard.runs.start({ agent: 'clerk', prompt: 'Hello.' }),
    )
    assert.equal(record.result, 'Fourth.')
    assert.deepEqual(saidIn(await company.yard.store.threads.messages(threadId)), [
      'user: Hello.',
      'assistant: First.',
      'user: [A hook asks you to go on.]\nmore, active: false',
      'assistant: Second.',
      'user: [A hook asks you to go on.]\nmore, active: true',
      'assistant: Third.',
      'user: [A hook asks you to go on.]\nmore, active: true',
      'assistant: Fourth.',
    ])
  })

  it('let an agent stop whose hook says continue: false', async (test) => {
    const handler = script(`console.log(JSON.stringify({ continue: false, decision: 'block', reason: 'x' }))`)
    const { yard } = await open(test, [{ name: 'stop', type: 'RUN_STOP', handler }])
    const { record } = await finish(await yard.runs.start({ agent: 'clerk', prompt: 'Hello.' }))
    assert.equal(record.result, 'First.')
  })

  it('tell the model what they print, or answer as additionalContext', async (test) => {
    const start = script(`console.log('The day is ' + event.source + '.')`)
    const prompt = script(
      `console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'About ' + event.prompt } }))`,
    )
    const { yard } = await open(
      test,
      [
        { name: 'day', type: 'RUN_START', handler: start },
        { name: 'about', type: 'PROMPT_SUBMIT', handler: prompt },
      ],
      { agents: { clerk: { turns: [{ text: 'x' }], runner: 'spy' } }, runners: { spy } },
    )
    const { record } = await finish(await yard.runs.start({ agent: 'clerk', prompt: 'tea' }))
    assert.deepEqual(JSON.parse(record.result ?? ''), {
      prompt: 'The day is startup.',
      said: ['user: [A hook adds:]\nAbout tea', 'user: tea'],
    })
  })

  it('that fail, hang or answer nonsense are told, and the run goes on', async (test) => {
    const bad: readonly RunHookSpec[] = [
      { name: 'crash', type: 'RUN_START', handler: script('process.exit(3)') },
      {
        name: 'slow',
        type: 'PROMPT_SUBMIT',
        handler: script('await new Promise(() => setInterval(() => {}, 1000))'),
        timeoutMs: 200,
      },
      { name: 'typo', type: 'RUN_STOP', handler: script(`console.log('{"decison":"block"}')`) },
      { name: 'too much', type: 'RUN_START', handler: () => ({ action: 'deny' }) },
    ]
    for (const [index, words] of [/exit code 3/, /200 ms/, /decison/, /a RUN_START hook can't/].entries()) {
      const hook = bad[index]
      assert.ok(hook)
      const { yard } = await open(test, [hook])
      const { record } = await finish(await yard.runs.start({ agent: 'clerk', prompt: 'Hello.' }))
      assert.equal(record.result, 'First.')
      const told = yard.problems.filter(({ file }) => file === 'hooks').map(({ reason }) => reason)
      assert.match(told.join('\n'), words)
    }
  })

  it('that fail closed refuse the prompt', async (test) => {
    const handler = script('process.exit(3)')
    const { yard } = await open(test, [{ name: 'gate', type: 'PROMPT_SUBMIT', handler, onFailure: 'deny' }])
    await assert.rejects(yard.runs.start({ agent: 'clerk', prompt: 'x' }), {
      code: 'denied_by_hook',
      message: /"gate".*exit code 3/,
    })
  })
})

describe('hooks of runs', () => {
  it('are told when a sub-agent wants to stop, and may let it go on', async (test) => {
    const boss = {
      turns: [call('spawn', { task: 'Look.', agent: 'clerk', wait: true }), { text: '{{lastResult}}' }],
      tools: ['spawn'],
    }
    const seen: unknown[] = []
    const company = await open(
      test,
      [
        { name: 'program', type: 'SUB_AGENT_STOP', handler: writes },
        {
          name: 'once more',
          type: 'SUB_AGENT_STOP',
          handler({ isAskedAgain, text, parentId, agent }) {
            seen.push([agent, text, isAskedAgain, parentId])
            return isAskedAgain ? undefined : { action: 'deny', message: 'Once more.' }
          },
        },
        { name: 'prompts', type: 'PROMPT_SUBMIT', handler: ({ prompt }) => void seen.push(prompt) },
        { name: 'stops', type: 'RUN_STOP', handler: ({ text }) => void seen.push(text) },
      ],
      { agents: { boss, clerk } },
    )
    const { record, threadId } = await finish(await company.yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    assert.deepEqual(seen, [
      'Go.',
      ['clerk', 'First.', false, record.id],
      ['clerk', 'Second.', true, record.id],
      'Second.',
    ])
    const [below] = await company.yard.runs.list({ parentId: record.id })
    const [event] = await eventsIn(company)
    assert.deepEqual(
      [event?.['hook_event_name'], event?.['session_id'], event?.['agent_id'], event?.['agent_type']],
      ['SubagentStop', threadId, below?.id, 'clerk'],
    )
  })

  it('are told when a person is asked, once for each request', async (test) => {
    const asker = {
      turns: [
        call('echo', { text: 'a' }),
        call('ask_user_question', { questions: [{ question: 'Which?' }] }),
        { text: 'ok' },
      ],
      tools: ['echo', 'ask_user_question'],
    }
    const company = await open(test, [{ name: 'bell', type: 'NOTIFICATION', handler: writes }], {
      agents: { asker },
      policy: { ask: ['echo'] },
      approvals: 'wait',
    })
    const { inbox, runs } = company.yard
    const asked = async (kind: string) => (await inbox.list()).find((item) => item.kind === kind)
    const ended = finish(await runs.start({ agent: 'asker', prompt: 'Go.' }))
    const approval = await until(() => asked('approval'), 'a request')
    await inbox.approve(approval.id, { by: 'ann' })
    const question = await until(() => asked('question'), 'a question')
    await inbox.answer(question.id, 'red', { by: 'ann' })
    assert.equal((await ended).record.result, 'ok')
    const events = await until(async () => {
      const found = await eventsIn(company)
      return found.length > 1 ? found : undefined
    }, 'two events')
    const told = events.map((event) =>
      ['hook_event_name', 'notification_type', 'message', 'request_id'].map((key) => event[key]),
    )
    assert.deepEqual(told, [
      ['Notification', 'permission_prompt', 'asker needs your permission to use echo', approval.id],
      ['Notification', 'elicitation_dialog', 'asker has a question: Which?', question.id],
    ])
  })

  it('are asked before a conversation is made shorter', async (test) => {
    const company = await open(test, [
      { name: 'program', type: 'PRE_COMPACT', handler: writes },
      {
        name: 'keep',
        type: 'PRE_COMPACT',
        handler: ({ trigger }) => (trigger === 'auto' ? undefined : false),
      },
    ])
    const facts = { runId: 'run_1', threadId: 't', agent: 'clerk', principal: 'local' }
    const { runs } = company.yard.hooks
    assert.deepEqual(await runs.beforeCompaction({ ...facts, trigger: 'auto', instructions: 'names' }), {})
    assert.deepEqual(await runs.beforeCompaction({ ...facts, trigger: 'manual' }), {
      blocked: 'hook "keep" says no',
      context: undefined,
    })
    const [event] = await eventsIn(company)
    assert.deepEqual(
      [event?.['hook_event_name'], event?.['trigger'], event?.['custom_instructions']],
      ['PreCompact', 'auto', 'names'],
    )
  })
})
