/**
 * What a call of `use_browser` may say.
 *
 * @module
 */
import { z } from 'zod'

const actionNames = [
  'open',
  'snapshot',
  'click',
  'type',
  'fill',
  'press',
  'select',
  'hover',
  'drag',
  'scroll',
  'wait',
  'upload',
  'download',
  'dialog',
  'screenshot',
  'pdf',
  'evaluate',
  'network',
  'back',
  'tabs',
  'close',
] as const

export type ActionName = (typeof actionNames)[number]

const ref = z.string().regex(/^(?:f\d{1,6})?e\d{1,9}$/, 'is a ref of the snapshot, such as e12')

export const browserInput = z.strictObject({
  action: z.enum(actionNames).describe('What to do'),
  url: z.string().max(8000).optional().describe('open: address of the page, with http:// or https://'),
  ref: ref.optional().describe('The element, by its ref in the snapshot, such as e12'),
  to_ref: ref.optional().describe('drag: where to'),
  text: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      'type: the text; wait: text to wait for; dialog: answer to a prompt; network: part of the address',
    ),
  key: z.string().max(100).optional().describe('press: a key or combination, such as Enter or Control+a'),
  values: z.array(z.string().max(1000)).max(100).optional().describe('select: options, by value or label'),
  fields: z
    .array(
      z.strictObject({
        ref: ref.describe('The field'),
        value: z
          .union([z.string().max(100_000), z.boolean()])
          .describe('Text, option, or true and false for boxes'),
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .describe('fill: the fields of a form'),
  submit: z.boolean().optional().describe('type, fill: press Enter afterwards'),
  slowly: z.boolean().optional().describe('type: key by key, after what the field holds'),
  double: z.boolean().optional().describe('click: twice'),
  button: z.enum(['left', 'right', 'middle']).optional().describe('click: mouse button; left by default'),
  direction: z
    .enum(['down', 'up', 'left', 'right', 'top', 'bottom'])
    .optional()
    .describe('scroll: where to; down by default, or to ref'),
  amount: z.int().min(1).max(100_000).optional().describe('scroll: pixels; most of a screen by default'),
  gone: z.boolean().optional().describe('wait: until the text is no longer there'),
  accept: z.boolean().optional().describe('dialog: OK or Cancel; OK by default'),
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(20)
    .optional()
    .describe('upload: files of the workspace for the file field (ref)'),
  path: z.string().min(1).optional().describe('download, pdf: new file of the workspace to save to'),
  script: z
    .string()
    .max(100_000)
    .optional()
    .describe('evaluate: JavaScript for the page: an expression, or a function that gets the element of ref'),
  offset: z.int().min(0).optional().describe('snapshot: first line to show, to read on'),
  depth: z.int().min(1).max(1000).optional().describe('snapshot: levels to show'),
  changes: z.boolean().optional().describe('snapshot: only what changed since the last one'),
  full_page: z.boolean().optional().describe('screenshot: all of the page, not only what is in view'),
  all: z.boolean().optional().describe('network: also scripts, styles, images and fonts'),
  tab: z.int().min(1).optional().describe('Tab to use from now on, by its number; close: only this tab'),
  new_tab: z.boolean().optional().describe('open: in a new tab'),
  profile: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .optional()
    .describe('open: a kept profile (cookies, sign-ins) of this name; by default nothing is kept'),
  timeout_ms: z
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .describe('How long the action may take; 5000 by default, 30000 for open and wait'),
})

export type BrowserInput = z.output<typeof browserInput>
