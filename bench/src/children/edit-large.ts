/**
 * Makes one edit in the middle of a large file, with our tool or with the filesystem server of MCP, and prints what it took.
 *
 * Each has edited a small file before. Of the server the memory is its own process's; of ours the process's that makes the call.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { lineAt } from '../tools/large-file.ts'
import { openYard } from '../tools/open-yard.ts'
import { peakGrowth } from '../tools/peak-memory.ts'

export interface EditLarge extends Readonly<Record<string, number>> {
  readonly milliseconds: number
  /** Bytes at the peak, more than before. */
  readonly memory: number
}

interface Editor extends AsyncDisposable {
  readonly pid: number | 'self'
  edit(path: string, before: string, after: string): Promise<void>
}

const [who = '', file = '', small = '', middle = ''] = process.argv.slice(2)

await using editor = who === 'toolyard' ? await openOurs() : await openServer()
await editor.edit(small, ...changeAt(1000))
const change = changeAt(Number(middle))
let milliseconds = 0
const memory = await peakGrowth(async () => {
  const start = performance.now()
  await editor.edit(file, ...change)
  milliseconds = performance.now() - start
}, editor.pid)
console.log(JSON.stringify({ milliseconds, memory } satisfies EditLarge))

/** A line and the next one, which stand together but once; the first gets a word more. */
function changeAt(line: number): [before: string, after: string] {
  const next = lineAt(line + 1)
  return [`${lineAt(line)}\n${next}`, `${lineAt(line)} indeed\n${next}`]
}

async function openOurs(): Promise<Editor> {
  const yard = await openYard(dirname(file))
  return {
    pid: 'self',
    async edit(path, old_string, new_string) {
      await yard.call('edit_file', { path: basename(path), old_string, new_string })
    },
    [Symbol.asyncDispose]: () => yard[Symbol.asyncDispose](),
  }
}

async function openServer(): Promise<Editor> {
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-filesystem/package.json',
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), 'dist', 'index.js'), dirname(file)],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  const { pid } = transport
  if (pid === null) throw new Error('The filesystem server has no process')
  return {
    pid,
    async edit(path, oldText, newText) {
      const answer = await client.callTool(
        { name: 'edit_file', arguments: { path, edits: [{ oldText, newText }] } },
        { timeout: 120_000 },
      )
      if (answer.isError)
        throw new Error(`The filesystem server failed: ${JSON.stringify(answer.content).slice(0, 500)}`)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
