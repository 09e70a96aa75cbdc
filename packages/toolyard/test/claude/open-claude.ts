/** The runner with the SDK's real program, against the model server. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installClaudeSdk } from './install-sdk.ts'
import { type ClaudeParts, createClaudeRunner } from '../../src/agents/claude/index.ts'
import { modelPrice } from '../../src/agents/conformance/index.ts'
import type { Runner } from '../../src/agents/index.ts'
import { createLazyHost } from '../../src/host/index.ts'
import { createClock, createIds } from '../../src/kernel/index.ts'
import type { SuiteTest } from '../../src/kernel/conformance/index.ts'
import { createMemoryStore } from '../../src/store/index.ts'
import { type ModelServer, startModelServer, type Turns } from '../agents/model-server.ts'

export const claudeModel = 'anthropic/claude-sonnet-4-5'

export interface OpenedClaude {
  readonly runner: Runner
  readonly server: ModelServer
  readonly workspace: string
}

export async function openClaude(
  test: SuiteTest,
  turns: Turns,
  parts: Partial<ClaudeParts> & { readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<OpenedClaude> {
  const { environment, ...others } = parts
  const server = await startModelServer(turns)
  const workspace = await makeFolder(test)
  const clock = createClock()
  const host = createLazyHost({
    workspace,
    environment: {
      PATH: process.env['PATH'],
      ANTHROPIC_API_KEY: 'sk-ant-test-1234567890',
      ANTHROPIC_BASE_URL: server.url,
      ...environment,
    },
  })
  test.after(async () => {
    await host.close()
    clock.close()
    await server[Symbol.asyncDispose]()
  })
  const runner = createClaudeRunner({
    host,
    clock,
    ids: createIds(),
    settings: { sdkFolder: installClaudeSdk() },
    prices: { [claudeModel]: modelPrice },
    sessions: createMemoryStore().records,
    ...others,
  })
  return { runner, server, workspace }
}

/** A folder for a test, by its real path. */
export async function makeFolder(test: SuiteTest): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-claude-test-')))
  test.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The name by which the model calls a tool of ours. */
export function wireName(tool: string): string {
  return `mcp__yard__${tool}`
}
