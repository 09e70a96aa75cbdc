/**
 * Scripts of a scripted model: what they look like, and how they are read.
 *
 * @module
 */
import { readFile, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isWithin } from '../../../host/index.ts'
import {
  checkKeys,
  checkPattern,
  isPlainObject,
  messageOf,
  parseJson,
  tellValue,
  ToolyardError,
} from '../../../kernel/index.ts'

/** One answer of the model. In texts and inputs `{{lastResult}}` is the text of the last result, `{{prompt}}` what was asked last. */
export interface ScriptTurn {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly ScriptCall[]
  /** A text that must be in the last thing that the model was told; else the run fails. */
  readonly expect?: string
}

export interface ScriptCall {
  readonly tool: string
  readonly input?: unknown
}

export interface Script {
  readonly turns: readonly ScriptTurn[]
  /** Whether it begins again after its last turn. */
  readonly repeat: boolean
  /** What is said depends on what was asked, as often as something is asked. Then there are no other turns. */
  readonly rules?: readonly ScriptRule[]
}

/** The answer to a prompt: of the first rule that fits it, turn by turn. */
export interface ScriptRule {
  /** A pattern, looked for in the prompt in lower case; any prompt fits if it is absent. */
  readonly when?: string
  readonly turns: readonly ScriptTurn[]
}

const limits = { maxBytes: 1_000_000, maxDepth: 64 }

/** A file in `folder`: a list of turns, `{ turns, repeat }` or `{ rules }`. */
export async function readScript(folder: string, file: string): Promise<Script> {
  const place = `script "${file.slice(0, 200)}"`
  const path = resolve(folder, file)
  if (!isWithin(folder, path) || !(await leadsInto(folder, path)))
    throw new ToolyardError('invalid_config', `${place} is outside the folder "${folder}"`, {
      hint: 'Put it into that folder and name it from there.',
    })
  const parsed = parseJson(await readText(path, place), limits)
  if ('problem' in parsed) throw wrong(place, `it ${parsed.problem}`)
  return readTurns(parsed.value, place)
}

/** A list of turns, `{ turns, repeat }` or `{ rules }`; throws `invalid_config` if it is none. `place` says in errors where it stands. */
export function readTurns(value: unknown, place = 'the script'): Script {
  const script = Array.isArray(value) ? { turns: value as unknown[] } : value
  if (isPlainObject(script) && script['rules'] !== undefined) return readRules(script, place)
  if (!isPlainObject(script) || !Array.isArray(script['turns']))
    throw wrong(place, 'it is neither a list of turns nor an object with "turns" or "rules"')
  checkKeys(script, ['turns', 'repeat'], place)
  return { turns: turnsIn(script['turns'], place), repeat: script['repeat'] === true }
}

function readRules(script: Readonly<Record<string, unknown>>, place: string): Script {
  const { rules } = script
  const { turns } = script
  // What was read before may be read again.
  if (Array.isArray(turns) && turns.length > 0) throw wrong(place, 'it has "turns" beside "rules"')
  checkKeys(script, ['rules', 'turns', 'repeat'], place)
  if (!Array.isArray(rules) || rules.length === 0) throw wrong(place, '"rules" is no list with rules in it')
  const read = rules.map((rule: unknown, index) => ruleOf(rule, `${place}, rule ${index + 1}`))
  return { turns: [], repeat: false, rules: read }
}

function ruleOf(rule: unknown, place: string): ScriptRule {
  if (!isPlainObject(rule)) throw wrong(place, `${tellValue(rule)} is not an object`)
  checkKeys(rule, ['when', 'turns'], place)
  const { when, turns } = rule
  if (when !== undefined && typeof when !== 'string')
    throw wrong(place, `when: ${tellValue(when)} is not a text`)
  if (when !== undefined) {
    const problem = checkPattern(when)
    if (problem !== undefined) throw wrong(place, `when: ${problem}`)
  }
  if (!Array.isArray(turns)) throw wrong(place, 'it has no list of turns')
  return { ...(when !== undefined && { when }), turns: turnsIn(turns, place) }
}

function turnsIn(turns: readonly unknown[], place: string): readonly ScriptTurn[] {
  if (turns.length === 0) throw wrong(place, 'it has no turns')
  return turns.map((turn, index) => turnOf(turn, `${place}, turn ${index + 1}`))
}

/** A link may not lead out of the folder; what is not there leads nowhere. */
async function leadsInto(folder: string, path: string): Promise<boolean> {
  try {
    return isWithin(await realpath(folder), await realpath(path))
  } catch {
    return true
  }
}

async function readText(path: string, place: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new ToolyardError('not_found', `${place} can't be read from "${path}": ${messageOf(cause)}`, {
      cause,
      hint: 'Name a JSON file with a list of turns, such as [{ "text": "Hello." }].',
    })
  }
}

function turnOf(turn: unknown, place: string): ScriptTurn {
  if (!isPlainObject(turn)) throw wrong(place, `${tellValue(turn)} is not an object`)
  checkKeys(turn, ['reasoning', 'text', 'calls', 'expect'], place)
  for (const key of ['reasoning', 'text', 'expect'])
    if (turn[key] !== undefined && typeof turn[key] !== 'string')
      throw wrong(place, `${key}: ${tellValue(turn[key])} is not a text`)
  const { calls } = turn as { calls?: unknown }
  if (calls !== undefined && !(Array.isArray(calls) && calls.every(isCall)))
    throw wrong(place, 'calls: each is an object with "tool", a text, and "input"')
  return turn
}

function isCall(call: unknown): boolean {
  return (
    isPlainObject(call) &&
    typeof call['tool'] === 'string' &&
    Object.keys(call).every((key) => key === 'tool' || key === 'input')
  )
}

function wrong(place: string, reason: string): ToolyardError {
  return new ToolyardError('invalid_config', `${place}: ${reason}`, {
    hint: 'A turn is { "text": "…", "reasoning": "…", "calls": [{ "tool": "…", "input": {} }], "expect": "…" }.',
  })
}
