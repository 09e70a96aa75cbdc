/**
 * Shapes that many routes share: pages, names, times, errors.
 *
 * @module
 */
import { z } from 'zod'

export const text = z.string().max(10_000)
export const name = z.string().min(1).max(200)
/** Milliseconds since 1970. */
export const time = z.number()

/** Ids of calls may carry a mark of their caller. */
export const idParams = z.object({ id: z.string().min(1).max(256) })

const mostRows = 200

export const limit = z.coerce.number().int().min(1).max(mostRows).default(50)

/** One page, and where the next one begins. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}

/** One page, where the next one begins, and how many there are on all of them. */
export function countedPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable(), total: z.int() })
}

/** All of them. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.null(), total: z.int() })
}

export function whole<T>(items: readonly T[]) {
  return { items, next: null, total: items.length }
}

/** JSON of any kind, such as a JSON Schema. */
export const anything = z.unknown()

/** Draft 2020-12. */
export const jsonSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())])

/** A sentence by name, with its values, for those who say it in another language. */
export const saying = z.object({ key: z.string(), values: z.array(z.string()) })

export const errorAnswer = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      details: z.unknown().optional(),
      says: saying.optional(),
    }),
  })
  .describe('Every error has this form; docs/errors.md lists the codes.')
