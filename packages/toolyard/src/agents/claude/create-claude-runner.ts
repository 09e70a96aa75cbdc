/**
 * `createClaudeRunner`: agents run by the Claude Agent SDK, with our tools and no others.
 *
 * The SDK is an optional package, loaded when a run begins. Each run has a program of its own, with a folder of its own, and
 * leaves neither behind. What the program has to know to go on later is kept with the conversation.
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
import { ClaudeUsage } from './claude-usage.ts'
import { type LoadedSdk, loadSdk, type SdkGround } from './load-sdk.ts'
import { type Opening, openConversation } from './opening.ts'
import { createPromptStream } from './prompt-stream.ts'
import { fallbackModels, sdkOptions } from './sdk-options.ts'
import type { SessionRecords } from './session-log.ts'
import { checkClaudeSettings, type ClaudeSettings } from './settings.ts'
import { createToolServer } from './tool-server.ts'

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
  /** Where sessions of conversations are kept. Without it every run is told its conversation anew. */
  readonly sessions?: SessionRecords | undefined
  /** Takes secrets out of what the program says. */
  readonly redact?: ((text: string) => string) | undefined
}

/** Throws `invalid_config` if a setting is wrong. */
export function createClaudeRunner(parts: ClaudeParts): Runner {
  checkClaudeSettings(parts.settings ?? {})
  return { name: 'claude', resumes: true, parks: true, run: (request) => run(parts, request) }
}

async function* run(parts: ClaudeParts, request: RunRequest): AsyncGenerator<RunEvent, void, undefined> {
  const { runId, threadId, agent, model } = request
  const usage = new UsageMeter(parts.prices?.[model], request.spent)
  const queue = createEventQueue()
  const left = new AbortController()
  yield { type: 'started', runId, threadId, agent: agent.name, model }
  let heard: (() => void) | undefined
  // What was used is known before anything that it was used for is written down.
  const tellUsage = (): Promise<void> => {
    queue.push({ type: 'usage', usage: usage.usage })
    return left.signal.aborted ? Promise.resolve() : new Promise((known) => (heard = known))
  }
  const over = tellEnd(parts, { request, usage, queue, tellUsage, left: left.signal })
  try {
    for (let event = await queue.next(); event; event = await queue.next()) {
      yield event
      if (event.type === 'usage') heard?.()
    }
  } finally {
    left.abort()
    heard?.()
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
  /** Resolves when the reader knows it. */
  readonly tellUsage: () => Promise<void>
  /** The reader has left. */
  readonly left: AbortSignal
}

async function runToEnd(parts: ClaudeParts, around: RunContext): Promise<RunEvent> {
  const { host, clock, sessions: records } = parts
  const { request, queue } = around
  checkCost(parts, request)
  const ground = sdkGround(host, parts.settings ?? {})
  const start = { ground, loaded: await loadSdk(ground) }
  const arrived = await request.arrived()
  if (arrived.length > 0) await request.save(arrived)
  const given = { request, records, clock, messages: [...request.history, ...arrived] }
  const opening = await openConversation(given)
  if (opening.notice !== undefined) queue.push({ type: 'notice', text: opening.notice })
  const first = await runOnce(parts, around, { ...start, opening })
  if (!opening.isResumed || !first.isStuck || first.last.type !== 'error' || request.signal.aborted)
    return first.last
  // What the session leads to is no answer: everything is told, as if there had been none.
  const again = await openConversation({ ...given, isFresh: true })
  queue.push({
    type: 'notice',
    text: `The Claude session could not be resumed. ${again.notice ?? ''}`.trim(),
  })
  return (await runOnce(parts, around, { ...start, opening: again })).last
}

interface RunStart {
  readonly ground: SdkGround
  readonly loaded: LoadedSdk
  readonly opening: Opening
}

interface RunOutcome {
  readonly last: RunEvent
  readonly isStuck: boolean
}

async function runOnce(
  parts: ClaudeParts,
  { request, usage, queue, tellUsage, left }: RunContext,
  { ground, loaded, opening }: RunStart,
): Promise<RunOutcome> {
  const { host, clock, ids, settings = {}, prices = {} } = parts
  const process = createClaudeProcess(host.programs, ground)
  const box = new ToolBox({ dialect: 'mcp', strict: false }, parts.explanation)
  const prompt = createPromptStream()
  const faults = (thrown: unknown): ToolFault => faultOf(thrown, parts, process.complaints())
  const counted = new ClaudeUsage(usage, prices)
  const { log } = opening
  const claude = new ClaudeRun(
    { request, clock, ids, queue, tellUsage, usage: counted, box, prompt, log, faultOf: faults },
    box.turn(await request.tools.snapshot()),
  )
  const end = claude.budget.over()
  if (end !== undefined)
    return { last: { type: 'done', reason: end, text: '', usage: usage.usage }, isStuck: false }
  const abort = new AbortController()
  const privateFolder = await mkdtemp(join(tmpdir(), 'toolyard-claude-'))
  const leave = (): void => void claude.stop()
  left.addEventListener('abort', leave, { once: true })
  try {
    const server = createToolServer(loaded.mcp, claude.tools)
    const options = sdkOptions({
      request,
      host,
      server: server.instance,
      privateFolder,
      variables: settings.variables,
      abort,
      spawn: process.spawn,
      opening,
    })
    const query = loaded.sdk.query({ prompt: prompt.messages, options })
    const last = await claude.follow({ query, server, said: opening.said })
    return { last, isStuck: claude.isStuck }
  } finally {
    // First of all the program: one that hears nothing more of its calls would ask the model once more.
    await process.stop()
    prompt.end()
    abort.abort()
    await log?.settled()
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

function checkCost({ prices }: ClaudeParts, { agent, model, limits: { maxCost } }: RunRequest): void {
  if (maxCost === undefined) return
  for (const name of [model, ...fallbackModels(agent.settings)])
    if (prices?.[name] === undefined)
      throw new ToolyardError(
        'invalid_config',
        `the run may cost ${maxCost}, and model "${name}" has no price`,
        { hint: `Add it under models.prices of the configuration: "${name}": { input, output }.` },
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
