/**
 * How much a run may use: what its agent says in its settings, over what the configuration says, over what stands.
 *
 * @module
 */
import { checkKeys, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'
import type { RunAgent, RunLimits } from './runner.ts'

/** `agents` of the configuration. */
export interface RunSettings {
  /** The model of agents that name none. */
  readonly model?: string | undefined
  /** How often a run may ask its model, runs below it included; 50 by default, each run for itself. */
  readonly maxSteps?: number | undefined
  /** Input and output tokens of one run; no limit by default. */
  readonly maxTokens?: number | undefined
  /** What one run may cost, in the currency of `models.prices`; no limit by default. */
  readonly maxCost?: number | undefined
  /** How many tokens the definitions of an agent's tools may take before `search_tools` has to find the others; 20,000 by default. */
  readonly toolTokens?: number | undefined
  readonly subAgents?: Partial<SubAgentLimits> | undefined
  /** Names of files in which a workspace says what it asks of agents; `['AGENTS.md']` by default, `false` for none. */
  readonly instructions?: readonly string[] | false | undefined
  /** Folders with skills beside those of the workspace and the user: each holds folders with a `SKILL.md`. */
  readonly skillFolders?: readonly string[] | undefined
}

/** What agents that start others may do. */
export interface SubAgentLimits {
  /** Agents below agents. */
  readonly depth: number
  /** At work at once, below one run. */
  readonly alive: number
  /** Started in one thread in all. */
  readonly perThread: number
  /** Started with the same task within ten seconds, below one run. */
  readonly perTenSeconds: number
}

const usualMaxSteps = 50
export const usualToolTokens = 20_000
export const usualSubAgentLimits: SubAgentLimits = { depth: 2, alive: 8, perThread: 50, perTenSeconds: 3 }

const budgets = ['maxSteps', 'maxTokens', 'maxCost'] as const
const settingNames = ['model', ...budgets, 'toolTokens', 'subAgents', 'instructions', 'skillFolders']
const usualInstructions: readonly string[] = ['AGENTS.md']

/** Throws `invalid_config` at the first thing that is wrong. */
export function checkRunSettings(settings: RunSettings): void {
  checkKeys(settings, settingNames, 'agents')
  const { model, subAgents = {} } = settings
  if (model !== undefined && typeof model !== 'string') throw wrong('agents.model', model, 'a text')
  for (const name of [...budgets, 'toolTokens'] as const) checkNumber(`agents.${name}`, settings[name])
  checkInstructions('agents.instructions', settings.instructions)
  checkFolders(settings.skillFolders)
  checkKeys(subAgents, Object.keys(usualSubAgentLimits), 'agents.subAgents')
  for (const [name, value] of Object.entries(subAgents)) checkNumber(`agents.subAgents.${name}`, value)
}

/** Of one run; `given` is what was asked for it alone. */
export function limitsOf(
  agent: Pick<RunAgent, 'name' | 'settings'>,
  settings: RunSettings,
  given: Partial<RunLimits> = {},
): RunLimits {
  checkGiven(agent, given)
  const own = (name: (typeof budgets)[number]): number | undefined => {
    const value = agent.settings[name]
    checkNumber(`agent "${agent.name}": the setting ${name}`, value)
    return given[name] ?? value ?? settings[name]
  }
  const maxSteps = own('maxSteps')
  return {
    maxSteps: Math.min(maxSteps ?? usualMaxSteps, Number.MAX_SAFE_INTEGER),
    sharedSteps: finite(maxSteps),
    maxTokens: finite(own('maxTokens')),
    maxCost: finite(own('maxCost')),
  }
}

/** Limits are written down as JSON, which has no infinite number. */
function finite(most: number | undefined): number | undefined {
  return most === Infinity ? undefined : most
}

/** Throws `invalid_arguments`. */
function checkGiven({ name }: Pick<RunAgent, 'name'>, given: unknown): void {
  const place = `the run of agent "${name}": limits`
  try {
    if (!isPlainObject(given)) throw wrong(place, given, 'an object such as { maxSteps: 10 }')
    checkKeys(given, budgets, place)
    for (const budget of budgets) checkNumber(`${place}.${budget}`, given[budget])
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    throw new ToolyardError('invalid_arguments', error.message, { hint: error.hint, cause: error })
  }
}

/** The names of the files that are read for an agent: its own setting, else the configuration's. Throws `invalid_config`. */
export function instructionsOf(
  agent: Pick<RunAgent, 'name' | 'settings'>,
  { instructions: usual = usualInstructions }: RunSettings,
): readonly string[] {
  const { instructions: own } = agent.settings
  checkInstructions(`agent "${agent.name}": the setting instructions`, own)
  return (own ?? usual) || []
}

/** Plain names: a file is looked for under its name in every folder on the way to what a call touches. */
function checkInstructions(place: string, value: unknown): asserts value is RunSettings['instructions'] {
  if (value === undefined || value === false) return
  if (!Array.isArray(value) || !value.every(isName))
    throw wrong(place, value, "a list of names of files such as ['AGENTS.md'], or false")
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && /^[^/\\\0]{1,100}$/.test(name) && !/^\.{1,2}$/.test(name)
}

function checkFolders(value: unknown): void {
  const isList = Array.isArray(value) && value.every((path) => typeof path === 'string' && path !== '')
  if (value !== undefined && !isList) throw wrong('agents.skillFolders', value, 'a list of folders')
}

function checkNumber(place: string, value: unknown): asserts value is number | undefined {
  if (value !== undefined && !(typeof value === 'number' && value >= 0))
    throw wrong(place, value, 'a number from 0')
}

function wrong(place: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError('invalid_config', `${place}: ${tellValue(value)} is not ${expected}`, {
    hint: `Give ${expected}, or leave it out.`,
  })
}
