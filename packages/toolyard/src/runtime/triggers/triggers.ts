/**
 * `Triggers`: what others start here by a signed request, a call of a tool or a run of an agent.
 *
 * A request is checked in this order: signature over the raw bytes, time, JSON, schema, arguments, whether the delivery is known,
 * rate. What starts is written down durably first, under an id that is made from the delivery: the journal, or the store of
 * runs, takes it once, over restarts and over several processes on one database. It runs as `trigger:NAME`, under policy and
 * limits like every other call, and can decide nothing that people decide.
 *
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { AgentRuns, StartedRun } from '../../agents/index.ts'
import type { TriggerSignature, TriggerSpec } from '../../define/index.ts'
import type { Rate } from '../../engine/index.ts'
import { isPlainObject, parseJson, sha256, ToolyardError } from '../../kernel/index.ts'
import type { Core, Pipeline, ThreadContextManager } from '../../pipeline/index.ts'
import { createBodyCheck } from './check-body.ts'
import { continueConversation, conversationOf } from './continue-conversation.ts'
import { fillInput } from './fill-input.ts'
import { promptOf } from './trigger-prompt.ts'
import { readSignature, type SignedRequest } from './signature.ts'

export interface TriggerParts {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly threads: ThreadContextManager
  readonly runs: AgentRuns
}

export interface TriggerRequest extends SignedRequest {
  /** When it aborts, a call that waits for a person waits no longer. */
  readonly leave?: AbortSignal | undefined
}

/** What a request started, or had started before. */
export interface Triggered {
  readonly callId?: string
  readonly runId?: string
  /** What a run that goes on hears, if nothing was started for it. */
  readonly messageId?: string
  /** Whether this delivery was known, so that nothing was started. */
  readonly duplicate: boolean
  /** The run, if it was started now. */
  readonly run?: StartedRun
}

/** A trigger without its secret. */
export interface TriggerView {
  readonly name: string
  readonly tool?: string | undefined
  readonly agent?: string | undefined
  readonly signature: TriggerSignature
  readonly perMinute: number
  readonly windowMs: number
  /** Why it can't start anything now. */
  readonly problem?: string | undefined
}

interface Trigger {
  readonly name: string
  readonly spec: TriggerSpec
  readonly rate: Rate
  readonly checkBody: (body: unknown) => void
}

interface Delivery {
  readonly trigger: Trigger
  readonly id: string
  readonly body: unknown
  readonly leave: AbortSignal | undefined
}

const usualPerMinute = 60
const usualWindowMs = 300_000

export class Triggers {
  readonly #parts: TriggerParts
  readonly #triggers: ReadonlyMap<string, Trigger>
  /** What requests to triggers that do not exist are held against, so that they take as long. */
  readonly #noSecret = randomBytes(32).toString('hex')

  constructor(specs: Readonly<Record<string, TriggerSpec>>, parts: TriggerParts) {
    this.#parts = parts
    const { limits } = parts.core
    this.#triggers = new Map(
      Object.entries(specs).map(([name, spec]) => {
        const rate = limits.rate(`trigger ${name}`, spec.perMinute ?? usualPerMinute)
        return [name, { name, spec, rate, checkBody: createBodyCheck(spec.schema) }]
      }),
    )
    // From the start they are never shown, and the first request takes no longer than others.
    for (const trigger of this.#triggers.values()) this.#secretOf(trigger)
  }

  list(): readonly TriggerView[] {
    return [...this.#triggers.values()].map((trigger) => this.#view(trigger))
  }

  /** Starts what a trigger names; answers once that is written down. Throws what the sender is told. */
  async receive(name: string, request: TriggerRequest): Promise<Triggered> {
    const trigger = this.#triggers.get(name)
    const signature = trigger?.spec.signature ?? 'toolyard'
    const signed = readSignature(signature, this.#secretOf(trigger) ?? this.#noSecret, request)
    if (!trigger || !signed.isValid) throw unsigned()
    this.#checkTime(trigger, signed.at)
    const problem = this.#problemOf(trigger)
    if (problem !== undefined) throw notReady(problem)
    const body = bodyOf(request.body)
    trigger.checkBody(body)
    const id = sha256(`${name}\n${signature}\n${signed.delivery()}`).slice(0, 40)
    const delivery = { trigger, id, body, leave: request.leave }
    return trigger.spec.agent === undefined ? this.#call(delivery) : this.#run(delivery, trigger.spec.agent)
  }

  async #call({ trigger, id, body, leave }: Delivery): Promise<Triggered> {
    const { core, pipeline, threads } = this.#parts
    const { name, spec } = trigger
    const callId = `trigger_${id}`
    const input = inputOf(spec, body)
    const known = await core.records.journal?.find(callId)
    // One that waits for a person without a process goes on when it comes again.
    if (known && known.status !== 'pending') return { callId, duplicate: true }
    await this.#takeRate(trigger)
    const { promise: taken, resolve: onTaken } = Promise.withResolvers<undefined>()
    const ended = pipeline.call(spec.tool ?? '', this.#explained(input, name), {
      callId,
      onTaken: () => onTaken(undefined),
      threadId: callId,
      principal: principalOf(name),
      origin: 'trigger',
      leave,
    })
    const refused = await Promise.race([taken, ended])
    if (refused === undefined) {
      void ended.then(() => threads.cleanupContext(callId))
      return { callId, duplicate: false }
    }
    const { code = 'internal', message = '', hint, retryable } = refused.error ?? {}
    if (code === 'duplicate_call') return { callId, duplicate: true }
    throw new ToolyardError(code, message, { hint, retryable })
  }

