/** What runs of agents used and how they ended, in the figures for Prometheus. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { folderFor, openSite } from './support.ts'

it('the figures tell runs by their end, tokens, cost, and how long models took', async (test) => {
  const workspace = await folderFor(test)
  await writeFile(join(workspace, 'script.json'), JSON.stringify([{ text: 'One.' }]))
  const model = 'scripted/script.json'
  const prices = { [model]: { input: 1_000_000, output: 1_000_000 } }
  const site = await openSite(test, { workspace, models: { prices } })
  await site.yard.agents.create({ name: 'helper 1', model })
  const { inputTokens, outputTokens } = await (
    await site.yard.runs.start({ agent: 'helper 1', prompt: 'x' })
  ).done
  await (
    await site.yard.runs.start({ agent: 'helper 1', prompt: 'x', model: 'scripted/none.json' })
  ).done
  const text = await (await site.send('GET', '/metrics')).text()
  const agent = 'agent="helper 1"'
  const lines = [
    'toolyard_runs_running 0',
    `toolyard_runs_total{${agent},status="done",reason="finished"} 1`,
    `toolyard_runs_total{${agent},status="failed",reason="not_found"} 1`,
    `toolyard_run_cost_total{${agent}} ${inputTokens + outputTokens}`,
    `toolyard_model_requests_total{model="${model}",outcome="ok"} 1`,
    `toolyard_run_tokens_total{${agent},type="input"} ${inputTokens}`,
    `toolyard_run_tokens_total{${agent},type="output"} ${outputTokens}`,
    `toolyard_model_duration_seconds_count{model="${model}"} 1`,
  ]
  for (const line of lines) assert.ok(text.split('\n').includes(line), `${line}\n${text}`)
})
