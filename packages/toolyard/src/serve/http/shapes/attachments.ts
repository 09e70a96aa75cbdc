/**
 * Pictures and files that are sent with what is said, and files that runs wrote.
 *
 * @module
 */
import { z } from 'zod'
import { name } from './common.ts'

/** Bytes of a body that carries files: twelve megabytes of them as base64, and the rest. */
export const bodyWithFiles = 17_000_000
const mostFiles = 10

const path = z.string().min(1).max(4096)

export const attachments = z
  .array(
    z.union([
      z.strictObject({ path }),
      z.strictObject({
        /** Base64. */
        data: z.string(),
        name: z.string().optional(),
        mediaType: z.string().max(200).optional(),
      }),
    ]),
  )
  .max(mostFiles, `a message takes ${mostFiles} files`)
  .optional()

const facts = { name: z.string(), mediaType: z.string(), bytes: z.int() }

export const attachedPart = z.union([
  z.object({ type: z.literal('image'), handle: z.string(), ...facts, width: z.int(), height: z.int() }),
  z.object({ type: z.literal('file'), handle: z.string(), ...facts, pages: z.int().optional() }),
  z.object({ type: z.literal('file'), path: z.string(), ...facts }),
])

export const runFile = z.object({
  path: z.string(),
  tool: z.string(),
  runId: z.string(),
  exists: z.boolean(),
  bytes: z.int().optional(),
  mediaType: z.string().optional(),
})

/** A file for the workspace. */
export const fileBody = z.strictObject({
  path,
  /** Base64. */
  data: z.string(),
  threadId: name.optional(),
  agent: name.optional(),
})

export const fileQuery = z.strictObject({ path })
