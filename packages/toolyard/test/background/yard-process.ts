/** A process with an installation of its own on a shared database, which does what it is asked. Its tools write down what they do. */
import { appendFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createToolyard,
  defineTool,
  type ToolEvent,
  type ToolService,
  type ToolyardOptions,
} from '../../src/index.ts'
import type { BackgroundTerms } from '../../src/parts/index.ts'
import { createHttpServer, TokenBook } from '../../src/serve/http/index.ts'

export interface YardPlace {
  readonly folder: string
  readonly options?: Pick<ToolyardOptions, 'engine' | 'policy' | 'calls'>
}

const yards: ToolService[] = []

/** Writes a line, waits for a file, and writes another line. */
function slowTool(folder: string, name: 'write_slow' | 'read_slow') {
  return defineTool({
    name,
    description: 'Slow',
    permission: name === 'read_slow' ? 'read' : 'write',
    inputSchema: { type: 'object', properties: { gate: { type: 'string' } }, required: ['gate'] },
    async execute({ gate }, { signal }) {
      await appendFile(join(folder, 'log'), `begin ${gate}\n`)
      while (!(await stat(join(folder, gate)).catch(() => undefined))) {
        signal.throwIfAborted()
        await sleep(20)
      }
      await appendFile(join(folder, 'log'), `end ${gate}\n`)
      return { pid: process.pid }
    },
  })
}

function counter(name: string, queue?: string) {
  return defineTool({
    name,
    description: 'Count',
    permission: 'read',
    ...(queue !== undefined && { queue }),
    inputSchema: { type: 'object', properties: { to: { type: 'number' } }, required: ['to'] },
    async *execute({ to }, { progress }) {
      progress({ message: 'counts' })
      for (let n = 1; n <= to; n++) yield `${n},`
      return { pid: process.pid }
    },
  })
}

function toolsOf(folder: string) {
  const asked = defineTool({
    name: 'ask_first',
    description: 'Ask first',
    permission: 'write',
    confirm: true,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    async execute({ text = '' }) {
      await appendFile(join(folder, 'log'), `asked ${text}\n`)
      return { pid: process.pid }
    },
  })
  const slow = [slowTool(folder, 'write_slow'), slowTool(folder, 'read_slow')]
  return [...slow, counter('count'), counter('gpu_count', 'gpu'), asked]
}

function yard(): ToolService {
  const [first] = yards
  if (!first) throw new Error('no installation is open')
  return first
}

export const tasks = {
  async open({ folder, options }: YardPlace): Promise<void> {
    const opened = await createToolyard({
      files: { workspace: folder },
      database: `sqlite:${join(folder, 'toolyard.db')}`,
      policy: { allow: ['write_slow'], approvals: 'wait' },
      ...options,
      tools: toolsOf(folder),
    })
    yards.unshift(opened)
  },
  async serve(): Promise<{ url: string; token: string }> {
    const tokens = new TokenBook(yard().store.tokens)
    const { value } = await tokens.create({ name: `admin ${process.pid}`, role: 'admin' })
    const { url } = await createHttpServer(yard(), { port: 0, tokens })
    return { url, token: value }
  },
  start: (tool: string, input: unknown, terms: BackgroundTerms = {}) =>
    yard().background.start(tool, input, terms),
  find: (id: string) => yard().background.find(id),
  result: (id: string) => yard().background.result(id),
  cancel: (id: string) => yard().background.cancel(id, 'not needed'),
  call: (tool: string, input: unknown) => yard().call(tool, input),
  /** At most so many events. */
  async watch(id: string, after: number, most: number): Promise<{ sequence: number; event: ToolEvent }[]> {
    const events: { sequence: number; event: ToolEvent }[] = []
    for await (const event of yard().background.watch(id, after)) {
      events.push(event)
      if (events.length >= most) break
    }
    return events
  },
  async approve(callId: string): Promise<boolean> {
    const [item] = await yard().inbox.list({ callId, status: 'pending' })
    if (!item) return false
    await yard().inbox.approve(item.id, { by: 'ann' })
    return true
  },
  async close(): Promise<void> {
    await yard().close()
  },
}

process.on('message', ({ id, task, args }: { id: number; task: keyof typeof tasks; args: never[] }) => {
  const work = tasks[task] as (...given: never[]) => Promise<unknown>
  void (async () => work(...args))().then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
