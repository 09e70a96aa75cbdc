/**
 * The element that a ref means. Refs are those of the latest snapshot: on a page that has changed they lead nowhere, never to
 * another element.
 *
 * @module
 */
import type { Frame, Locator } from 'playwright-core'
import { ToolyardError } from '../../../kernel/index.ts'
import type { BrowserInput } from './browser-input.ts'
import { mayRead } from './origins.ts'
import type { ActionContext } from './session.ts'
import { goneRef } from './snapshot.ts'
import type { Tab } from './tab.ts'
import { within } from './time-limit.ts'

export async function elementOf(act: ActionContext, ref: string): Promise<Locator> {
  const { tab, context } = act
  const found = tab.page.locator(`aria-ref=${ref}`)
  const count = await within(
    found.count().catch(() => 0),
    5000,
    context,
  )
  if (count === 0) throw goneRef(ref)
  await requireSite(act, found, ref)
  return found
}

/** An element in a frame is of that frame's site, and the call has to name it. */
async function requireSite({ tab, context }: ActionContext, found: Locator, ref: string): Promise<void> {
  const [, document] = documentOf.exec(ref) ?? []
  if (document === undefined) return
  const frame = await within(frameOf(found), 5000, context)
  if (frame === null) throw goneRef(ref)
  const origin = tab.originOfFrame(frame)
  if (origin !== undefined) tab.sitesOfRefs.set(document, origin)
  if (mayRead(context, { origin })) return
  throw new ToolyardError('denied', `${ref} is in a frame of ${origin}, which this call did not name`, {
    hint: 'Call again: it is judged by that site as well.',
  })
}

async function frameOf(found: Locator): Promise<Frame | null> {
  const element = await found.elementHandle({ timeout: 5000 })
  const frame = await element.ownerFrame()
  await element.dispose()
  return frame
}

/** Refs begin with the document that they are of; those of the first one that a tab shows do not. */
const documentOf = /^(f\d+)e/

/** Sites of the elements that a call names, as far as they are known. */
export function sitesOf(
  { sitesOfRefs }: Tab,
  { ref, to_ref: to, fields = [] }: BrowserInput,
): readonly string[] {
  const refs = [ref, to, ...fields.map((field) => field.ref)]
  return refs.flatMap((each) => sitesOfRefs.get(documentOf.exec(each ?? '')?.[1] ?? '') ?? [])
}

/** A parameter that the action can't do without. */
export function required<T>(value: T | undefined, name: string, action: string): T {
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name} is missing: ${action} needs it`, {
    hint: name.endsWith('ref') ? 'Take it from the latest snapshot.' : `Give ${name}.`,
  })
}
