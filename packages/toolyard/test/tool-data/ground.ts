/** A workspace with something for every tool of files and shell: a repository, a project with a linter, pictures, long files. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createToolyard, type ToolResult, type ToolService, type ToolyardOptions } from 'toolyard'
import { promisesOutput, renderResult } from '../../src/dialects/index.ts'

/** A registered value, and one that is known by its shape. */
export const secret = 'correct-horse-battery-staple-9'
export const shaped = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

export interface McpAnswer {
  readonly isError?: boolean
  readonly structuredContent?: Record<string, unknown>
}

export interface Ground extends AsyncDisposable {
  readonly yard: ToolService
  call(tool: string, input: Record<string, unknown>): Promise<ToolResult>
  /** What an MCP client gets. */
  wire(result: ToolResult): McpAnswer
}

const packages = resolve(import.meta.dirname, '../../../../node_modules')
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const files: Readonly<Record<string, string | Buffer>> = {
  'README.md': 'one\ntwo\nthree\n',
  'empty.txt': '',
  'wide.txt': `${'x'.repeat(60_000)}\nshort\n`,
  'long.txt': Array.from({ length: 9000 }, (_, index) => `needle ${index}`).join('\n'),
  'utf16.txt': Buffer.from('\ufeffgrüße\nzwei\n', 'utf16le'),
  'pixel.png': Buffer.from(pixel, 'base64'),
  'program.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 110, 101, 101, 100, 108, 101]),
  '.oxlintrc.json': '{"rules":{"no-debugger":"error"}}',
  'src/main.ts': 'export function greet(): string {\n  debugger\n  return 1\n}\ngreet()\n',
  'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true}}',
}

export async function makeGround(options: Partial<ToolyardOptions> = {}): Promise<Ground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-data-')))
  const [path, home, bin] = [join(folder, 'work'), join(folder, 'home'), join(folder, 'bin')]
  for (const one of [path, home, bin]) mkdirSync(one)
  symlinkSync(packages, join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  writeFileSync(join(bin, 'pwsh'), '#!/bin/bash\neval "$4"\n', { mode: 0o755 })
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n')
  const environment = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LC_ALL: 'C.UTF-8',
    API_TOKEN: secret,
  }
  const git = (...args: string[]): void =>
    void execFileSync('git', args, { cwd: path, env: environment, stdio: 'ignore' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'README.md', 'src')
  git('commit', '--quiet', '--message=first')
  const yard = await createToolyard({
    workspace: path,
    environment,
    secrets: ['API_TOKEN'],
    builtins: ['files', 'shell', 'system'],
    policy: { mode: 'bypass' },
    ...options,
  })
  return {
    yard,
    call: (tool, input) => yard.call(tool, input, { threadId: 'test' }),
    wire: (result) =>
      renderResult(result, 'mcp', {
        id: result.callId,
        name: result.tool,
        structured: promisesOutput(yard.compiled('mcp', result.tool)),
      }),
    async [Symbol.asyncDispose]() {
      await yard.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
