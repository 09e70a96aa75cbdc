/** A run whose process died after it wrote the end and before it told it. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDurable } from './durable-yard.ts'

it('is told to those who follow it, from its row', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-untold-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'script.json'), JSON.stringify([{ text: 'Done.' }]))
  await using yard = await openDurable(folder)
  await yard.agents.create({ name: 'worker', model: 'scripted/script.json' })
  const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.' })
  for await (const _ of run.events);
  const record = await run.done
  // As the dead process has left it: a row that has ended, a stream that has not.
  await yard.store.runs.save({ ...record, id: 'run_dead', files: undefined })
  const { bus } = await yard.installation.engine.shared()
  await bus.open('run run_dead', record.attempt).append({ type: 'text', delta: 'Do' })
  const told: object[] = []
  const readers = [0, 1].map(async (after) => {
    for await (const { event } of yard.runs.streams.watch('run_dead', after)) told.push(event)
  })
  await Promise.all(readers)
  const { usage: _, ...last } = told.at(-1) as { usage: unknown }
  assert.deepEqual(last, { type: 'done', reason: 'finished', text: 'Done.' })
  assert.equal(told.length, 3, 'the first words once, the end to both')
})
