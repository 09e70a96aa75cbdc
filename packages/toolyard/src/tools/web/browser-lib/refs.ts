/**
 * The element that a ref means. Refs are those of the latest snapshot: on a page that has changed they lead nowhere, never to
 * another element.
 *
 * @module
 */
import type { Locator } from 'playwright-core'
import { ToolyardError } from '../../../kernel/index.ts'
import type { Act } from './session.ts'
import { goneRef } from './snapshot.ts'
import { within } from './time-limit.ts'

export async function elementOf({ tab, context }: Act, ref: string): Promise<Locator> {
  const found = tab.page.locator(`aria-ref=${ref}`)
  const count = await within(
    found.count().catch(() => 0),
    5000,
    context,
  )
  if (count === 0) throw goneRef(ref)
  return found
}

/** A parameter that the action can't do without. */
export function required<T>(value: T | undefined, name: string, action: string): T {
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name} is missing: ${action} needs it`, {
    hint: name.endsWith('ref') ? 'Take it from the latest snapshot.' : `Give ${name}.`,
  })
}
