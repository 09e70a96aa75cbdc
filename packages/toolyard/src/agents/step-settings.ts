/**
 * Settings of an agent, or of one run, that say how its steps go: which tools the model is to call, when the run is over, how a service
 * that fails is asked again.
 *
 * @module
 */
import { checkKeys, type ErrorCode, isPlainObject, tellValue, ToolyardError } from '../kernel/index.ts'
import type { ToolResult } from '../define/index.ts'
import type { RunUsage } from './run/run-event.ts'

/** What a run may be given instead of what its agent's settings say. */
export interface RunOverrides {
  readonly maxSteps?: number | undefined
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly reasoning?: ReasoningEffort | undefined
  /** Asked in their order if the service of the model fails for good. */
  readonly fallbackModels?: readonly string[] | undefined
  readonly toolChoice?: ToolChoice | undefined
  /** A function is asked after every step with calls. Its run stays in this process: no other takes it up. */
  readonly stopWhen?: StopConditions | StopFunction | undefined
  readonly retry?: RetryChoice | undefined
}

export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/**
 * `required`, or the name of a tool: until it was called, the model is made to call it; from then on it chooses by itself, so that it can
 * come to an end. `none` holds for the whole run. A tool that is named like one of the words can't be chosen.
 */
export type ToolChoice = 'auto' | 'required' | 'none' | (string & {})

/** The run is over after the step in which one of them holds. Calls of that step are made. */
export interface StopConditions {
  /** One of these tools has answered: its result is the answer of the run. A call that failed does not count. */
  readonly tools?: readonly string[] | undefined
  /** The model has said this text. */
  readonly text?: string | undefined
  /** The model has said the data that was asked for, even if it calls tools as well. */
  readonly output?: boolean | undefined
}

export type StopFunction = (step: TakenStep) => boolean | Promise<boolean>

/** A step whose calls have answered. */
export interface TakenStep {
  readonly text: string
  readonly calls: readonly {
    readonly callId: string
    readonly tool: string
    readonly input: unknown
    readonly result: Pick<ToolResult, 'status' | 'content'>
  }[]
  /** Of the run so far. */
  readonly usage: RunUsage
}

export interface RetryChoice {
  /** How often a step is tried in all, with one model; 6 by default. */
  readonly attempts?: number | undefined
  /** The longest wait between two attempts; 60,000 by default. A service that wants a longer one has failed for good. */
  readonly maxDelayMs?: number | undefined
  /** After which errors a service is asked again; all three by default. */
  readonly errors?: readonly RetriedError[] | undefined
}

const retriedErrors = ['rate_limited', 'unavailable', 'timeout'] as const satisfies readonly ErrorCode[]
export type RetriedError = (typeof retriedErrors)[number]

const freeChoices: readonly string[] = ['auto', 'required', 'none']
const most = { attempts: 20, delayMs: 3_600_000, tools: 50, textLength: 1000 }

/** The tool that is to be called, if the choice names one. */
export function chosenTool(choice: unknown): string | undefined {
  return typeof choice === 'string' && !freeChoices.includes(choice) ? choice : undefined
}

/** Names of tools that settings speak of, each with its place in them. */
export function namedTools({ toolChoice, stopWhen }: Readonly<Record<string, unknown>>): readonly {
  readonly place: string
  readonly tool: string
}[] {
  const chosen = chosenTool(toolChoice)
  const tools = isPlainObject(stopWhen) && Array.isArray(stopWhen['tools']) ? stopWhen['tools'] : []
  return [
    ...(chosen === undefined ? [] : [{ place: 'toolChoice', tool: chosen }]),
    ...tools.map((tool) => ({ place: 'stopWhen.tools', tool: String(tool) })),
  ]
}

export function checkToolChoice(place: string, value: unknown): void {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw wrong(place, value, 'auto, required, none or the name of a tool')
}

export function checkRetry(place: string, value: unknown): void {
  if (!isPlainObject(value))
    throw wrong(place, value, 'an object such as { "attempts": 3, "maxDelayMs": 10000 }')
  checkKeys(value, ['attempts', 'maxDelayMs', 'errors'], place)
  const { attempts, maxDelayMs, errors } = value
  if (attempts !== undefined && !isWhole(attempts, 1, most.attempts))
    throw wrong(`${place}.attempts`, attempts, `a whole number from 1 to ${most.attempts}`)
  if (maxDelayMs !== undefined && !isWhole(maxDelayMs, 0, most.delayMs))
    throw wrong(`${place}.maxDelayMs`, maxDelayMs, `a whole number of milliseconds from 0 to ${most.delayMs}`)
  if (errors === undefined) return
  if (!Array.isArray(errors)) throw wrong(`${place}.errors`, errors, `a list of ${retriedErrors.join(', ')}`)
  const odd: unknown = errors.find((error) => !retriedErrors.some((known) => known === error))
  if (odd !== undefined) throw wrong(`${place}.errors`, odd, `one of ${retriedErrors.join(', ')}`)
}

/** As it is saved, without functions. */
export function checkStopWhen(place: string, value: unknown): void {
  if (!isPlainObject(value)) throw wrong(place, value, 'an object such as { "tools": ["send_report"] }')
  checkKeys(value, ['tools', 'text', 'output'], place)
  const { tools, text, output } = value
  const isList =
    Array.isArray(tools) &&
    tools.length <= most.tools &&
    tools.every((tool) => typeof tool === 'string' && tool !== '')
  if (tools !== undefined && !isList)
    throw wrong(`${place}.tools`, tools, `a list of at most ${most.tools} names of tools`)
  const isText = typeof text === 'string' && text !== '' && text.length <= most.textLength
  if (text !== undefined && !isText)
    throw wrong(`${place}.text`, text, `a text of 1 to ${most.textLength} characters`)
  if (output !== undefined && typeof output !== 'boolean')
    throw wrong(`${place}.output`, output, 'true or false')
}

export function isWhole(value: unknown, least: number, largest: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= largest
}

export function wrong(place: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError('invalid_config', `${place}: ${tellValue(value)} is not ${expected}`, {
    hint: `Give ${expected}, or leave it out.`,
    says: { key: 'badSetting', values: [place.replace(/^.*settings\./, ''), tellValue(value)] },
  })
}
