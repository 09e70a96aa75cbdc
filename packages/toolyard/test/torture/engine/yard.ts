/** A Toolyard on the engine of a place, with agents that follow scripts, and tools whose effects can be counted from outside. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from '../../../src/define/index.ts'
import { createToolyard, type ToolService } from '../../../src/runtime/index.ts'
import { note } from './log.ts'
import type { Place } from './place.ts'

export interface YardTerms {
  readonly workspace: string
  readonly database: string
  /** Of a fleet. */
  readonly redis?: string | undefined
  /** Where tools note what they do. */
  readonly log: string
  /** How long a tool takes. */
  readonly holdMs?: number
  /** Where the service of the model is that agents ask instead of a script. */
  readonly model?: { readonly url: string; readonly contextLimit: number } | undefined
}

export async function yardTerms(
  { folder, address, database, kind }: Place,
  workspace = folder,
): Promise<YardTerms> {
  return {
    workspace,
    database: await database(),
    redis: kind === 'fleet' ? address : undefined,
    log: join(folder, 'log.txt'),
  }
}

/** `work`: whether jobs are done in this process. */
export function openYard(
  { workspace, database, redis, log, holdMs = 0, model }: YardTerms,
  work: boolean,
): Promise<ToolService> {
  return createToolyard({
    workspace,
    database,
    engine: { work, ...(redis !== undefined && { redis }) },
    builtins: model ? ['collab'] : [],
    policy: { allow: ['mark', 'look', 'spawn'] },
    ...(model && modelOptions(model)),
    approvals: 'wait',
    limits: { waiting: { perCaller: 100_000, total: 100_000 } },
    tools: toolsOf({ workspace, log, holdMs }),
  })
}

/** The vendor's package, against a server of this machine. A token costs 1. */
export const vendorModel = 'openai/gpt-5'

function modelOptions({ url, contextLimit }: NonNullable<YardTerms['model']>) {
  return {
    environment: { ...process.env, OPENAI_API_KEY: 'key-of-nobody-1234' },
    models: {
      providers: { openai: { baseUrl: `${url}/v1` } },
      prices: { [vendorModel]: { input: 1_000_000, output: 1_000_000 } },
      limits: { [vendorModel]: contextLimit },
    },
  }
}

export interface Turn {
  readonly text?: string
  readonly calls?: readonly { readonly tool: string; readonly input: { readonly text: string } }[]
}

/** Agents whose models say what stands here. */
export async function addAgents(
  yard: ToolService,
  folder: string,
  agents: Readonly<Record<string, readonly Turn[]>>,
) {
  await mkdir(join(folder, 'scripts'), { recursive: true })
  for (const [name, turns] of Object.entries(agents)) {
    await writeFile(join(folder, 'scripts', `${name}.json`), JSON.stringify(turns))
    const isThere = (await yard.agents.list()).some((agent) => agent.name === name)
    const model = `scripted/scripts/${name}.json`
    if (!isThere) await yard.agents.create({ name, model, toolIds: ['mark', 'look', 'pay'] })
  }
}

function toolsOf({ workspace, log, holdMs }: { workspace: string; log: string; holdMs: number }) {
  const make = (name: string, facts: { permission: 'read' | 'write'; confirm?: true }) =>
    defineTool({
      name,
      description: `Notes that it was called (${name}).`,
      inputSchema: { text: String },
      effects: facts.permission === 'read' ? 'none' : 'db_write',
      ...facts,
      async execute({ text }) {
        note(log, `${name} ${text}`, workspace)
        if (holdMs > 0) await sleep(holdMs)
        return `noted ${text}`
      },
    })
  return [
    make('mark', { permission: 'write' }),
    make('look', { permission: 'read' }),
    make('pay', { permission: 'write', confirm: true }),
  ]
}