  async #run({ trigger, id, body }: Delivery, agent: string): Promise<Triggered> {
    const { runs } = this.#parts
    const runId = `run_${id}`
    const { prompt: task, conversation, interrupt } = trigger.spec
    const prompt = promptOf(trigger.name, task, body)
    const threadId = conversation === undefined ? undefined : conversationOf(trigger.name, conversation, body)
    if (await runs.has(runId)) return { runId, duplicate: true }
    const takeRate = (): Promise<void> => this.#takeRate(trigger)
    try {
      const start = { agent, prompt, runId, principal: principalOf(trigger.name) }
      if (threadId !== undefined)
        return await continueConversation(runs, { id, start: { ...start, threadId }, interrupt, takeRate })
      await takeRate()
      return { runId, duplicate: false, run: await runs.start(start) }
    } catch (error) {
      if (!ToolyardError.isInstance(error)) throw error
      if (error.code === 'duplicate_call') return { runId, duplicate: true }
      const isOurs = error.code === 'agent_not_found' || error.code === 'invalid_config'
      throw isOurs ? notReady(error.message) : error
    }
  }

  #view(trigger: Trigger): TriggerView {
    const { name, spec } = trigger
    return {
      name,
      tool: spec.tool,
      agent: spec.agent,
      signature: spec.signature ?? 'toolyard',
      perMinute: spec.perMinute ?? usualPerMinute,
      windowMs: spec.windowMs ?? usualWindowMs,
      problem: this.#problemOf(trigger),
    }
  }

  #secretOf(trigger: Trigger | undefined): string | undefined {
    if (!trigger) return undefined
    try {
      return this.#parts.core.host.secrets.fill(trigger.spec.secret, `triggers.${trigger.name}.secret`)
    } catch {
      return undefined
    }
  }

  #problemOf(trigger: Trigger): string | undefined {
    const { core } = this.#parts
    const { name, spec } = trigger
    const { tool } = spec
    if (tool !== undefined && !core.tools.get(core.tools.nameOf(tool)))
      return `trigger "${name}" calls the tool "${tool}", and there is none of that name`
    const secret = this.#secretOf(trigger)
    if (secret === undefined) return `the environment variable of triggers.${name}.secret is not set`
    const twin = this.#triggers
      .values()
      .find((other) => other !== trigger && this.#secretOf(other) === secret)
    return (
      twin &&
      `triggers "${name}" and "${twin.name}" have the same secret: what is sent to one would be valid for both`
    )
  }

  #checkTime({ spec }: Trigger, at: number | undefined): void {
    const { windowMs = usualWindowMs } = spec
    if (at === undefined || Math.abs(this.#parts.core.clock.wall() - at) <= windowMs) return
    throw new ToolyardError('unauthorised', 'the request was signed too long ago, or in the future', {
      hint: `Sign it when you send it, and check the clock: at most ${windowMs / 1000} s are accepted.`,
    })
  }

  async #takeRate({ name, rate }: Trigger): Promise<void> {
    const waitMs = await rate.take(this.#parts.core.clock.now())
    if (waitMs > 0)
      throw new ToolyardError('rate_limited', `trigger "${name}" is called too often`, {
        hint: `Try again in ${Math.ceil(waitMs / 1000)} s.`,
        retryable: true,
        retryAfterMs: waitMs,
      })
  }

  /** An installation may want that every call says why it is made. */
  #explained(input: Record<string, unknown>, name: string): Record<string, unknown> {
    const isWanted = this.#parts.core.settings.explanation === 'required'
    return isWanted ? { explanation: `Trigger "${name}" was called.`, ...input } : input
  }
}

function principalOf(name: string): string {
  return `trigger:${name}`
}

function bodyOf(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes))
    throw new ToolyardError('invalid_arguments', 'the body is not UTF-8', { hint: 'Encode it in UTF-8.' })
  const parsed = parseJson(Buffer.from(bytes).toString())
  if ('value' in parsed) return parsed.value
  throw new ToolyardError('invalid_arguments', `the body ${parsed.problem}`, { hint: 'Send JSON.' })
}

function inputOf({ input }: TriggerSpec, body: unknown): Record<string, unknown> {
  if (input !== undefined) return fillInput(input, body)
  if (isPlainObject(body)) return body
  throw new ToolyardError('invalid_arguments', 'the body must be a JSON object: the arguments of the tool', {
    hint: 'Send an object, or lay down how arguments are made from the body with input in the trigger.',
  })
}

/** The same for a trigger that does not exist: names are not to be found out. */
function unsigned(): ToolyardError {
  return new ToolyardError('unauthorised', 'there is no such trigger, or the signature is missing or wrong', {
    hint: 'Check the name, the secret, and that the body is signed as it is sent, byte for byte.',
  })
}

function notReady(problem: string): ToolyardError {
  return new ToolyardError('unavailable', `${problem}.`, {
    hint: 'Correct the configuration of the trigger; then send the request again.',
    retryable: true,
    retryAfterMs: 60_000,
  })
}
