/**
 * Values sent to a tool whose parameter `value` has some schema, and what became of them.
 *
 * @module
 */
import { createToolyard, defineTool, type Tool } from 'toolyard'

export interface Try {
  readonly value: unknown
  readonly valid: boolean
}

export interface Tried extends Try {
  readonly taken: boolean
  /** What was said where it was not taken, or where there is no tool. */
  readonly why: string
  /** Taken by the schema alone, before arguments are mended and objects closed; nothing where there is no tool. */
  readonly fits: boolean | undefined
}

const drafts: Readonly<Record<string, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema#',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

export async function tryValues(
  schema: unknown,
  draft: string,
  tries: readonly Try[],
): Promise<readonly Tried[]> {
  const tool = toolWith(schema, draft)
  if (typeof tool === 'string')
    return tries.map((one) => ({ ...one, taken: false, why: tool, fits: undefined }))
  await using yard = await createToolyard({ tools: [tool], builtins: [] })
  const tried: Tried[] = []
  for (const one of tries) {
    const input = { value: one.value }
    const { status, error } = await yard.call('probe', input)
    const { issues } = await tool.input.check(input)
    tried.push({ ...one, taken: status === 'ok', why: error?.message ?? '', fits: issues === undefined })
  }
  return tried
}

/** The tool, or why there is none. */
function toolWith(schema: unknown, draft: string): Tool | string {
  try {
    return defineTool({
      name: 'probe',
      description: 'Takes a value.',
      permission: 'read',
      effects: 'none',
      inputSchema: {
        $schema: drafts[draft],
        type: 'object',
        properties: { value: atParameter(schema) },
        required: ['value'],
      },
      execute: () => 'ok',
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The schema no longer stands at the root: pointers count from where it stands, unless it has an address of its own. */
function atParameter(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(atParameter)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, id } = schema as { $id?: unknown; id?: unknown }
  if ([$id, id].some((one) => typeof one === 'string' && !one.startsWith('#'))) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (['const', 'enum', 'default', 'examples'].includes(key)) return [key, value]
      const isPointer = /^\$(?:dynamicR|recursiveR|r)ef$/.test(key) && /^#(?:\/|$)/.test(String(value))
      if (isPointer && typeof value === 'string') return [key, `#/properties/value${value.slice(1)}`]
      return [key, atParameter(value)]
    }),
  )
}
