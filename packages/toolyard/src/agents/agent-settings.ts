/**
 * What an agent's settings may say, checked when it is saved, and what one run may be given instead, checked when it is started: an unknown
 * name or a wrong value is refused there, not in the middle of a run.
 *
 * @module
 */
import { toToolSchema } from '../define/index.ts'
import { checkKeys, didYouMean, isPlainObject, messageOf, ToolyardError } from '../kernel/index.ts'
import {
  checkRetry,
  checkStopWhen,
  checkToolChoice,
  isWhole,
  namedTools,
  reasoningEfforts,
  type RunOverrides,
  wrong,
} from './step-settings.ts'

/** Throws `invalid_config`. */
type Check = (place: string, value: unknown) => void

const largestSteps = 10_000
const mostFallbacks = 10
const hottest = 2

/** What a run may be given too. By name. */
const runRules: Readonly<Record<keyof RunOverrides, Check>> = {
  maxSteps: rule(`a whole number from 1 to ${largestSteps}`, (value) => isWhole(value, 1, largestSteps)),
  maxTokens: rule('a number from 0', isAmount),
  maxCost: rule('a number from 0', isAmount),
  temperature: rule(`a number from 0 to ${hottest}`, (value) => isAmount(value) && Number(value) <= hottest),
  maxOutputTokens: rule('a whole number of tokens from 1', (value) =>
    isWhole(value, 1, Number.MAX_SAFE_INTEGER),
  ),
  reasoning: rule(`one of ${reasoningEfforts.join(', ')}`, (value) =>
    reasoningEfforts.some((effort) => effort === value),
  ),
  fallbackModels: rule(
    `a list of at most ${mostFallbacks} models`,
    (value) => isNames(value) && value.length <= mostFallbacks && !value.includes(''),
  ),
  toolChoice: checkToolChoice,
  stopWhen: checkStopWhen,
  retry: checkRetry,
}

/** By name. */
const rules: Readonly<Record<string, Check>> = {
  ...runRules,
  output: checkOutput,
  tags: rule('a list of texts', isNames),
  skills: rule('a list of names, true or false', (value) => typeof value === 'boolean' || isNames(value)),
  instructions: rule(
    "a list of names of files such as ['AGENTS.md'], or false",
    (value) => value === false || (Array.isArray(value) && value.every(isFileName)),
  ),
}

/** Runners that know these settings and no others. */
const ownRunners: readonly (string | undefined)[] = [undefined, 'loop', 'claude']
/** Steps of the Claude Agent SDK are its own. */
const loopSettings: readonly string[] = ['toolChoice', 'stopWhen', 'retry']

export function checkAgentSettings(
  agent: string,
  settings: Readonly<Record<string, unknown>>,
  runner: string | undefined,
): void {
  check(`agent "${agent}": settings`, settings, { known: rules, runner })
}

interface AgentFacts {
  readonly name: string
  readonly runner?: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly tools: readonly { readonly name: string }[]
}

/** The agent with what one run is given instead of its settings. Throws `invalid_arguments`. */
export function checkOverrides<Agent extends AgentFacts>(agent: Agent, settings: unknown): Agent {
  const place = `the run of agent "${agent.name}": settings`
  try {
    if (!isPlainObject(settings)) throw wrong(place, settings, 'an object such as { "temperature": 0 }')
    // A function can't be looked at; what it is for is known.
    const seen = typeof settings['stopWhen'] === 'function' ? { ...settings, stopWhen: {} } : settings
    check(place, seen, { known: runRules, runner: agent.runner })
    const own = overridden(agent, settings)
    checkNamedTools(own)
    return own
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    throw new ToolyardError('invalid_arguments', error.message, { hint: error.hint, cause: error })
  }
}

/** The agent as one run sees it. */
export function overridden<Agent extends Pick<AgentFacts, 'settings'>>(
  agent: Agent,
  given: Readonly<Record<string, unknown>> | undefined,
): Agent {
  if (!given) return agent
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { retry } = agent.settings
  const both = isPlainObject(retry) && isPlainObject(own['retry']) ? { ...retry, ...own['retry'] } : undefined
  return { ...agent, settings: { ...agent.settings, ...own, ...(both && { retry: both }) } }
}

/** Models that are asked if the agent's own fails. */
export function fallbacksIn(settings: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const { fallbackModels } = settings
  return isNames(fallbackModels) ? fallbackModels : []
}

/** Settings may name only tools that the agent has. */
export function checkNamedTools({ name, settings, tools }: AgentFacts): void {
  const known = tools.map((tool) => tool.name)
  for (const { place, tool } of namedTools(settings))
    if (!known.includes(tool))
      throw new ToolyardError(
        'invalid_config',
        `agent "${name}": settings.${place} names the tool "${tool}", which the agent does not have.${didYouMean(tool, known)}`,
        {
          hint: known.length > 0 ? `Its tools: ${known.slice(0, 20).join(', ')}.` : 'Give it the tool first.',
        },
      )
}

function check(
  place: string,
  settings: Readonly<Record<string, unknown>>,
  { known, runner }: { readonly known: Readonly<Record<string, Check>>; readonly runner: string | undefined },
): void {
  if (ownRunners.includes(runner)) checkKeys(settings, Object.keys(known), place)
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || !Object.hasOwn(known, name)) continue
    if (runner === 'claude' && loopSettings.includes(name))
      throw new ToolyardError('invalid_config', `${place}.${name}: the runner "claude" does not know it`, {
        hint: 'Leave it out, or let the runner "loop" run the agent.',
      })
    known[name]?.(`${place}.${name}`, value)
  }
}

function rule(words: string, isRight: (value: unknown) => boolean): Check {
  return (place, value) => {
    if (!isRight(value)) throw wrong(place, value, words)
  }
}

/** What can't be held to is said when the agent is saved, not by its first run. */
function checkOutput(place: string, value: unknown): void {
  if (!isPlainObject(value)) throw wrong(place, value, 'a JSON Schema')
  try {
    toToolSchema(value, { side: 'output' })
  } catch (error) {
    throw new ToolyardError('invalid_config', `${place}: ${messageOf(error)}`, {
      hint: 'Give a JSON Schema.',
    })
  }
}

function isAmount(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isFileName(name: unknown): boolean {
  return typeof name === 'string' && /^[^/\\\0]{1,100}$/.test(name) && !/^\.{1,2}$/.test(name)
}
