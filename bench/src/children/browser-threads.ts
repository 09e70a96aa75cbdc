/**
 * Opens a browser in many threads, closes them, and prints what is left: heap, processes, files.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBenchSite } from '../browser/shop-site.ts'
import { settledHeap } from './heap.ts'

export interface BrowserThreads extends Readonly<Record<string, number>> {
  readonly heap: number
  readonly processes: number
  readonly files: number
}

const count = Number(process.argv[2])
/** Fewer than may be open at once by default. */
const atOnce = 2
const root = mkdtempSync(join(tmpdir(), 'toolyard-bench-'))
const [temporary, state, workspace] = ['tmp', 'state', 'work'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
for (const folder of [temporary, state, workspace]) mkdirSync(folder)
Object.assign(process.env, { TMPDIR: temporary, XDG_STATE_HOME: state })
const { createToolyard } = await import('toolyard')
const site = await openBenchSite()
const yard = await createToolyard({
  builtins: ['web'],
  workspace,
  policy: { mode: 'bypass' },
  network: { allow: [new URL(site.origin).host] },
})
await useThreads('first', atOnce)
const start = await settledHeap()
const processesBefore = descendants(process.pid).length
const filesBefore = filesBelow(root)
await useThreads('thread', count)
const heap = (await settledHeap()) - start
const processes = Math.max(0, descendants(process.pid).length - processesBefore)
const files = Math.max(0, filesBelow(root) - filesBefore)
console.log(JSON.stringify({ heap, processes, files } satisfies BrowserThreads))
await yard.close()
await site[Symbol.asyncDispose]()
rmSync(root, { recursive: true, force: true })

async function useThreads(prefix: string, threads: number): Promise<void> {
  for (let from = 0; from < threads; from += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, threads - from) }, (_, at) => `${prefix}-${from + at}`)
    await Promise.all(ids.map(useThread))
  }
}

async function useThread(threadId: string): Promise<void> {
  const result = await yard.call('use_browser', { action: 'open', url: `${site.origin}/shop` }, { threadId })
  if (result.status !== 'ok') throw new Error(`A call failed: ${JSON.stringify(result.error)}`)
  await yard.threads.cleanupContext(threadId)
}

function descendants(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function filesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true }).length
}
