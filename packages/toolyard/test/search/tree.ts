/** Real trees for the tests of `grep` and `glob`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { createToolyard, textOf, type ToolResult, type ToolService } from '../../src/index.ts'
import glob from '../../src/tools/files/glob.ts'
import grep from '../../src/tools/files/grep.ts'
import type { GrepResult } from '../../src/tools/files/search-lib/grep-result.ts'
import type { GlobResult } from '../../src/tools/files/search-lib/run-glob.ts'

export interface Tree extends AsyncDisposable {
  readonly path: string
  readonly yard: ToolService
  call(tool: 'grep' | 'glob', input: Record<string, unknown>): Promise<ToolResult>
  grep(input: Record<string, unknown>): Promise<GrepResult>
  glob(input: Record<string, unknown>): Promise<GlobResult>
  text(tool: 'grep' | 'glob', input: Record<string, unknown>): Promise<string>
}

export async function openTree(path: string): Promise<Tree> {
  const yard = await createToolyard({
    tools: [grep, glob],
    workspace: path,
    policy: { mode: 'bypass' },
  })
  const call: Tree['call'] = (tool, input) => yard.call(tool, input)
  const data = async (tool: 'grep' | 'glob', input: Record<string, unknown>): Promise<unknown> => {
    const result = await call(tool, input)
    if (result.status !== 'ok') throw new Error(`${result.status}: ${textOf(result)}`)
    return result.data
  }
  return {
    path,
    yard,
    call,
    grep: async (input) => (await data('grep', input)) as GrepResult,
    glob: async (input) => (await data('glob', input)) as GlobResult,
    text: async (tool, input) => textOf(await call(tool, input)),
    [Symbol.asyncDispose]: () => yard.close(),
  }
}

/** A tree of its own, made of `files`. */
export async function makeTree(files: Readonly<Record<string, string | Buffer>>): Promise<Tree> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-search-')))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  const tree = await openTree(path)
  return {
    ...tree,
    async [Symbol.asyncDispose]() {
      await tree.yard.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** What ripgrep itself prints. */
export function ripgrep(cwd: string, ...args: string[]): string {
  const { stdout, status } = spawnSync(rgPath, ['--no-config', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 30,
  })
  if (status === 2 && stdout === '') throw new Error(`ripgrep refused ${args.join(' ')}`)
  return stdout
}

/** `file:line` of every matching line. */
export function places({ files }: GrepResult): string[] {
  return files.flatMap(({ path, matches = [] }) =>
    matches.flatMap(({ line, context }) => (context ? [] : [`${path}:${line}`])),
  )
}

/** Living processes of ripgrep that search in `folder`. */
export function searchesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(rgPath))
        return false
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  })
}
