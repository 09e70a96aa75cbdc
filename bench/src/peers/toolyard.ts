/**
 * Ours: with validation only, and with everything on.
 *
 * @module
 */
import { createToolyard, defineTool, textOf, type ToolResult, type ToolyardOptions } from 'toolyard'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Contender, Peer } from '../peer.ts'
import { inputAt, type Sample } from '../sample.ts'

export const validationName = 'toolyard, validation only'
export const everythingName = 'toolyard, everything on'

/** Every part that costs something per call; limits too wide to be reached. */
export function everythingOn(tool: string): ToolyardOptions {
  return {
    policy: {
      deny: ['rm_*', 'bash', `${tool}(city=Atlantis*)`],
      ask: ['send_*', 'pay_*'],
      allow: ['get_*', 'list_*'],
    },
    hooks: [
      { name: 'before', type: 'PRE_TOOL_USE', handler: async () => undefined },
      { name: 'after', type: 'POST_TOOL_USE', handler: async () => undefined },
    ],
    limits: {
      ratePerMinute: { [tool]: 1e12, '*': 600 },
      callsPerThread: 1e12,
      concurrency: { total: 64, perAgent: 16, queue: 1000 },
    },
  }
}

export const everythingCall = { threadId: 'bench-thread', agent: 'bench-agent' } as const

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

export type SchemaKind = 'zod' | 'json'

async function validationOnly(sample: Sample, kind: SchemaKind = 'zod'): Promise<Contender> {
  const yard = await createToolyard({ tools: [toolOf(sample, kind)] })
  return {
    ...contenderOf(nameOf(validationName, kind)),
    call: (index) => yard.call(sample.name, inputAt(sample, index)),
    refuses: async (bad) => refused(await yard.call(sample.name, bad)),
    close: () => yard.close(),
  }
}

export async function everything(sample: Sample, kind: SchemaKind = 'zod'): Promise<Contender> {
  const yard = await createToolyard({ ...everythingOn(sample.name), tools: [toolOf(sample, kind)] })
  return {
    ...contenderOf(nameOf(everythingName, kind)),
    call: (index) => yard.call(sample.name, inputAt(sample, index), everythingCall),
    refuses: async (bad) => refused(await yard.call(sample.name, bad, everythingCall)),
    close: () => yard.close(),
  }
}

export function toolOf(sample: Sample, kind: SchemaKind): unknown {
  const { name, description, execute } = sample
  const facts = { name, description, permission: 'read', effects: 'none' } as const
  return kind === 'zod'
    ? defineTool({ ...facts, inputSchema: sample.schema, execute })
    : defineTool({ ...facts, inputSchema: sample.json as never, execute })
}

export function nameOf(name: string, kind: SchemaKind): string {
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
