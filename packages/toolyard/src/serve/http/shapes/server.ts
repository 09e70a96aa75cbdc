/**
 * The server itself and the MCP servers whose tools it uses, as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { manifestChange } from './tools.ts'

export const info = z.object({
  version: z.string(),
  workspace: z.string(),
  database: z.enum(['sqlite', 'postgres', 'memory']),
  mode: z.string(),
  dialects: z.array(z.string()),
  roles: z.array(z.string()),
  counts: z.object({
    tools: z.int(),
    agents: z.int(),
    pending: z.int(),
    /** Tools that wait for a person to accept them, and those of them in whose definition something stands out. */ held: z.int(),
    suspicious: z.int(),
  }),
  /** Files that gave no tool. */
  problems: z.array(
    z.object({
      file: z.string(),
      reason: z.string(),
      hint: z.string().optional(),
      isNote: z.boolean().optional(),
    }),
  ),
})

interface HeldManifest {
  readonly fingerprint: string
  readonly description: string
}

/** The whole definition; the rest of it is only looked at. */
const manifest: z.ZodType<HeldManifest, HeldManifest> = z.looseObject({
  fingerprint: z.string(),
  description: z.string(),
})

export const mcpServer = z.object({
  name: z.string(),
  state: z.enum(['idle', 'connecting', 'ready', 'failed', 'needs_authorisation']),
  transport: z.enum(['stdio', 'http']),
  tools: z.int(),
  protocolVersion: z.string().optional(),
  error: z.string().optional(),
  held: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.int(),
      /** What stands out in its definition, and in which text. Nothing is safe because nothing was found. */
      findings: z.array(
        z.object({
          code: z.enum([
            'hidden',
            'picture',
            'calls',
            'orders',
            'overrules',
            'pretends',
            'secrets',
            'default',
          ]),
          field: z.string(),
          excerpt: z.string(),
        }),
      ),
      comparison: z
        .object({
          verdict: z.enum(['compatible', 'breaking']),
          changes: z.array(manifestChange),
          reasons: z.array(z.string()),
        })
        .optional(),
      manifest,
    }),
  ),
})
