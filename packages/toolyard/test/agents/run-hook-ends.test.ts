/** What hooks of runs are told of their ends. */
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { RunHookSpec } from '../../src/define/index.ts'
import { until } from '../http/support.ts'
import { finish, openCompany } from './company.ts'

const call = (tool: string, input: object = {}) => ({ calls: [{ tool, input }] })
const clerk = { turns: [{ text: 'First.' }, { text: 'Second.' }] }

describe('hooks of the end of runs', () => {
  it('are told how every run ended', async (test) => {
    const broken = { turns: [{ expect: 'never said', text: 'x' }] }
    const talker = {
      turns: [{ text: 'On it.', calls: [{ tool: 'echo', input: { text: 'a' } }] }, { text: 'b' }],
    }
    const ended: unknown[] = []
    const hook: RunHookSpec = {
      name: 'ends',
      type: 'RUN_END',
      handler: ({ status, reason, text }) => void ended.push([status, reason, text]),
    }
    const { yard } = await openCompany(test, { broken, clerk, talker }, { hooks: [hook] })
    await finish(await yard.runs.start({ agent: 'broken', prompt: 'Go.' }))
    await finish(await yard.runs.start({ agent: 'clerk', prompt: 'Go.', signal: AbortSignal.abort() }))
    await finish(await yard.runs.start({ agent: 'talker', prompt: 'Go.', limits: { maxSteps: 1 } }))
    await finish(
      await yard.runs.start({ agent: 'clerk', prompt: 'Go.', output: { type: 'object', required: ['a'] } }),
    )
    await until(() => ended.length === 4 || undefined, 'four ends')
    assert.deepEqual(ended, [
      ['failed', 'unavailable', undefined],
      ['stopped', 'stopped', ''],
      ['incomplete', 'max_steps', 'On it.'],
      ['incomplete', 'invalid_output', 'Second.'],
    ])
  })

  it('are told of runs that only waited when they were stopped, those below them too', async (test) => {
    const ended: unknown[] = []
    const hook: RunHookSpec = {
      name: 'ends',
      type: 'RUN_END',
      handler: ({ agent, status, reason }) => void ended.push([agent, status, reason]),
    }
    const asker = {
      turns: [call('ask_user_question', { questions: [{ question: 'Which?' }] }), { text: 'ok' }],
      tools: ['ask_user_question'],
    }
    const boss = {
      turns: [call('spawn', { agent: 'asker', task: 'Ask.', wait: true }), { text: 'Done.' }],
      tools: ['spawn', 'ask_user_question'],
    }
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-hooks-'))
    const { yard } = await openCompany(
      test,
      { boss, asker },
      {
        hooks: [hook],
        workspace,
        database: `sqlite:${join(workspace, 'yard.db')}`,
        approvals: 'wait',
      },
    )
    const run = await yard.runs.start({ agent: 'boss', prompt: 'Go.' })
    await until(async () => {
      const runs = await yard.runs.list()
      return (runs.length === 2 && runs.every(({ status }) => status === 'waiting')) || undefined
    }, 'two runs that wait')
    assert.equal(await yard.runs.stop(run.runId), true)
    await until(() => ended.length === 2 || undefined, 'both ends')
    assert.deepEqual(ended, [
      ['asker', 'stopped', 'stopped'],
      ['boss', 'stopped', 'stopped'],
    ])
  })
})
