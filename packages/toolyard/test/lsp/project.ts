/** Projects in temporary folders, with real or fake language servers in their `node_modules`. */
import { existsSync, globSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createToolyard, textOf, type ToolResult, type ToolService } from '../../src/index.ts'
import lsp from '../../src/tools/shell/lsp.ts'

const require = createRequire(import.meta.url)

export interface Project extends AsyncDisposable {
  readonly root: string
  readonly yard: ToolService
  /** Calls `lsp` in a thread of this name. */
  ask(input: Record<string, unknown>, threadId?: string): Promise<ToolResult>
  /** The text that the model sees. */
  tell(input: Record<string, unknown>): Promise<string>
  write(path: string, content: string | Uint8Array): Promise<void>
  read(path: string): string
  /** Process ids of everything that works in this project. */
  processes(): number[]
}

export interface ProjectOptions {
  /** npm packages of this repository that the project has installed. */
  readonly packages?: readonly string[]
  /** The script of a server that passes for that of TypeScript 7. */
  readonly fake?: string
  /** The only programs on the PATH; all that this machine has by default. */
  readonly programs?: readonly string[]
  /** For a server that writes to the project: in the sandbox it can't. */
  readonly sandbox?: 'none'
}

export async function makeProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  { packages = [], fake, programs, sandbox }: ProjectOptions = {},
): Promise<Project> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-lsp-')))
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  await mkdir(join(root, 'node_modules'), { recursive: true })
  for (const name of packages)
    await symlink(dirname(require.resolve(`${name}/package.json`)), join(root, 'node_modules', name))
  if (fake !== undefined) {
    await write('node_modules/typescript/package.json', '{"version":"7.0.0","bin":{"tsc":"server.cjs"}}')
    await write('node_modules/typescript/server.cjs', fake)
  }
  const bin = programs && (await makeBin(programs))
  const yard = await createToolyard({
    workspace: root,
    builtins: ['files'],
    tools: [lsp],
    policy: { mode: 'bypass' },
    ...(sandbox && { sandbox }),
    ...(bin !== undefined && { environment: { ...process.env, PATH: bin } }),
  })
  const ask: Project['ask'] = (input, threadId = 'thread') => yard.call('lsp', input, { threadId })
  return {
    root,
    yard,
    ask,
    write,
    tell: async (input) => textOf(await ask(input)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    processes: () => processesIn(root),
    async [Symbol.asyncDispose]() {
      await yard.close()
      for (const folder of [root, bin ?? root]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A folder with links to a few programs of this machine. */
async function makeBin(programs: readonly string[]): Promise<string> {
  const bin = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-bin-')))
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of programs) {
    const target = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (target !== undefined) await symlink(target, join(bin, name))
  }
  return bin
}

/** Processes whose command line or working folder is in `root`, and all that they started. */
export function processesIn(root: string): number[] {
  const parents = new Map<number, number>()
  const found = new Set<number>()
  for (const folder of globSync('/proc/[0-9]*')) {
    const pid = Number(folder.slice('/proc/'.length))
    try {
      const [, state, parent] = /\) (\S) (\d+) /.exec(readFileSync(`${folder}/stat`, 'utf8')) ?? []
      if (pid === process.pid || state === 'Z') continue
      parents.set(pid, Number(parent))
      if (readFileSync(`${folder}/cmdline`, 'utf8').includes(root) || folderOf(folder) === root)
        found.add(pid)
    } catch {
      // Ended while we looked.
    }
  }
  const isBelow = (pid: number): boolean =>
    found.has(pid) || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isBelow).toSorted((left, right) => left - right)
}

function folderOf(folder: string): string | undefined {
  try {
    return readlinkSync(`${folder}/cwd`)
  } catch {
    return undefined
  }
}
