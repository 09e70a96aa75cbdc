/** A yard on a file whose tools leave marks, and end their process where a test says so: at once, as kill -9 does. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from '../../src/define/index.ts'
import { createToolyard, type Settings, type ToolService } from '../../src/runtime/index.ts'

export function openDurable(folder: string, options: Settings = {}): Promise<ToolService> {
  return createToolyard({
    workspace: folder,
    database: `sqlite:${join(folder, 'yard.db')}`,
    builtins: ['collab', 'files'],
    policy: { allow: ['mark', 'look', 'spawn', 'ask_user_question', 'write_file', 'edit_file'] },
    approvals: 'wait',
    // Its model has said its last words, and its end is not written.
    hooks: [{ name: 'death', type: 'RUN_STOP', handler: () => dies(folder, 'at its end') }],
    ...options,
    tools: [mark(folder), look(folder), pay(folder)],
  })
}

/** Lines that tools have left. */
export function marksIn(folder: string): readonly string[] {
  const file = join(folder, 'marks')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/** The file `die` names one moment of one call. */
function dies(folder: string, moment: string): void {
  const file = join(folder, 'die')
  if (existsSync(file) && readFileSync(file, 'utf8') === `${moment} ${process.pid}`)
    process.kill(process.pid, 'SIGKILL')
}

/** `out.txt has WORDS`: not before that file has them. */
async function outHas(folder: string, text: string): Promise<void> {
  const [, words] = /^out\.txt has (.+)$/.exec(text) ?? []
  if (words === undefined) return
  const file = join(folder, 'out.txt')
  const has = (): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(words)
  while (!has()) await sleep(10)
}

async function leaveMark(folder: string, text: string): Promise<string> {
  await outHas(folder, text)
  dies(folder, `before ${text}`)
  appendFileSync(join(folder, 'marks'), `${text}\n`)
  dies(folder, `after ${text}`)
  return `marked ${text}`
}

const mark = (folder: string) =>
  defineTool({
    name: 'mark',
    description: 'Leaves a mark.',
    inputSchema: { text: String },
    permission: 'write',
    effects: 'db_write',
    execute: ({ text }) => leaveMark(folder, text),
  })

const look = (folder: string) =>
  defineTool({
    name: 'look',
    description: 'Looks.',
    inputSchema: { text: String },
    permission: 'read',
    effects: 'none',
    execute: ({ text }) => leaveMark(folder, text),
  })

const pay = (folder: string) =>
  defineTool({
    name: 'pay',
    description: 'Pays, if a person allows it.',
    inputSchema: { text: String },
    permission: 'write',
    effects: 'db_write',
    confirm: true,
    execute: ({ text }) => leaveMark(folder, text),
  })
