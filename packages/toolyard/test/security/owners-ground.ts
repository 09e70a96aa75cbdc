/** One agent with two tokens, a token of another agent, and tools that keep something for their caller. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { echo, folderFor, note, openSite, type Refusal, type Site } from '../http/support.ts'

export interface Caller {
  readonly token: string
}

const long = defineTool({
  name: 'long',
  description: 'Answers more than is shown.',
  permission: 'read',
  effects: 'none',
  execute: () => 'private\n'.repeat(9000),
})

const tally = defineTool({
  name: 'tally',
  description: 'Counts its calls in a conversation.',
  permission: 'read',
  effects: 'none',
  create() {
    let count = 0
    return { execute: () => ++count }
  },
})

const endless = defineTool({
  name: 'endless',
  description: 'Goes on until it is stopped.',
  permission: 'read',
  effects: 'none',
  async *execute(_input, { signal }) {
    while (!signal.aborted) {
      yield 'tick\n'
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
  },
})

let paid = 0
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  permission: 'write',
  effects: 'local_state',
  inputSchema: { amount: Number },
  execute: ({ amount }) => ({ amount, payment: ++paid }),
})

/** One agent with two tokens, and a token of another agent. */
export async function setUp(
  test: TestContext,
): Promise<{ site: Site; first: Caller; second: Caller; other: Caller }> {
  const workspace = await folderFor(test)
  await writeFile(join(workspace, 'script.json'), JSON.stringify([{ text: 'Yes.' }]))
  const tools = [echo, note, long, tally, endless, pay]
  const site = await openSite(test, { workspace, tools, database: 'sqlite:yard.db', builtins: ['system'] })
  const toolIds = site.yard.registry.toolNames
  for (const name of ['helper', 'other'])
    await site.json('POST', '/api/agents', { body: { name, toolIds, model: 'scripted/script.json' } })
  const tokenFor = async (name: string, agent: string): Promise<Caller> => {
    const { body } = await site.json<{ value: string }>('POST', '/api/tokens', {
      body: { name, role: 'agent', agent },
    })
    return { token: body.value }
  }
  return {
    site,
    first: await tokenFor('first', 'helper'),
    second: await tokenFor('second', 'helper'),
    other: await tokenFor('another', 'other'),
  }
}

export async function call(
  site: Site,
  as: Caller,
  { tool, ...body }: { readonly tool: string; readonly [key: string]: unknown },
): Promise<ToolResult & Partial<Refusal>> {
  const answer = await site.json<ToolResult & Partial<Refusal>>('POST', `/api/tools/${tool}/call`, {
    as,
    body,
  })
  return answer.body
}
