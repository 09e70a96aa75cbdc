/**
 * Calls and their results as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { anything, limit, name, saying, text, time } from './common.ts'

/** As `ToolStatus`; the console is checked with this file, so that it imports nothing of the server. */
const status = z.enum([
  'ok',
  'error',
  'denied',
  'held',
  'pending',
  'skipped',
  'cancelled',
  'timeout',
  'unknown',
])

const content = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
  }),
  z.object({
    type: z.literal('resource'),
    resource: z.union([
      z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string() }),
      z.object({ uri: z.string(), mimeType: z.string().optional(), blob: z.string() }),
    ]),
  }),
])

export const toolResult = z.object({
  callId: z.string(),
  tool: z.string(),
  status,
  content: z.array(content),
  data: anything.optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      retryable: z.boolean(),
      retryAfterMs: z.number().optional(),
      waitsFor: z.string().optional(),
      problems: z
        .array(
          z.object({
            path: z.array(z.union([z.string(), z.number()])),
            message: z.string(),
            says: saying.optional(),
          }),
        )
        .optional()
        .describe('Of arguments that are not valid: what is wrong, by the path to each value'),
      says: saying.optional(),
    })
    .optional(),
  durationMs: z.number(),
  handle: z.string().optional(),
  mismatch: z.string().optional(),
})

export const callRecord = z.object({
  id: z.string(),
  tool: z.string(),
  fingerprint: z.string(),
  permission: z.enum(['read', 'write', 'external']),
  input: anything,
  explanation: z.string().optional(),
  threadId: z.string().optional(),
  agent: z.string().optional(),
  principal: z.string(),
  origin: z.string(),
  parentId: z.string().optional(),
  decision: z.string().optional(),
  requestDigest: z.string().optional(),
  startedAt: time,
  status: z.enum([...status.options, 'running']),
  durationMs: z.number(),
  waitedMs: z.number().optional().describe('How long people were waited for'),
  activeMs: z.number().optional().describe('durationMs without waiting for people, if that is less'),
  ran: z.boolean().optional(),
  result: toolResult.optional(),
  steps: z.array(z.object({ at: z.number(), step: z.string(), text: z.string() })).optional(),
  position: z.number().optional(),
})

const caller = {
  background: z.boolean().optional().describe('Answers 202 at once; a worker makes the call'),
  threadId: name.optional(),
  agent: name.optional(),
  callId: name.optional(),
  explanation: text.optional(),
}

export const callParams = z.object({ name })

export const callQuery = z.strictObject({ detach: z.enum(['0', '1', 'true', 'false']).optional() })

export const callBody = z.strictObject({ input: anything.optional(), ...caller })

/** As older clients send it. */
export const executeBody = z.strictObject({ args: anything.optional(), ...caller })

/** The names of calls, whole or in part. */
export const callSelection = {
  tool: text.optional(),
  agent: text.optional(),
  principal: text.optional(),
  door: text.optional(),
  thread: text.optional(),
  status: callRecord.shape.status.optional(),
  match: z.enum(['whole', 'part']).default('whole').describe('part: names may be given in part'),
}

export const callsQuery = z.strictObject({
  ...callSelection,
  parent: text.optional(),
  since: z.coerce.number().optional(),
  until: z.coerce.number().optional(),
  limit,
  after: z.coerce.number().int().optional(),
})
