/** Runs with settings of their own, taken up by another process. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { openDurable } from './durable-yard.ts'

async function folderWith(test: TestContext, agents: Readonly<Record<string, readonly object[]>>) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-settings-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  await using yard = await openDurable(folder, { engine: { work: false } })
  for (const [name, turns] of Object.entries(agents)) {
    await writeFile(join(folder, 'scripts', `${name}.json`), JSON.stringify(turns))
    await yard.agents.create({ name, model: `scripted/scripts/${name}.json`, toolIds: ['mark', 'pay'] })
  }
  return folder
}

const calling = (tool: string, text: string): object => ({ calls: [{ tool, input: { text } }] })

it('a run keeps the settings that it was given where another process takes it up', async (test) => {
  const folder = await folderWith(test, {
    worker: [calling('pay', 'one'), calling('mark', 'two'), { text: 'never' }],
  })
  await using door = await openDurable(folder, { engine: { work: false } })
  const settings = { stopWhen: { tools: ['mark'] }, maxSteps: 7 }
  const run = await door.runs.start({ agent: 'worker', prompt: 'Go.', settings })
  {
    await using worker = await openDurable(folder)
    for await (const { event } of worker.runs.streams.watch(run.runId, 0))
      if (event.type === 'tool_call') break
  }
  await using next = await openDurable(folder)
  const asked = Promise.withResolvers<string>()
  const look = setInterval(() => {
    void next.inbox.list().then(([item]) => item && asked.resolve(item.id))
  }, 20)
  await next.inbox.approve(await asked.promise, { by: 'ann' })
  clearInterval(look)
  const { result, reason, plan, attempt } = await run.done
  assert.deepEqual([result, reason, plan?.limits.maxSteps], ['marked two', 'stop_condition', 7])
  assert.deepEqual(plan?.settings, settings)
  assert.ok(attempt > 1)
})

it('a run with a function among its settings stays in its process', async (test) => {
  const folder = await folderWith(test, { worker: [calling('mark', 'one'), { text: 'never' }] })
  await using door = await openDurable(folder, { engine: { work: false } })
  const run = await door.runs.start({ agent: 'worker', prompt: 'Go.', settings: { stopWhen: () => true } })
  const { plan, reason } = await run.done
  assert.deepEqual([plan, reason], [undefined, 'stop_condition'])
})
