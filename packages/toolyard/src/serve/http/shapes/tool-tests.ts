/**
 * Tests of a tool as they are shown, saved and run.
 *
 * @module
 */
import { z } from 'zod'
import { toolResult } from './calls.ts'
import { anything, name } from './common.ts'

export const toolTest = z.object({
  id: z.string(),
  title: z.string().optional(),
  input: z.record(z.string(), anything),
  /** What the tool must answer; it must only work where this is absent. */
  output: anything.optional(),
  /** Beside the tool file; otherwise in its definition. */
  isSaved: z.boolean(),
})

export const toolTestList = z.object({
  items: z.array(toolTest),
  file: z.string().optional().describe('Where tests are saved, from the workspace; absent if they can’t be'),
  problem: z.string().optional().describe('Why that file can’t be read'),
})

export const saveTestBody = z.strictObject({
  call: name.describe('The id of a call that ended with ok'),
  as: z.enum(['example', 'test']).describe('A test keeps the answer too'),
  title: z.string().trim().min(1).max(200).optional(),
  force: z.boolean().optional().describe('Also where running it again changes something'),
})

export const savedTest = z.object({
  test: toolTest,
  outcome: z.enum(['added', 'replaced', 'unchanged']),
  notes: z.array(z.object({ code: z.string(), text: z.string() })),
})

export const testRun = z.object({
  verdict: z
    .enum(['passed', 'failed', 'asks'])
    .describe('asks: not run, because a person would be asked first'),
  error: toolResult.shape.error,
  actual: anything.optional(),
  callId: z.string().optional(),
  durationMs: z.number(),
})

export const testParams = z.object({ id: name, test: name })
