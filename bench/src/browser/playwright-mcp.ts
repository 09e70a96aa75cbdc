/**
 * `@playwright/mcp`, as a model calls it, with the options that it has by default.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { callOverStdio } from '../mcp-server/stdio-caller.ts'
import type { OpenTools } from './our-browser.ts'
import type { BrowserTools } from './walk.ts'

const chromium = '/usr/bin/chromium'

type Call = (name: string, input?: Readonly<Record<string, unknown>>) => Promise<string>

export async function openPlaywrightMcp(workspace: string): Promise<OpenTools> {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/mcp/package.json')),
    'cli.js',
  )
  const flags = ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium]
  const server = spawn(process.execPath, [program, ...flags], {
    cwd: workspace,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const caller = await callOverStdio(server, 'legacy')
  const list = JSON.parse(await caller.request('tools/list')) as { result: { tools: unknown } }
  const call: Call = async (name, input = {}) => {
    const line = await caller.request('tools/call', { name, arguments: input })
    const { result } = JSON.parse(line) as {
      result?: { isError?: boolean; content: readonly { text?: string }[] }
    }
    const text = result?.content.map((block) => block.text ?? '').join('\n') ?? line
    if (!result || result.isError) throw new Error(`${name} ${JSON.stringify(input)}: ${text}`)
    return text
  }
  return {
    tools: toolsOf(call, workspace),
    definitions: JSON.stringify(list.result.tools),
    async [Symbol.asyncDispose]() {
      await call('browser_close').catch(() => undefined)
      const ended = once(server, 'exit')
      server.stdin.end()
      server.kill()
      await ended
    },
  }
}

function toolsOf(call: Call, workspace: string): BrowserTools {
  return {
    open: (url) => call('browser_navigate', { url }),
    look: () => call('browser_snapshot'),
    find: (text) => call('browser_find', { text }),
    click: (target) => call('browser_click', { target }),
    type: (target, text, submit) => call('browser_type', { target, text, ...(submit && { submit }) }),
    fillIn: (fields) =>
      call('browser_fill_form', {
        fields: fields.map(({ ref, name, value, kind }) => ({
          target: ref,
          name,
          type: kind,
          value: String(value),
        })),
      }),
    select: (target, value) => call('browser_select_option', { target, values: [value] }),
    press: (key) => call('browser_press_key', { key }),
    hover: (target) => call('browser_hover', { target }),
    drag: (from, to) => call('browser_drag', { startTarget: from, endTarget: to }),
    scrollDown: () => call('browser_evaluate', { function: '() => scrollTo(0, document.body.scrollHeight)' }),
    acceptDialog: () => call('browser_handle_dialog', { accept: true }),
    useTab: (number) => call('browser_tabs', { action: 'select', index: number - 1 }),
    async upload(target, path) {
      const opened = await call('browser_click', { target })
      return [opened, await call('browser_file_upload', { paths: [join(workspace, path)] })]
    },
    waitFor: (text) => call('browser_wait_for', { text }),
    back: () => call('browser_navigate_back'),
  }
}
