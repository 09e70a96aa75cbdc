/** A yard on a file in some mode. Started with a folder, it begins a run in read-only mode, and tells when that waits. */
import { join } from 'node:path'
import { defineTool } from '../../src/define/index.ts'
import { createToolyard, type Settings, type ToolService } from '../../src/runtime/index.ts'

export interface Marks {
  readonly ran: string[]
  /** Ends when the run may go on. */
  readonly wait?: (() => Promise<unknown>) | undefined
}

export function openStricter(folder: string, { ran, wait }: Marks, settings: Settings): Promise<ToolService> {
  const writing = (name: string, queue?: string) =>
    defineTool({
      name,
      description: 'Writes.',
      permission: 'write',
      ...(queue !== undefined && { queue }),
      execute: () => {
        ran.push(name)
        return 'written'
      },
    })
  const reading = defineTool({
    name: 'look',
    description: 'Looks.',
    permission: 'read',
    effects: 'none',
    execute: async () => {
      await wait?.()
      return 'looked'
    },
  })
  const outer = defineTool({
    name: 'outer',
    description: 'Calls another tool.',
    permission: 'read',
    effects: 'none',
    execute: async (_input, { call }) => (await call('write', {})).status,
  })
  return createToolyard({
    workspace: folder,
    database: `sqlite:${join(folder, 'toolyard.db')}`,
    ...settings,
    tools: [writing('write'), writing('train', 'gpu'), reading, outer],
  })
}

/** Tells that it waits, and does so for good. */
function waitForGood(): Promise<unknown> {
  process.stdout.write('waits\n')
  return new Promise(() => setInterval(() => {}, 1000))
}

const [, program, folder] = process.argv
if (program === import.meta.filename && folder !== undefined) {
  const yard = await openStricter(folder, { ran: [], wait: waitForGood }, { policy: { mode: 'read-only' } })
  await yard.agents.create({ name: 'writer', model: 'scripted/turns.json', toolIds: ['look', 'write'] })
  await yard.runs.start({ agent: 'writer', prompt: 'write', runId: 'run_1' })
}
