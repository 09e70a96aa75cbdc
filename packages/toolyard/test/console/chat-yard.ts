/** A server with agents whose models are scripts, and what a person does in its chat. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  tools: { folders: ['tools'], builtins: ['collab', 'system', 'files'] },
  policy: { allow: ['spawn', 'team_agent', 'write_file'], ask: ['note'] },
})
`

const note = `/** Writes a note. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { text: String },
  permission: 'write',
  effects: 'local_state',
  execute: ({ text }) => 'noted: ' + text,
})
`

export interface ScriptedAgent {
  /** Turns, or rules. */
  readonly script: readonly object[] | object
  readonly tools?: readonly string[]
}

export async function openChatYard(
  agents: Readonly<Record<string, ScriptedAgent>>,
  files: Readonly<Record<string, string>> = {},
): Promise<ServedYard> {
  const yard = await ServedYard.start({
    'toolyard.config.ts': config,
    'tools/note.ts': note,
    'tools/count-down.ts': yardFiles['tools/text/count-down.ts'] ?? '',
    'tools/echo.ts': yardFiles['tools/text/echo.ts'] ?? '',
    ...files,
    ...Object.fromEntries(
      Object.entries(agents).map(([name, { script }]) => [`scripts/${name}.json`, JSON.stringify(script)]),
    ),
  })
  for (const [name, { tools: toolIds = [] }] of Object.entries(agents))
    await yard.api('POST', '/api/agents', { name, model: `scripted/scripts/${name}.json`, toolIds })
  return yard
}

export function logOf(page: Page): Locator {
  return page.getByRole('log', { name: /^(Conversation|对话内容)$/ })
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^(Message|消息)$/).fill(text)
  // A question that was just answered may still stand in the conversation, with a button of the same name.
  await page
    .getByRole('button', { name: /^(Send|发送)$/ })
    .last()
    .click()
}

/** Through the debugger, so that the content security policy stays as it is. */
export async function checkAxe(page: Page, place: string): Promise<void> {
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  assert.deepEqual(found, [], place)
}

/** Nothing stands wider than the page. */
export async function checkWidth(page: Page): Promise<void> {
  const [wide, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  assert.equal(wide, width)
}
