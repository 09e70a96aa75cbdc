/** A workspace and a Toolyard over it, for the tests of the file tools. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createToolyard, textOf, type ToolResult, type ToolService } from 'toolyard'

type Options = NonNullable<Parameters<typeof createToolyard>[0]>

export interface Bench extends AsyncDisposable {
  readonly folder: string
  readonly yard: ToolService
  put(path: string, content: string | Uint8Array): void
  get(path: string): string
  /** The same, or nothing where there is no such file. */
  find(path: string): string | undefined
  call(tool: string, input: object, threadId?: string): Promise<ToolResult>
  /** The text of a call that must succeed. */
  ok(tool: string, input: object, threadId?: string): Promise<string>
  /** The code and the text of a call that must fail. */
  fails(tool: string, input: object, threadId?: string): Promise<{ code: string | undefined; text: string }>
}

export async function openBench(options: Options = {}): Promise<Bench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
  const yard = await createToolyard({
    workspace: folder,
    builtins: ['files'],
    policy: { mode: 'accept-edits' },
    ...options,
  })
  const call: Bench['call'] = (tool, input, threadId = 'thread') => yard.call(tool, input, { threadId })
  return {
    folder,
    yard,
    call,
    put(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    },
    get: (path) => readFileSync(join(folder, path), 'utf8'),
    find: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined),
    async ok(tool, input, threadId) {
      const result = await call(tool, input, threadId)
      if (result.status !== 'ok') throw new Error(`${tool} answered ${result.status}: ${textOf(result)}`)
      return textOf(result)
    },
    async fails(tool, input, threadId) {
      const result = await call(tool, input, threadId)
      if (result.status === 'ok') throw new Error(`${tool} answered: ${textOf(result)}`)
      return { code: result.error?.code, text: textOf(result) }
    },
    async [Symbol.asyncDispose]() {
      await yard.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
