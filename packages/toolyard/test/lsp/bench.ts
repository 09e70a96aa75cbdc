/** A client of one configured server, with limits that a test can wait for. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLazyHost, type HostAccess } from '../../src/host/index.ts'
import { createLanguageServers, type LanguageClient } from '../../src/tools/shell/lsp/servers/index.ts'
import { ToolyardError } from '../../src/kernel/index.ts'

export interface Bench extends AsyncDisposable {
  readonly root: string
  readonly host: HostAccess
  readonly client: LanguageClient
  readonly path: string
}

export interface BenchOptions {
  readonly startMs?: number
  readonly readyMs?: number
  readonly requestMs?: number
  readonly readiness?: 'at-once' | 'diagnostics' | 'progress' | 'status'
  /** For a server that writes to the project: in the sandbox it can't. */
  readonly sandbox?: 'none'
}

export async function openBench(
  script: string,
  { readiness = 'at-once', sandbox, ...limits }: BenchOptions = {},
): Promise<Bench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-lsp-')))
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin/server.cjs'), script)
  await writeFile(join(root, 'note.fake'), 'one\n')
  const host = createLazyHost({
    workspace: root,
    environment: process.env,
    ...(sandbox && { sandbox }),
    languageServers: {
      ...limits,
      languages: {
        fake: {
          command: [process.execPath, join(root, 'bin/server.cjs')],
          endings: { '.fake': 'fake' },
          install: 'get it somewhere',
          readiness,
        },
      },
    },
  })
  const { lasting, settings } = host
  const servers = createLanguageServers({ workspace: root, lasting, settings: settings.languageServers })
  const language = servers.languageOf('note.fake')
  assert.ok(language)
  const client = await servers.client(language)
  return {
    root,
    host,
    client,
    path: join(root, 'note.fake'),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await host.programs.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** On the name in `note.fake`. */
export const at = { line: 0, character: 1 }
export const never: AbortSignal = new AbortController().signal

export const isFault =
  (code: string, message: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(ToolyardError.isInstance(error), String(error))
    assert.equal(error.code, code)
    assert.match(error.toModelText(), message)
    return true
  }
