/** Tools in the words of the five documents, for the tests of old names. */
import { mkdir, mkdtemp, readFile as readBytes, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createToolyard,
  fromHookConfig,
  type HookConfig,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'

/** What a document promises of one of its names; throws where it does not hold. */
export type Cases = Readonly<Record<string, () => unknown>>

/** A Toolyard for one promise, closed after it. */
export async function withYard<T>(
  use: (yard: ToolService) => T | Promise<T>,
  options: ToolyardOptions = {},
): Promise<T> {
  await using yard = await createToolyard(options)
  return await use(yard)
}

/** A workspace for one promise about built-in tools. */
export interface Workspace {
  readonly yard: ToolService
  /** The content of a file. */
  readonly read: (path: string) => Promise<string>
}

/** `{ path: content }` in a folder of its own, which also has TypeScript installed; removed after it. */
export async function inWorkspace(
  files: Readonly<Record<string, string>>,
  use: (workspace: Workspace) => unknown,
  options: ToolyardOptions = {},
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-names-')))
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await mkdir(join(folder, 'node_modules'))
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
    await symlink(typescript, join(folder, 'node_modules/typescript'))
    await withYard((yard) => use({ yard, read: (path) => readBytes(join(folder, path), 'utf8') }), {
      workspace: folder,
      builtins: ['files', 'shell'],
      ...options,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Document 1. */
export const readFile = {
  name: 'read_file',
  description: '读取文件内容',
  input_schema: { path: String },
  execute: async ({ path }: { path: string }) =>
    path === ''
      ? { content: [{ type: 'text', text: 'Error: no path' }], is_error: true }
      : { content: [{ type: 'text', text: `content of ${path}` }] },
}

/** Document 3. */
export const globManifest = {
  name: 'glob',
  description: '按模式匹配文件',
  category: 'file',
  parameters: { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] },
  return_schema: { type: 'array', items: { type: 'string' } },
  permission_class: 'READ',
  side_effect_scope: 'LOCAL_STATE',
  requires_confirmation: false,
  is_streaming: false,
  tags: ['files'],
}
export const glob = async ({ pattern }: { pattern: string }): Promise<string[]> => [`a${pattern.slice(1)}`]

export async function* tail({ lines }: { lines: number }): AsyncGenerator<string> {
  for (let line = 1; line <= lines; line++) yield `line ${line}\n`
}

export const withGlob = (use: (yard: ToolService) => unknown, ...hooks: HookConfig[]): Promise<unknown> =>
  withYard(async (yard) => {
    yard.registry.register(globManifest, glob)
    for (const hook of hooks) yard.hooks.add(fromHookConfig(hook))
    await use(yard)
  })

/** Document 4. */
export const calculator = {
  name: 'calculator',
  description: '计算器工具',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  execute: async ({ a, b }: { a: number; b: number }) => a + b,
}
export class DatabaseTool {
  static disposed = 0
  readonly rows: string[] = []
  async execute({ row }: { row: string }): Promise<number> {
    return this.rows.push(row)
  }
  dispose(): void {
    DatabaseTool.disposed++
  }
}
export const database = {
  name: 'database',
  description: '数据库工具',
  parameters: { type: 'object', properties: { row: { type: 'string' } }, required: ['row'] },
}

/** Document 5. */
export class MyCustomTool {
  get name(): string {
    return 'my_custom_tool'
  }
  get description(): string {
    return 'My custom tool'
  }
  get parameters(): object {
    return {
      type: 'object',
      properties: { input: { type: 'string', description: 'Input value' } },
      required: ['input'],
    }
  }
  async execute({ input }: { input: string }): Promise<string> {
    if (input === 'bad') throw new Error('it broke')
    return `Processed: ${input}`
  }
}
