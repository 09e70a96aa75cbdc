/**
 * Actions of the mouse: `click`, `hover`, `drag`, `scroll`.
 *
 * @module
 */
import { type BrowserAction, timeoutOf } from '../action.ts'
import type { BrowserInput } from '../browser-input.ts'
import { elementOf, required } from '../refs.ts'
import type { ActionContext } from '../session.ts'
import { settled } from '../settle.ts'
import { within } from '../time-limit.ts'

export const click: BrowserAction = async (act, input) => {
  const ref = required(input.ref, 'ref', 'click')
  const element = await elementOf(act, ref)
  const { button = 'left', double } = input
  await settled(act, {
    what: `${ref} can't be clicked`,
    timeoutMs: timeoutOf(input),
    run: (timeout) => (double ? element.dblclick({ button, timeout }) : element.click({ button, timeout })),
  })
  return { show: 'changes' }
}

export const hover: BrowserAction = async (act, input) => {
  const ref = required(input.ref, 'ref', 'hover')
  const element = await elementOf(act, ref)
  await settled(act, {
    what: `the mouse can't be moved to ${ref}`,
    timeoutMs: timeoutOf(input),
    run: (timeout) => element.hover({ timeout }),
  })
  return { show: 'changes' }
}

export const drag: BrowserAction = async (act, input) => {
  const from = required(input.ref, 'ref', 'drag')
  const to = required(input.to_ref, 'to_ref', 'drag')
  const [element, target] = [await elementOf(act, from), await elementOf(act, to)]
  await settled(act, {
    what: `${from} can't be dragged to ${to}`,
    timeoutMs: timeoutOf(input),
    run: (timeout) => element.dragTo(target, { timeout }),
  })
  return { show: 'changes' }
}

export const scroll: BrowserAction = async (act, input) => {
  const { ref, direction } = input
  const element = ref === undefined ? undefined : await elementOf(act, ref)
  await settled(act, {
    what: "can't scroll",
    timeoutMs: timeoutOf(input),
    async run(timeout) {
      if (element && direction === undefined) return element.scrollIntoViewIfNeeded({ timeout })
      if (element) await element.hover({ timeout })
      return wheel(act, input, element !== undefined)
    },
  })
  return { said: await placeOf(act), show: 'changes' }
}

const endPx = 10_000_000

async function wheel(
  { tab }: ActionContext,
  { direction = 'down', amount }: BrowserInput,
  isOver: boolean,
): Promise<void> {
  const { page } = tab
  const { width = 1280, height = 720 } = page.viewportSize() ?? {}
  if (!isOver) await page.mouse.move(width / 2, height / 2)
  const down = amount ?? Math.round(height * 0.85)
  const across = amount ?? Math.round(width * 0.85)
  const [x, y] = {
    down: [0, down],
    up: [0, -down],
    right: [across, 0],
    left: [-across, 0],
    bottom: [0, endPx],
    top: [0, -endPx],
  }[direction] as [number, number]
  await page.mouse.wheel(x, y)
  await page.waitForTimeout(150)
}

async function placeOf({ tab, context }: ActionContext): Promise<string | undefined> {
  if (tab.dialogs.open !== undefined) return undefined
  const asked = tab.page.evaluate<unknown>(
    '[scrollY + innerHeight, document.scrollingElement?.scrollHeight ?? 0].map(Math.round)',
  )
  const [end, height] = (await within(asked, 2000, context).catch(() => [])) as number[]
  if (!Number.isInteger(end) || !Number.isInteger(height)) return undefined
  return `Scrolled; ${end} of ${height} px seen.`
}
