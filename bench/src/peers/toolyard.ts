/**
 * Ours: with validation only, and with everything on.
 *
 * @module
 */
import { trace } from '@opentelemetry/api'
import {
  type AnyTool,
  createToolyard,
  defineTool,
  textOf,
  type ToolResult,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Contender, Peer } from '../peer.ts'
import { inputAt, type Sample } from '../sample.ts'

export const validationName = 'toolyard, validation only'
export const everythingName = 'toolyard, everything on'

/** How often each hook was asked. */
interface Asked {
  before: number
  after: number
}

/** Every part that costs something per call; limits too wide to be reached. */
function everythingOn(tool: string, asked: Asked): ToolyardOptions {
  return {
    policy: {
      deny: ['rm_*', 'bash', `${tool}(city=Atlantis*)`],
      ask: ['send_*', 'pay_*'],
      allow: ['get_*', 'list_*'],
    },
    hooks: [
      { name: 'before', type: 'PRE_TOOL_USE', handler: async () => void asked.before++ },
      { name: 'after', type: 'POST_TOOL_USE', handler: async () => void asked.after++ },
    ],
    limits: {
      ratePerMinute: { [tool]: 1e12, '*': 600 },
      callsPerThread: 1e12,
      concurrency: { total: 64, perAgent: 16, queue: 1000 },
    },
  }
}

const everythingCall = { threadId: 'bench-thread', agent: 'bench-agent' } as const

export const toolyardPeer: Peer = {
  name: 'toolyard',
  open: async (sample) => [await validationOnly(sample), await everything(sample)],
  catalogue: catalogueOf,
}

export async function catalogueOf(tools: readonly CatalogueTool[]): Promise<Catalogue> {
  const yard = await createToolyard({
    tools: tools.map(({ name, description, schema }) =>
      defineTool({ name, description, inputSchema: schema as never, execute: done }),
    ),
  })
  return { definitions: () => yard.definitions('openai'), close: () => yard.close() }
}

/** The same tool with its schema as plain JSON Schema, for information. */
export const toolyardJsonPeer: Peer = {
  name: 'toolyard, JSON Schema',
  open: async (sample) => [await validationOnly(sample, 'json'), await everything(sample, 'json')],
}

type SchemaKind = 'zod' | 'json'

async function validationOnly(sample: Sample, kind: SchemaKind = 'zod'): Promise<Contender> {
  const yard = await createToolyard({ tools: [toolOf(sample, kind)], journal: false })
  return {
    ...contenderOf(nameOf(validationName, kind)),
    call: (index) => yard.call(sample.name, inputAt(sample, index)),
    refuses: async (bad) => refused(await yard.call(sample.name, bad)),
    close: () => yard.close(),
  }
}

export async function everything(sample: Sample, kind: SchemaKind = 'zod'): Promise<Contender> {
  const asked: Asked = { before: 0, after: 0 }
  const yard = await createToolyard({ ...everythingOn(sample.name, asked), tools: [toolOf(sample, kind)] })
  await proveOn(yard, sample, asked)
  return {
    ...contenderOf(nameOf(everythingName, kind)),
    call: (index) => yard.call(sample.name, inputAt(sample, index), everythingCall),
    refuses: async (bad) => refused(await yard.call(sample.name, bad, everythingCall)),
    close: () => yard.close(),
  }
}

/** Nobody is measured with parts that have silently gone off. */
async function proveOn(yard: ToolService, sample: Sample, asked: Asked): Promise<void> {
  await yard.call(sample.name, inputAt(sample, 0), everythingCall)
  const [record] = await yard.calls({ limit: 1 })
  const explained = await yard.explain(sample.name, inputAt(sample, 0))
  const rules = 'considered' in explained ? explained.considered.map(({ rule }) => rule) : []
  const proofs = {
    hooks: asked.before === 1 && asked.after === 1,
    journal: record?.threadId === everythingCall.threadId && record.agent === everythingCall.agent,
    tracing: typeof trace.getTracer === 'function',
    policy: rules.some((rule) => rule.startsWith(`${sample.name}(`)),
  }
  for (const [part, on] of Object.entries(proofs))
    if (!on) throw new Error(`${everythingName}: ${part} had no part in the call`)
}

function toolOf(sample: Sample, kind: SchemaKind): AnyTool {
  const { name, description, execute } = sample
  const facts = { name, description, permission: 'read', effects: 'none' } as const
  return kind === 'zod'
    ? defineTool({ ...facts, inputSchema: sample.schema, execute })
    : defineTool({ ...facts, inputSchema: sample.json as never, execute })
}

function nameOf(name: string, kind: SchemaKind): string {
  return kind === 'zod' ? name : `${name} (JSON Schema)`
}

function contenderOf(name: string): Pick<Contender, 'name' | 'validates' | 'textOf'> {
  return {
    name,
    validates: true,
    textOf: (answer) => {
      const result = answer as ToolResult
      return result.status === 'ok' ? textOf(result) : `not ok: ${JSON.stringify(result.error)}`
    },
  }
}

function refused(result: ToolResult): boolean {
  return result.status === 'error' && result.error?.code === 'invalid_arguments'
}
