/**
 * `use_browser`, as a model calls it.
 *
 * @module
 */
import { createToolyard } from 'toolyard'
import type { BrowserTools } from './walk.ts'

export interface OpenTools extends AsyncDisposable {
  readonly tools: BrowserTools
  /** The definitions that the model is sent. */
  readonly definitions: string
}

export async function openOurBrowser(
  workspace: string,
  origin: string,
  threadId: string,
): Promise<OpenTools> {
  const yard = await createToolyard({
    builtins: ['web'],
    workspace,
    policy: { mode: 'bypass' },
    network: { allow: [new URL(origin).host] },
  })
  const use = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
    const result = await yard.call('use_browser', input, { threadId })
    if (result.status !== 'ok') throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(result.error)}`)
    return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  }
  const definitions = JSON.stringify(
    yard.definitions('mcp').filter((tool) => JSON.stringify(tool).includes('"use_browser"')),
  )
  return { tools: toolsOf(use), definitions, [Symbol.asyncDispose]: () => yard.close() }
}

function toolsOf(use: (input: Readonly<Record<string, unknown>>) => Promise<string>): BrowserTools {
  return {
    open: (url) => use({ action: 'open', url }),
    look: () => use({ action: 'snapshot' }),
    find: () => use({ action: 'snapshot', changes: true }),
    click: (ref) => use({ action: 'click', ref }),
    type: (ref, text, submit) => use({ action: 'type', ref, text, ...(submit && { submit }) }),
    fillIn: (fields) => use({ action: 'fill', fields: fields.map(({ ref, value }) => ({ ref, value })) }),
    select: (ref, value) => use({ action: 'select', ref, values: [value] }),
    press: (key) => use({ action: 'press', key }),
    hover: (ref) => use({ action: 'hover', ref }),
    drag: (ref, to) => use({ action: 'drag', ref, to_ref: to }),
    scrollDown: () => use({ action: 'scroll', direction: 'bottom' }),
    acceptDialog: () => use({ action: 'dialog' }),
    useTab: (tab) => use({ action: 'snapshot', tab }),
    upload: (ref, path) => use({ action: 'upload', ref, paths: [path] }),
    waitFor: (text) => use({ action: 'wait', text }),
    back: () => use({ action: 'back' }),
  }
}
