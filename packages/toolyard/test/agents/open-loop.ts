/** The loop with the vendors' real packages, against the model server. */
import { createLoopRunner, type RetrySettings } from '../../src/agents/loop/index.ts'
import { createModels, type ModelSettings } from '../../src/agents/models/index.ts'
import { modelPrice } from '../../src/agents/conformance/index.ts'
import type { Runner } from '../../src/agents/index.ts'
import { createRedactor, createSecretReader } from '../../src/host/index.ts'
import { createClock, createIds } from '../../src/kernel/index.ts'
import type { SuiteTest } from '../../src/kernel/conformance/index.ts'
import { type ModelServer, startModelServer, type Turns } from './model-server.ts'

export const vendors = ['anthropic', 'openai', 'google', 'local'] as const
export type VendorName = (typeof vendors)[number]

export interface OpenedLoop {
  readonly runner: Runner
  readonly server: ModelServer
  /** Of each vendor. */
  readonly model: (vendor: VendorName) => string
}

export interface LoopSettings {
  readonly models?: ModelSettings
  readonly retry?: Partial<RetrySettings>
  readonly environment?: NodeJS.ProcessEnv
}

const keys = {
  ANTHROPIC_API_KEY: 'key-of-anthropic-1234',
  OPENAI_API_KEY: 'key-of-openai-1234',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-of-google-1234',
  LOCAL_KEY: 'key-of-local-1234',
}

export async function openLoop(
  test: SuiteTest,
  turns: Turns,
  settings: LoopSettings = {},
): Promise<OpenedLoop> {
  const server = await startModelServer(turns)
  const clock = createClock()
  test.after(async () => {
    clock.close()
    await server[Symbol.asyncDispose]()
  })
  const redactor = createRedactor()
  const models = createModels(
    {
      providers: {
        anthropic: { baseUrl: `${server.url}/v1` },
        openai: { baseUrl: `${server.url}/v1` },
        google: { baseUrl: `${server.url}/v1beta` },
        local: { baseUrl: `${server.url}/v1`, apiKey: '${LOCAL_KEY}' },
      },
      prices: Object.fromEntries(vendors.map((vendor) => [modelOf(vendor), modelPrice])),
      ...settings.models,
    },
    {
      folder: import.meta.dirname,
      secrets: createSecretReader(settings.environment ?? keys, redactor),
      redact: (text) => redactor.redact(text),
    },
  )
  const retry = { firstMs: 10, longestMs: 50, ...settings.retry }
  return {
    runner: createLoopRunner({ models, clock, ids: createIds(), random: () => 0.5, retry }),
    server,
    model: modelOf,
  }
}

function modelOf(vendor: VendorName): string {
  const names = {
    anthropic: 'claude-sonnet-4-5',
    openai: 'gpt-5',
    google: 'gemini-3-pro',
    local: 'some/model',
  }
  return `${vendor}/${names[vendor]}`
}
