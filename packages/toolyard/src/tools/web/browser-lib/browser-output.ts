/**
 * What a call of `use_browser` answers to programs.
 *
 * @module
 */
import { z } from 'zod'
import { cutFields } from '../../output-lib/cut-fields.ts'
import { fromOutside } from '../../output-lib/from-outside.ts'

const text = z.string().optional()
const number = z.int().optional()

export const browserOutput = z.strictObject({
  ...fromOutside,
  tab: number,
  url: text.describe('Where the page is now; only its site if it may not be read'),
  title: text,
  page: text.describe('Its snapshot: all of it, or what changed'),
  changes: z.boolean().optional().describe('The snapshot is what changed'),
  dialog: text.describe('The dialog that waits'),
  result: text.describe('evaluate: JSON'),
  requests: z
    .array(
      z.strictObject({
        method: z.string(),
        url: z.string(),
        type: z.string(),
        status: number,
        failure: text,
      }),
    )
    .optional()
    .describe('network'),
  saved: text.describe('download, pdf: the file'),
  bytes: number.describe('download, pdf'),
  tabs: z
    .array(z.strictObject({ tab: z.int(), url: z.string(), title: text, current: z.boolean().optional() }))
    .optional()
    .describe('tabs'),
  notes: z.array(z.string()).optional().describe('What was done, what else happened, what is left out'),
  ...cutFields,
})

export type BrowserOutput = z.infer<typeof browserOutput>
