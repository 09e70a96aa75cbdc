/**
 * Reads a page with the tool and with the libraries that it uses, and prints what that took of the processor.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { htmlToMarkdown } from '@mdream/js'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { createToolyard } from 'toolyard'
import { median } from '../harness.ts'
import { pageOf } from '../web/page.ts'

export interface WebFetch extends Readonly<Record<string, number>> {
  /** Milliseconds of the processor, all threads, and the ratio of the same rounds. */
  readonly tool: number
  readonly libraries: number
  readonly ratio: number
  /** Milliseconds: the longest that the event loop was late while the tool read a page of `large` bytes. */
  readonly delay: number
}

const [kind = '', bytes = '', large = '', roundCount = ''] = process.argv.slice(2)
const server = spawn(process.execPath, [fileURLToPath(new URL('page-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const port = Number(String((await server.stdout[Symbol.asyncIterator]().next()).value))
const yard = await createToolyard({
  builtins: ['web'],
  policy: { mode: 'bypass' },
  network: { allow: [`127.0.0.1:${port}`] },
})
const page = pageOf(kind, Number(bytes))
let count = 0

const [tool, libraries]: [number[], number[]] = [[], []]
// The first rounds warm up: the tool's thread has its own code to compile.
for (let round = -2; round < Number(roundCount); round++) {
  const [ours, theirs] = [await used(() => read(bytes)), await used(readByHand)]
  if (round < 0) continue
  tool.push(ours)
  libraries.push(theirs)
}
const late = monitorEventLoopDelay({ resolution: 5 })
late.enable()
await read(large)
late.disable()
console.log(
  JSON.stringify({
    tool: median(tool),
    libraries: median(libraries),
    ratio: median(tool.map((value, round) => value / (libraries[round] ?? Number.NaN))),
    delay: late.max / 1e6,
  } satisfies WebFetch),
)
await yard.close()
server.stdin.end()

async function used(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function read(size: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/${kind}/${size}?${count++}`
  const { status, content, error } = await yard.call(
    'web_fetch',
    { url, timeout_ms: 120_000 },
    { threadId: 't' },
  )
  const [block] = content
  if (status !== 'ok' || block?.type !== 'text' || !block.text.includes('## Section 3\n'))
    throw new Error(`web_fetch answered ${JSON.stringify(error ?? content).slice(0, 300)}`)
}

function readByHand(): Promise<void> {
  const article = new Readability(parseHTML(page).document, { keepClasses: true }).parse()
  const text = htmlToMarkdown(article?.content ?? '')
  if (!text.includes('## Section 3\n')) throw new Error(`the libraries answered ${text.slice(0, 300)}`)
  return Promise.resolve()
}
