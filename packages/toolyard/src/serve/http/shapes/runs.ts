/**
 * Runs of agents, and what was said in their conversations, as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { toolResult } from './calls.ts'
import { anything, limit, name, text, time } from './common.ts'

const longestPrompt = 200_000

const status = z.enum(['running', 'done', 'failed', 'stopped', 'unknown'])

export const runRecord = z.object({
  id: z.string(),
  agent: z.string(),
  threadId: z.string(),
  principal: z.string().optional(),
  task: z.string(),
  label: z.string().optional(),
  parentId: z.string().optional(),
  parentThreadId: z.string().optional(),
  batch: z.string().optional(),
  depth: z.int(),
  status,
  steps: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  result: z.string().optional(),
  error: z.string().optional(),
  startedAt: time,
  endedAt: time.optional(),
})

export const startedRun = z.object({ runId: z.string(), threadId: z.string() })

export const runBody = z.strictObject({
  prompt: z.string().max(longestPrompt).regex(/\S/, 'says nothing'),
  threadId: name.optional(),
  maxSteps: z.int().min(1).max(10_000).optional(),
  model: name.optional(),
})

export const runsQuery = z.strictObject({
  agent: text.optional(),
  thread: text.optional(),
  status: status.optional(),
  limit,
})

const messagePart = z.union([
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('tool_call'), callId: z.string(), tool: z.string(), input: anything }),
  z.object({
    type: z.literal('tool_result'),
    callId: z.string(),
    tool: z.string(),
    status: toolResult.shape.status,
    content: toolResult.shape.content,
    handle: z.string().optional(),
  }),
])

export const threadMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(messagePart),
  from: z.string().optional(),
  runId: z.string().optional(),
  at: time,
  position: z.number().optional(),
})

export const conversation = z.object({
  id: z.string(),
  agent: z.string().optional(),
  principal: z.string().optional(),
  title: z.string(),
  messages: z.int(),
  createdAt: time,
  updatedAt: time,
})

export const conversationsQuery = z.strictObject({
  agent: text.optional(),
  limit,
  after: z.coerce.number().optional(),
})
