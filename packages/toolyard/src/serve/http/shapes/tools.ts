/**
 * Tools as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { callRecord } from './calls.ts'
import { anything, jsonSchema, time } from './common.ts'

const byLanguage = z.record(z.string(), z.string())
const counts = z.record(z.string(), z.int())
/** Estimated tokens by dialect. */
const tokens = z.record(z.string(), z.int())

const permission = z.enum(['read', 'write', 'external'])
const type = z.enum(['STATELESS', 'STATEFUL', 'REST', 'MCP', 'EXTERNAL'])
const source = z.enum(['builtin', 'app', 'plugin', 'config', 'mcp'])
const state = z.enum(['active', 'removed', 'invalid', 'held'])
const effects = z.enum(['none', 'local_state', 'db_write', 'network'])

export const toolSummary = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  /** For people who read other languages, by its code. */
  titles: byLanguage.optional(),
  descriptions: byLanguage.optional(),
  category: z.string(),
  type,
  source,
  permission,
  effects,
  confirm: z.boolean(),
  streaming: z.boolean(),
  idempotent: z.boolean(),
  tags: z.array(z.string()),
  /** Counts the versions in the catalogue. */
  version: z.int(),
  fingerprint: z.string(),
  state,
  enabled: z.boolean(),
  pinned: z.boolean(),
  error: z.string().optional(),
  origin: z.string().optional(),
  via: z.string().optional(),
  tokens,
  lastCall: z.object({ at: time, status: callRecord.shape.status, error: z.string().optional() }).optional(),
  /** In a list, with `schema=true` alone. */
  inputSchema: jsonSchema.optional(),
})

const report = z.object({
  verdict: z.enum(['exact', 'adapted', 'lossy', 'rejected']),
  strict: z.boolean(),
  notes: z.array(z.string()),
})

export const toolDetail = toolSummary.extend({
  manifest: anything,
  inputSchema: jsonSchema,
  outputSchema: jsonSchema.optional(),
  examples: z.array(
    z.object({
      title: z.string().optional(),
      input: z.record(z.string(), anything),
      output: anything.optional(),
    }),
  ),
  agents: z.array(z.object({ id: z.string(), name: z.string() })),
  reports: z.record(z.string(), report),
})

export const toolPage = z.object({
  items: z.array(toolSummary),
  next: z.string().nullable(),
  total: z.int(),
  facets: z.object({
    category: counts,
    type: counts,
    source: counts,
    permission: counts,
    tag: counts,
    state: counts,
  }),
})

export const manifestChange = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: anything.optional(),
  after: anything.optional(),
  text: z.string(),
  breaking: z.boolean(),
})

export const toolVersion = z.object({
  version: z.int(),
  fingerprint: z.string(),
  seenAt: time,
  verdict: z.enum(['compatible', 'breaking']).optional(),
  reasons: z.array(z.string()),
  changes: z.array(manifestChange),
  isCurrent: z.boolean(),
  isAccepted: z.boolean(),
})

export const definitionAnswer = z.object({
  definition: anything,
  report: report.optional(),
  tokens: z.int(),
})

export const decisionBody = z.strictObject({
  /** What was looked at: the decision counts only while it is the current one. Accepting and pinning need it, or the version. */
  fingerprint: z.string().min(8).max(200).optional(),
  version: z.int().min(1).optional(),
})

export const syncAnswer = z.object({
  created: z.array(z.string()),
  updated: z.array(z.string()),
  unchanged: z.array(z.string()),
  removed: z.array(z.string()),
  invalid: z.array(z.string()),
  held: z.array(z.string()),
  changes: z.array(anything),
})
