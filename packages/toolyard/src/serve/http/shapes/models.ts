/**
 * The models that agents can be given, and tries of agents that are not saved.
 *
 * @module
 */
import { z } from 'zod'
import { agentBody } from './agents.ts'
import { name } from './common.ts'
import { runBody, startedRun } from './runs.ts'

const price = z.object({
  input: z.number(),
  output: z.number(),
  cachedInput: z.number().optional(),
  cacheWrite: z.number().optional(),
})

export const modelList = z.object({
  /** The model of agents that name none. */
  usual: z.string().optional(),
  /** What may run an agent's model; the first one does if an agent names none. */
  runners: z.array(z.string()),
  /** `missing`: environment variables that are not set, without which no model of it answers. */
  providers: z.array(z.object({ name: z.string(), missing: z.array(z.string()) })),
  /** Those whose names are known here; a service may have others. Prices are for a million tokens. */
  models: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      price: price.optional(),
      contextLimit: z.number().optional(),
    }),
  ),
})

export const draftBody = z.strictObject({
  /** As an agent is made, without a name. */
  agent: agentBody.omit({ name: true }),
  prompt: runBody.shape.prompt,
  /** The draft of an earlier try: it goes on with what was said. */
  draft: name.optional(),
})

export const startedDraft = startedRun.extend({ draft: z.string() })
