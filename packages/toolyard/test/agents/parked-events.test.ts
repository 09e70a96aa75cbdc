/** The events of a run that leaves its process while it waits, as its starter reads them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDurable } from './durable-yard.ts'

it('are told once, though they are read from two places', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-parked-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  const calling = (tool: string, text: string): object => ({ calls: [{ tool, input: { text } }] })
  const turns = [calling('mark', 'one'), calling('mark', 'two'), calling('pay', 'three'), { text: 'Done.' }]
  await writeFile(join(folder, 'script.json'), JSON.stringify(turns))
  await using yard = await openDurable(folder)
  await yard.agents.create({ name: 'worker', model: 'scripted/script.json', toolIds: ['mark', 'pay'] })
  const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.' })
  void run.gone.then(async () => {
    const [item] = await yard.inbox.list()
    await yard.inbox.approve(item?.id ?? '', { by: 'ann' })
  })
  const done: string[] = []
  for await (const event of run.events)
    if (event.type === 'tool_result' && event.result.status === 'ok') done.push(event.result.tool)
  assert.deepEqual(done, ['mark', 'mark', 'pay'])
})
