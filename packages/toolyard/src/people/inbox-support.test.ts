/** What tests of the inbox share: a tool that asks about a path, and the first request that waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from '../define/index.ts'
import type { InboxEntry } from '../store/index.ts'
import type { ToolService } from '../index.ts'

export function savingTool(name: string, more: object = {}) {
  return defineTool({
    name,
    description: `Tool ${name}.`,
    permission: 'write',
    effects: 'local_state',
    inputSchema: { path: String },
    resources: ({ path }) => [{ kind: 'path', id: path, access: 'write' }],
    execute: ({ path }) => `${name} ${path}`,
    ...more,
  })
}

export async function pending(yard: ToolService): Promise<InboxEntry> {
  for (;;) {
    const [item] = await yard.inbox.list()
    if (item) return item
    await sleep(5)
  }
}
