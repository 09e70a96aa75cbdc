/**
 * Which tools, and in which provider's dialect, a request asks for.
 *
 * @module
 */
import { z } from 'zod'
import { dialectNames } from '../../../dialects/index.ts'
import { name, text } from './common.ts'
import { toolSummary } from './tools.ts'

const dialect = z.enum(dialectNames)
const { type, source, permission, state } = toolSummary.shape

export const definitionParams = z.object({ id: name, dialect })

export const toolQuery = z.strictObject({
  q: text.optional(),
  category: text.optional(),
  type: type.optional(),
  source: source.optional(),
  permission: permission.optional(),
  tag: text.optional(),
  state: state.optional(),
  dialect: dialect.default('openai'),
  /** Whether each tool comes with the schema of its parameters. */
  schema: z.enum(['true', 'false']).default('false'),
  limit: z.coerce.number().int().min(1).max(5000).default(50),
  after: text.optional(),
})
