/**
 * Many tools that differ in name, description and schema, made anew for every contender: schema libraries remember what they
 * worked out.
 *
 * @module
 */
import { z } from 'zod'

export type CatalogueTool = { readonly name: string; readonly description: string } & (
  | { readonly kind: 'zod'; readonly schema: z.ZodObject }
  | { readonly kind: 'json'; readonly schema: JsonObjectSchema }
)

export interface JsonObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

export function makeTools(count: number, kind: CatalogueTool['kind']): CatalogueTool[] {
  return Array.from({ length: count }, (_, index) => {
    const facts = {
      name: `tool_${index}`,
      description: `Finds records of table ${index}. Use it to look them up.`,
    }
    return kind === 'zod'
      ? { ...facts, kind, schema: zodSchema(index) }
      : { ...facts, kind, schema: JSON.parse(jsonText(index)) as JsonObjectSchema }
  })
}

/** What every tool of a catalogue does. */
export async function done(): Promise<string> {
  return 'done'
}

function zodSchema(index: number): z.ZodObject {
  return z.object({
    query: z.string().min(1).describe(`What to look for in table ${index}`),
    limit: z.number().int().min(1).max(100),
    order: z.enum(['newest', 'oldest', 'best']),
    archived: z.boolean().describe('Also those that were put away'),
    [`column_${index % 50}`]: z.array(z.string()),
  })
}

/** As text, because JSON Schemas come over a wire: parsed objects share nothing. */
function jsonText(index: number): string {
  const properties = {
    query: { type: 'string', minLength: 1, description: `What to look for in table ${index}` },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    order: { type: 'string', enum: ['newest', 'oldest', 'best'] },
    archived: { type: 'boolean', description: 'Also those that were put away' },
    [`column_${index % 50}`]: { type: 'array', items: { type: 'string' } },
  }
  const required = Object.keys(properties)
  return JSON.stringify({ type: 'object', properties, required, additionalProperties: false })
}
