/**
 * What a step of our loop costs beside a step of `generateText`, and what a long run keeps.
 *
 * @module
 */
import { generateText, isStepCount, jsonSchema, tool } from 'ai'
import type { LongRun } from '../children/long-run.ts'
import { runChild } from '../children/run-child.ts'
import { compare, effortFor, figureOf, ratioOf } from '../harness.ts'
import { heapLine } from '../heap-line.ts'
import { lastWords, sampleTools, scriptedModel } from '../loop/loop-sample.ts'
import { openOurLoop } from '../loop/our-loop.ts'
import type { Contender } from '../peer.ts'
import { atMost } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { smallSample } from '../small-sample.ts'

const steps = 20
const ourName = 'the loop, calls through the pipeline'
const theirName = 'ai generateText, plain functions'

export const loop: Scenario = {
  name: 'loop',
  title: `A step of the loop, scripted model, ${sampleTools.length} tools (CPU per step)`,
  run: async ({ quick }) => {
    const ours = await openOurLoop()
    const contenders = [contender(ourName, () => ours.run(steps)), contender(theirName, generate)]
    const figures = await compare({ ...smallSample, answers: [lastWords] }, contenders, effortFor(quick))
    await ours.close()
    const { first, last } = await runChild<LongRun>('long-run', [quick ? 105 : 1000])
    return [
      {
        what: ourName,
        ours: figureOf(figures, ourName) / steps,
        unit: 'µs',
        reference: { name: theirName, value: figureOf(figures, theirName) / steps },
        ratio: ratioOf(figures, ourName, theirName),
        bar: atMost(1),
      },
      heapLine(`heap that a run of ${quick ? 105 : 1000} steps keeps more than one of 100`, last - first, 1),
    ]
  },
}

function contender(name: string, call: () => Promise<string>): Contender {
  return { name, validates: false, call, textOf: String }
}

const tools = Object.fromEntries(
  sampleTools.map(({ name, description, schema, execute }) => [
    name,
    tool({ description, inputSchema: jsonSchema<{ key: string; limit: number }>(schema), execute }),
  ]),
)

async function generate(): Promise<string> {
  const { text } = await generateText({
    model: scriptedModel(steps),
    instructions: 'You find records.',
    prompt: 'Find all records.',
    tools,
    stopWhen: isStepCount(steps),
  })
  return text
}
