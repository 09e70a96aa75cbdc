/** Limits of agents that hold though their runs are in several processes. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Settings, ToolService } from '../../src/runtime/index.ts'
import type { RunRecord } from '../../src/store/index.ts'
import type { Turn } from './company.ts'
import { openDurable } from './durable-yard.ts'

const model = 'scripted/scripts/worker.json'

/** Where an agent says what its script lays down. */
async function folderWith(test: TestContext, turns: readonly Turn[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-limits-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  await writeFile(join(folder, 'scripts', 'worker.json'), JSON.stringify(turns))
  await using yard = await openDurable(folder, { engine: { work: false } })
  await yard.agents.create({ name: 'worker', model, toolIds: ['look', 'pay'] })
  return folder
}

describe('limits of agents in several processes', () => {
  it('hold for how many sub-agents are at work, and how fast the same is asked for', async (test) => {
    const folder = await folderWith(test, [{ calls: [{ tool: 'pay', input: { text: 'one' } }] }])
    const spawnIn = async (yards: readonly ToolService[], tasks: readonly string[]) => {
      const codes: string[] = []
      for (const [index, task] of tasks.entries()) {
        const yard = yards[index % yards.length]
        const { status, error } =
          (await yard?.call('spawn', { task, agent: 'worker' }, { threadId: 't' })) ?? {}
        codes.push(error?.code ?? status ?? '')
      }
      return codes
    }
    const options: Settings = { agents: { subAgents: { alive: 4, perTenSeconds: 2 } } }
    await using one = await openDurable(folder, options)
    await using other = await openDurable(folder, options)
    assert.deepEqual(await spawnIn([one, other], ['same', 'same', 'same']), ['ok', 'ok', 'rate_limited'])
    assert.deepEqual(await spawnIn([one, other], ['3', '4', '5']), ['ok', 'ok', 'budget_exhausted'])
    const many = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((task, index) =>
        (index % 2 === 0 ? one : other).call('spawn', { task, agent: 'worker' }, { threadId: 'u' }),
      ),
    )
    assert.equal(many.filter(({ status }) => status === 'ok').length, 4)
  })

  for (const [cost, reason] of [
    [10, 'cost_budget'],
    [0, 'finished'],
  ] as const)
    it(`count ${cost} that a run below has cost in another process`, async (test) => {
      const folder = await folderWith(test, [{ text: 'Done.' }])
      const row = (more: Pick<RunRecord, 'id' | 'status'> & Partial<RunRecord>): RunRecord => ({
        agent: 'worker',
        threadId: `thread of ${more.id}`,
        task: 'Go.',
        depth: 0,
        attempt: 1,
        steps: 1,
        inputTokens: 1,
        outputTokens: 1,
        startedAt: 1,
        ...more,
      })
      {
        await using before = await openDurable(folder, { engine: { work: false } })
        const plan = {
          workspace: before.installation.workspace,
          model,
          limits: { maxSteps: 5, maxCost: 5 },
          above: [],
          reports: false,
        }
        const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Go.' }], at: 1 } as const
        await before.store.runs.begin(row({ id: 'top', status: 'queued', plan, rootId: 'top' }), {
          title: 'Go.',
          messages: [{ ...message, runId: 'top' }],
        })
        const below = { id: 'below', parentId: 'top', rootId: 'top', depth: 1 } as const
        await before.store.runs.save(row({ ...below, status: 'done', cost, endedAt: 2 }))
      }
      const prices = { [model]: { input: 0.000_001, output: 0.000_001 } }
      await using yard = await openDurable(folder, { models: { prices } })
      const ended = await yard.runs.endOf('top')
      assert.equal(ended.reason, reason, JSON.stringify(ended))
    })
})
