/**
 * Actions that put something in: `type`, `fill`, `press`, `select`, `dialog`.
 *
 * @module
 */
import type { Locator } from 'playwright-core'
import { type BrowserAction, timeoutOf } from '../action.ts'
import { asActionError } from '../action-error.ts'
import { pageFunction } from '../page-function.ts'
import { elementOf, required } from '../refs.ts'
import { settled } from '../settle.ts'

export const type: BrowserAction = async (act, input) => {
  const text = required(input.text, 'text', 'type')
  const { ref, slowly, submit } = input
  const { keyboard } = act.tab.page
  const element = ref === undefined ? undefined : await elementOf(act, ref)
  await settled(act, {
    what: `${ref ?? 'the text'} can't be typed into`,
    timeoutMs: timeoutOf(input),
    async run(timeout) {
      if (!element) await keyboard.type(text)
      else if (slowly) await element.pressSequentially(text, { timeout })
      else await element.fill(text, { timeout })
      if (submit) await keyboard.press('Enter')
    },
  })
  return { show: 'changes' }
}

export const fill: BrowserAction = async (act, input) => {
  const fields = required(input.fields, 'fields', 'fill')
  const elements: { readonly element: Locator; readonly ref: string; readonly value: string | boolean }[] = []
  // All of them are looked for first: a form is not left half filled for a ref that is gone.
  for (const { ref, value } of fields) elements.push({ element: await elementOf(act, ref), ref, value })
  const eachMs = timeoutOf(input)
  await settled(act, {
    what: 'the form was not filled',
    timeoutMs: Math.min(eachMs * elements.length, 60_000),
    async run() {
      for (const { element, ref, value } of elements)
        await fillOne(element, value, eachMs).catch((error: unknown) => {
          throw asActionError(error, `${ref} can't be filled`)
        })
      if (input.submit) await act.tab.page.keyboard.press('Enter')
    },
  })
  return { show: 'changes' }
}

const kindOfField = pageFunction(
  `(element) => element.tagName === 'SELECT' ? 'select' : String(element.type ?? '')`,
)

async function fillOne(element: Locator, value: string | boolean, timeout: number): Promise<void> {
  const kind = await element.evaluate(kindOfField, undefined, { timeout })
  if (kind === 'checkbox' || kind === 'radio' || typeof value === 'boolean')
    return element.setChecked(value === true || value === 'true', { timeout })
  if (kind === 'select') await element.selectOption(value, { timeout })
  else await element.fill(value, { timeout })
}

export const press: BrowserAction = async (act, input) => {
  const key = required(input.key, 'key', 'press')
  const { ref } = input
  const element = ref === undefined ? undefined : await elementOf(act, ref)
  await settled(act, {
    what: `"${key}" can't be pressed`,
    timeoutMs: timeoutOf(input),
    run: (timeout) => (element ? element.press(key, { timeout }) : act.tab.page.keyboard.press(key)),
  })
  return { show: 'changes' }
}

export const select: BrowserAction = async (act, input) => {
  const ref = required(input.ref, 'ref', 'select')
  const values = required(
    input.values ?? (input.text === undefined ? undefined : [input.text]),
    'values',
    'select',
  )
  const element = await elementOf(act, ref)
  await settled(act, {
    what: `nothing can be selected in ${ref}`,
    timeoutMs: timeoutOf(input),
    run: (timeout) => element.selectOption(values, { timeout }),
  })
  return { show: 'changes' }
}

export const dialog: BrowserAction = async (act, input) => {
  await settled(act, {
    what: "the dialog can't be answered",
    timeoutMs: timeoutOf(input),
    run: () => act.tab.dialogs.answer(input.accept ?? true, input.text),
  })
  return { show: 'changes' }
}
