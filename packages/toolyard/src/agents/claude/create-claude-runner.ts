/**
 * `createClaudeRunner`: agents run by the Claude Agent SDK, with our tools and no others.
 *
 * The SDK is an optional package, loaded when a run begins. Each run has a program of its own, with a folder of its own, and
 * leaves neither behind.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ToolFault } from '../../define/index.ts'
import type { DialectOptions } from '../../dialects/index.ts'
import { type HostAccess, isWithin, realPath } from '../../host/index.ts'
import { type Clock, type Ids, messageOf, ToolyardError } from '../../kernel/index.ts'
import { createEventQueue, type EventQueue } from '../loop/event-queue.ts'
import { ToolBox } from '../loop/tool-box.ts'
import { UsageMeter } from '../loop/usage-meter.ts'
import type { ModelPrice } from '../models/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { Runner, RunRequest } from '../run/runner.ts'
import { createClaudeProcess } from './claude-process.ts'
import { ClaudeRun } from './claude-run.ts'
import { loadSdk, type SdkGround } from './load-sdk.ts'
import { createPromptStream } from './prompt-stream.ts'
import { sdkOptions } from './sdk-options.ts'
import { checkClaudeSettings, type ClaudeSettings } from './settings.ts'
import { createToolServer } from './tool-server.ts'
import { tellThread } from './transcript.ts'

export interface ClaudeParts {
  /** Starts the program of the SDK in the workspace, and fills in its key. */
  readonly host: HostAccess
  readonly clock: Clock
  readonly ids: Ids
  readonly settings?: ClaudeSettings | undefined
  /** By the whole name of a model. Without a price there is no cost, and no run with a cost budget. */
  readonly prices?: Readonly<Record<string, ModelPrice>> | undefined
  /** Whether the model is asked why it calls; `optional` by default. */
  readonly explanation?: DialectOptions['explanation'] | undefined
  /** Takes secrets out of what the program says. */
  readonly redact?: ((text: string) => string) | undefined
}

/** Throws `invalid_config` if a setting is wrong. */
export function createClaudeRunner(parts: ClaudeParts): Runner {
  checkClaudeSettings(parts.settings ?? {})
  return { name: 'claude', run: (request) => run(parts, request) }
}

async function* run(parts: ClaudeParts, request: RunRequest): AsyncGenerator<RunEvent, void, undefined> {
  const { runId, threadId, agent, model } = request
  const usage = new UsageMeter(parts.prices?.[model])
  const queue = createEventQueue()
  const left = new AbortController()
  yield { type: 'started', runId, threadId, agent: agent.name, model }
  const over = tellEnd(parts, { request, usage, queue, left: left.signal })
  try {
    for (let event = await queue.next(); event; event = await queue.next()) yield event
  } finally {
    left.abort()
    await over
  }
}

/** Never rejects: what goes wrong is the last event. */
async function tellEnd(parts: ClaudeParts, around: RunContext): Promise<void> {
  const { request, queue, usage: meter } = around
  try {
    if (request.signal.aborted) queue.push({ type: 'done', reason: 'stopped', text: '', usage: meter.usage })
    else queue.push(await runToEnd(parts, around))
  } catch (error) {
    queue.push({ type: 'error', error: faultOf(error, parts), usage: meter.usage })
  }
  queue.end()
}

interface RunContext {
  readonly request: RunRequest
  readonly usage: UsageMeter
  readonly queue: EventQueue
  /** The reader has left. */
  readonly left: AbortSignal
}

async function runToEnd(parts: ClaudeParts, around: RunContext): Promise<RunEvent> {
  const { host, clock, ids, settings = {} } = parts
  const { request, usage, queue, left } = around
  checkCost(parts, request)
  const ground = sdkGround(host, settings)
  const { sdk, mcp } = await loadSdk(ground)
  const process = createClaudeProcess(host.programs, ground)
  const box = new ToolBox({ dialect: 'mcp', strict: false }, parts.explanation)
  const prompt = createPromptStream()
  const arrived = await request.arrived()
  if (arrived.length > 0) await request.save(arrived)
  prompt.say(tellThread([...request.history, ...arrived]))
  const claude = new ClaudeRun(
    {
      request,
      clock,
      ids,
      queue,
      usage,
      box,
      prompt,
      faultOf: (thrown) => faultOf(thrown, parts, process.complaints()),
    },
    box.turn(await request.tools.snapshot()),
  )
  const abort = new AbortController()
  const privateFolder = await mkdtemp(join(tmpdir(), 'toolyard-claude-'))
  const leave = (): void => void claude.stop()
  left.addEventListener('abort', leave, { once: true })
  try {
    const server = createToolServer(mcp, claude.tools)
    const options = sdkOptions({
      request,
      host,
      server: server.instance,
      privateFolder,
      variables: settings.variables,
      abort,
      spawn: process.spawn,
    })
    return await claude.follow(sdk.query({ prompt: prompt.messages, options }), server)
  } finally {
    prompt.end()
    abort.abort()
    await process.stop()
    await rm(privateFolder, { recursive: true, force: true }).catch(() => {})
  }
}

/** What a workspace brings along is loaded only if a person has trusted its content, or named its folder. */
function sdkGround({ settings, files }: HostAccess, { sdkFolder }: ClaudeSettings): SdkGround {
  const { workspace, roots = [], trust } = settings
  const writable = [
    workspace,
    ...roots.filter(({ access }) => access === 'read-write').map(({ path }) => path),
  ]
  const beside = import.meta.dirname
  const usual = trust ? [workspace, beside] : [beside]
  return {
    folders: sdkFolder === undefined ? usual : [resolve(workspace, sdkFolder)],
    trust,
    isOpen: (path) =>
      !trust && writable.some((root) => isWithin(realPath(root), path)) && !files.isProtected(path),
  }
}

function checkCost({ prices }: ClaudeParts, { model, limits: { maxCost } }: RunRequest): void {
  if (maxCost !== undefined && prices?.[model] === undefined)
    throw new ToolyardError(
      'invalid_config',
      `the run may cost ${maxCost}, and model "${model}" has no price`,
      {
        hint: `Add it under models.prices of the configuration: "${model}": { input, output }.`,
      },
    )
}

function faultOf(thrown: unknown, { redact = (text) => text }: ClaudeParts, complaints = ''): ToolFault {
  if (ToolyardError.isInstance(thrown)) {
    const { code, message, hint, retryable, retryAfterMs } = thrown
    return {
      code,
      message: redact(message),
      retryable,
      ...(hint !== undefined && { hint }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  const said = complaints === '' ? messageOf(thrown) : `${messageOf(thrown)}\n${complaints}`
  return { code: 'unavailable', message: redact(said), retryable: false }
}
