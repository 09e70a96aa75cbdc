/**
 * Our loop with the sample, every call through the pipeline of a Toolyard.
 *
 * The loop is not in the public list, and the build joins it with others: it is taken from the sources, which Node runs as they are.
 *
 * @module
 */
import { createToolyard, defineTool } from 'toolyard'
import { createLoopRunner } from '../../../packages/toolyard/src/agents/loop/index.ts'
import { createModels } from '../../../packages/toolyard/src/agents/models/index.ts'
import type * as Runs from '../../../packages/toolyard/src/agents/run/runner.ts'
import { createRedactor, createSecretReader } from '../../../packages/toolyard/src/host/index.ts'
import { createClock, createIds } from '../../../packages/toolyard/src/kernel/index.ts'
import { sampleTools, scriptedModel } from './loop-sample.ts'

export interface OurLoop {
  /** One run of so many steps; answers the last words. `each` is waited for after every step. */
  run(steps: number, each?: (step: number) => Promise<void>): Promise<string>
  close(): Promise<void>
}

export interface OurLoopOptions {
  /** In tokens. */
  readonly contextLimit?: number
  /** Whether calls are written down, in memory. */
  readonly journal?: boolean
}

export async function openOurLoop(options: OurLoopOptions = {}): Promise<OurLoop> {
  const { contextLimit = 1_000_000, journal = true } = options
  const yard = await createToolyard({
    ...(!journal && { journal: false }),
    tools: sampleTools.map(({ schema, execute, ...facts }) =>
      defineTool({
        ...facts,
        inputSchema: schema as never,
        permission: 'read',
        effects: 'none',
        execute: (input: unknown) => execute(input as { key: string; limit: number }),
      }),
    ),
  })
  const manifests = sampleTools.map(({ name }) => yard.registry.get(name)?.manifest)
  const shown = manifests.filter((manifest) => manifest !== undefined)
  let steps = 0
  const models = createModels(
    { providers: { sample: { create: () => scriptedModel(steps) } }, limits: { 'sample/*': contextLimit } },
    { folder: '.', secrets: createSecretReader({}, createRedactor()) },
  )
  const clock = createClock()
  const runner = createLoopRunner({ models, clock, ids: createIds() })
  let runs = 0
  return {
    async run(count, each) {
      steps = count
      runs++
      return lastText(runner.run(requestOf(`run_${runs}`, { yard, shown, maxSteps: count })), each)
    },
    async close() {
      clock.close()
      await yard.close()
    },
  }
}

interface RequestParts {
  readonly yard: Awaited<ReturnType<typeof createToolyard>>
  readonly shown: Awaited<ReturnType<Runs.RunTools['snapshot']>>
  readonly maxSteps: number
}

function requestOf(runId: string, { yard, shown, maxSteps }: RequestParts): Runs.RunRequest {
  return {
    runId,
    threadId: runId,
    agent: { id: 'a', name: 'sample', prompt: 'You find records.', settings: {} },
    model: 'sample/x',
    history: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Find all records.' }], at: 1 }],
    tools: {
      snapshot: async () => shown,
      call: (calls) => yard.callMany(calls.map(({ tool, input }) => ({ tool, input }))),
    },
    limits: { maxSteps },
    signal: new AbortController().signal,
    save: async () => {},
    arrived: async () => [],
  }
}

async function lastText(
  events: ReturnType<Runs.Runner['run']>,
  each?: (step: number) => Promise<void>,
): Promise<string> {
  let last = ''
  for await (const event of events) {
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type === 'usage') await each?.(event.usage.steps)
    if (event.type === 'done') last = event.text
  }
  return last
}
