/** Real repositories for the tests of `git`: made with git itself, in folders of their own. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createToolyard,
  textOf,
  type ToolResult,
  type ToolService,
  type ToolyardOptions,
} from '../../src/index.ts'
import type { ThreadState, ToolContext } from '../../src/define/index.ts'
import { createLazyHost } from '../../src/host/index.ts'
import git from '../../src/tools/shell/git.ts'
import { gitInput } from '../../src/tools/shell/git/input.ts'

export interface TestRepository extends AsyncDisposable {
  readonly path: string
  readonly yard: ToolService
  /** Runs git as its owner would. */
  git(...args: string[]): string
  write(name: string, content: string): void
  /** Calls the tool. */
  call(input: Record<string, unknown>): Promise<ToolResult>
  /** The data of a call that succeeds. */
  data(input: Record<string, unknown>): Promise<Record<string, unknown>>
  text(input: Record<string, unknown>): Promise<string>
  /** Runs the tool alone, without a sandbox around git; failures are swallowed. */
  unboxed(input: Record<string, unknown>): Promise<void>
}

/** `home` is what the owner's own settings are read from. */
export async function makeRepository(
  options: Partial<ToolyardOptions> & { readonly init?: boolean } = {},
): Promise<TestRepository> {
  const { init = true, ...others } = options
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-git-')))
  const [path, home] = [join(folder, 'work'), join(folder, 'home')]
  for (const one of [path, home]) mkdirSync(one)
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LC_ALL: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' }
  const run = (...args: string[]): string =>
    execFileSync('git', args, { cwd: path, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (init) run('init', '--quiet', '--initial-branch=main')
  const yard = await createToolyard({
    tools: [git],
    workspace: path,
    environment: env,
    policy: { mode: 'bypass' },
    ...others,
  })
  const call = (input: Record<string, unknown>): Promise<ToolResult> => yard.call('git', input)
  const host = createLazyHost({ workspace: path, environment: env, sandbox: 'none' })
  const thread: ThreadState = { id: 'test', own: async (_key, create) => create() }
  const context = { host, thread, signal: new AbortController().signal } as ToolContext
  return {
    path,
    yard,
    git: run,
    call,
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), content)
    },
    async data(input) {
      const result = await call(input)
      if (result.status !== 'ok') throw new Error(`${result.status}: ${textOf(result)}`)
      return result.data as Record<string, unknown>
    },
    async text(input) {
      return textOf(await call(input))
    },
    async unboxed(input) {
      await git.execute(gitInput.parse(input), context).catch(() => {})
    },
    async [Symbol.asyncDispose]() {
      await yard.close()
      await host.programs.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A repository with one commit of `README.md`. */
export async function makeCommitted(options: Partial<ToolyardOptions> = {}): Promise<TestRepository> {
  const repository = await makeRepository(options)
  repository.write('README.md', 'one\ntwo\nthree\n')
  repository.git('add', '.')
  repository.git('commit', '--quiet', '--message=first')
  return repository
}
