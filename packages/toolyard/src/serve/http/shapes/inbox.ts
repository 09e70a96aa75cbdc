/**
 * What people are asked, as it is shown.
 *
 * @module
 */
import { z } from 'zod'
import { limit, name, time } from './common.ts'

const status = z.enum(['pending', 'approved', 'rejected', 'answered', 'expired', 'cancelled', 'used'])

const choices = z.array(z.object({ const: z.string(), title: z.string() }))
const words = { title: z.string().optional(), description: z.string().optional() }

/** A flat JSON Schema of texts, choices, lists of choices, numbers, and yes or no. */
const form = z.object({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.union([
      z.object({
        ...words,
        type: z.literal('string'),
        oneOf: choices,
        enumNames: z.literal(true).optional(),
        default: z.string().optional(),
      }),
      z.object({
        ...words,
        type: z.literal('string'),
        format: z.string().optional(),
        minLength: z.number().optional(),
        maxLength: z.number().optional(),
        pattern: z.string().optional(),
        default: z.string().optional(),
      }),
      z.object({
        ...words,
        type: z.literal('array'),
        items: z.object({ anyOf: choices }),
        minItems: z.number().optional(),
        maxItems: z.number().optional(),
        default: z.array(z.string()).optional(),
      }),
      z.object({
        ...words,
        type: z.enum(['number', 'integer']),
        minimum: z.number().optional(),
        maximum: z.number().optional(),
        exclusiveMinimum: z.number().optional(),
        exclusiveMaximum: z.number().optional(),
        multipleOf: z.number().optional(),
        default: z.number().optional(),
      }),
      z.object({ ...words, type: z.literal('boolean'), default: z.boolean().optional() }),
    ]),
  ),
  required: z.array(z.string()),
})

const formValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const inboxItem = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'question']),
  status,
  callId: z.string(),
  tool: z.string(),
  threadId: z.string().optional(),
  agent: z.string().optional(),
  principal: z.string(),
  text: z.string(),
  reason: z.string(),
  rule: z.string(),
  explanation: z.string().optional(),
  digest: z.string(),
  offer: z.string().optional(),
  choices: z.array(z.string()).optional(),
  /** Of a question that is answered by filling in fields. */
  form: form.optional(),
  createdAt: time,
  expiresAt: time,
  answer: z.string().optional(),
  /** What was filled in, by the names of the form's fields. */
  values: z.record(z.string(), formValue).optional(),
  by: z.string().optional(),
  answeredAt: time.optional(),
})

/** Where an item stands in the order in which they came: what `after` takes. */
const position = z.number()

/** One of a list: of a long text the first part. */
export const listedItem = inboxItem.extend({ textLength: z.int(), position })

export const diffPart = z.object({
  title: z.string(),
  lines: z.array(z.object({ mark: z.enum([' ', '-', '+', '…']), text: z.string() })),
  /** Lines that are not shown, and whether the texts were too long to be compared. */
  hidden: z.int(),
  tooLarge: z.boolean(),
})

const rendered = z.object({
  /** What would run, from `from` on. The values of registered secrets are taken out, each with its name and length. */
  text: z.string(),
  from: z.int(),
  /** Of the whole text; the next part begins at `next`. */
  characters: z.int(),
  next: z.int().nullable(),
  /** Whether this is every character, with no secret taken out. */
  isWhole: z.boolean(),
  /** Secrets that were taken out of this part. */
  secrets: z.int(),
})

/** One of a list: the beginning of what would run, without a diff. */
export const listedApproval = listedItem.omit({ text: true }).extend({ rendered })

export const approval = inboxItem.omit({ text: true }).extend({
  rendered,
  /** With `whole`: what was hashed, as canonical JSON, the values of registered secrets taken out. */
  bytes: z.string().optional(),
  diff: z.array(diffPart).optional(),
  /** What was asked of the agent whose call it is, the first of the agents that started each other. */
  task: z.string().optional(),
  /** What the tool says of itself, while it is here. */
  about: z
    .object({
      title: z.string().optional(),
      description: z.string(),
      permission: z.enum(['read', 'write', 'external']),
      reaches: z.enum(['read', 'edit', 'database', 'outside']),
    })
    .optional(),
})

export const grant = z.object({
  id: z.string(),
  rule: z.string(),
  tool: z.string(),
  fingerprint: z.string(),
  threadId: z.string().optional(),
  agent: z.string().optional(),
  /** The folder in which it holds; without one it holds nowhere. */
  workspace: z.string().optional(),
  by: z.string(),
  createdAt: time,
})

export const approveBody = z.object({
  /** Of the request that was looked at; argsHash is read as well. */
  digest: z.string().optional(),
  argsHash: z.string().optional(),
  scope: z.enum(['once', 'thread', 'agent']).optional(),
})

/** `all` for every status. */
export const inboxQuery = z.strictObject({
  status: z.enum([...status.options, 'all']).default('pending'),
  agent: name.optional(),
  tool: name.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  /** The `next` of the page before. */
  after: z.coerce.number().int().min(0).optional(),
  limit,
})

/** Which part of a long request: so many characters from a place on, or all of it. */
export const partQuery = z.strictObject({
  from: z.coerce.number().int().min(0).default(0),
  characters: z.coerce.number().int().min(1).max(1_000_000).default(20_000),
  whole: z.enum(['true', 'false']).default('false'),
})
