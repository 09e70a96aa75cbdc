/**
 * Runs of agents, and what was said in their conversations, as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { toolResult } from './calls.ts'
import { attachedPart, attachments, runFile } from './attachments.ts'
import { anything, limit, name, text, time } from './common.ts'

const longestPrompt = 200_000

const flag = z.enum(['true', 'false']).optional()

const status = z.enum(['queued', 'running', 'waiting', 'done', 'incomplete', 'failed', 'stopped', 'unknown'])

export const runRecord = z.object({
  id: z.string(),
  agent: z.string(),
  threadId: z.string(),
  principal: z.string().optional(),
  task: z.string(),
  label: z.string().optional(),
  parentId: z.string().optional(),
  parentThreadId: z.string().optional(),
  callId: z.string().optional(),
  rootId: z.string().optional(),
  batch: z.string().optional(),
  depth: z.int(),
  status,
  attempt: z.int(),
  reason: z.string().optional(),
  waitsFor: z.string().optional(),
  steps: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  cost: z.number().optional(),
  model: z.string().optional(),
  output: anything.optional(),
  result: z.string().optional(),
  error: z.string().optional(),
  /** What it and runs below it wrote; of one run that is asked for. */
  files: z.array(runFile).optional(),
  startedAt: time,
  endedAt: time.optional(),
})

export const startedRun = z.object({ runId: z.string(), threadId: z.string() })

export const runBody = z
  .strictObject({
    prompt: z.string().max(longestPrompt),
    attachments,
    threadId: name.optional(),
    maxSteps: z.int().min(1).max(10_000).optional(),
    model: name.optional(),
    /** Instead of the agent's own; checked with the agent. */
    settings: z.record(z.string(), anything).optional(),
  })
  .refine(({ prompt, attachments: files = [] }) => /\S/.test(prompt) || files.length > 0, {
    path: ['prompt'],
    error: 'says nothing',
  })

export const messageBody = z
  .strictObject({
    text: z.string().max(longestPrompt),
    attachments,
    interrupt: z.boolean().optional(),
  })
  .refine(({ text: said, attachments: files = [] }) => /\S/.test(said) || files.length > 0, {
    path: ['text'],
    error: 'says nothing',
  })

export const queuedMessage = z.object({
  id: z.string(),
  runId: z.string(),
  text: z.string(),
  attachments: z.array(attachedPart).optional(),
  interrupt: z.boolean().optional(),
  from: z.string().optional(),
  at: time,
})

export const runsQuery = z.strictObject({
  agent: text.optional().describe('Name or id'),
  name: text.optional().describe('Part of the agent’s name'),
  thread: text.optional(),
  parent: text.optional().describe('Only runs that this run started'),
  call: text.optional().describe('Only runs that this call started'),
  top: flag.describe('true: without the runs of sub-agents'),
  brief: flag.describe('true: without answers, and of a long task the beginning'),
  parentThread: text.optional().describe('Only runs of sub-agents that work for this conversation'),
  status: status.optional(),
  since: z.coerce.number().optional(),
  until: z.coerce.number().optional(),
  limit,
  after: z.coerce.number().optional(),
})

export const listedRun = runRecord.extend({
  subRuns: z.int().optional().describe('How many it started; told with top=true'),
})

const spanWait = z.object({
  requestId: z.string(),
  kind: z.enum(['approval', 'question']),
  startedAt: time,
  endedAt: time.optional(),
})

export const runSpan = z.object({
  id: z.string(),
  kind: z.enum(['step', 'call', 'run', 'paused']),
  level: z.int(),
  name: z.string().describe('The model, the tool or the agent'),
  status: z.string(),
  startedAt: time,
  endedAt: time.optional().describe('Absent while it goes on'),
  isEstimated: z.boolean().optional(),
  step: z.int().optional(),
  attempt: z.int().optional(),
  compactedAt: time.optional(),
  firstAt: time.optional().describe('When the first words of the answer came'),
  retries: z.int().optional(),
  error: z.string().optional(),
  steps: z.int().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cost: z.number().optional(),
  callId: z.string().optional(),
  runId: z.string().optional(),
  threadId: z.string().optional(),
  waits: z.array(spanWait).optional(),
})

export const spansQuery = z.strictObject({ limit: limit.default(200), after: text.optional() })

export const runSummary = z.object({
  modelMs: z.number(),
  callsMs: z.number(),
  waitingMs: z.number(),
  calls: z.int(),
  retries: z.int(),
  tools: z.array(z.object({ tool: z.string(), calls: z.int(), failed: z.int() })),
})

export const runComparison = z.object({
  left: z.object({ run: runRecord, summary: runSummary }),
  right: z.object({ run: runRecord, summary: runSummary }),
  answers: z.object({
    lines: z.array(z.object({ mark: z.enum([' ', '-', '+', '…']), text: z.string() })),
    hidden: z.int(),
    tooLarge: z.boolean(),
  }),
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
  attachedPart,
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
