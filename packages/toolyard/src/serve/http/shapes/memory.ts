/**
 * Notes that agents keep about the person who asks.
 *
 * @module
 */
import { z } from 'zod'
import { name, time } from './common.ts'

export const note = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  agent: z.string().optional().describe('The agent that sees it; absent: all your agents'),
  by: z.string().describe('Who wrote it last'),
  threadId: z.string().optional().describe('The conversation in which that was'),
  runId: z.string().optional(),
  isFromOutside: z
    .boolean()
    .describe('Content from outside had come into that conversation, and a person let it be saved'),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
})

export const notesQuery = z.object({
  agent: name.optional().describe('Only what this agent sees'),
  q: z.string().max(500).optional().describe('Words to look for; the best first'),
})

export const noteChange = z.strictObject({
  title: z.string().min(1).max(120).optional().describe('By default the first line of the text'),
  text: z.string().min(1).max(2000),
  agent: name.nullable().optional().describe('null: all your agents; absent: as it is'),
  version: z.int().min(1).describe('The one that was read'),
})
