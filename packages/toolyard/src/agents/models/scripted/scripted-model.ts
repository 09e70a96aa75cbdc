/**
 * `scripted/FILE`: a model whose answers stand in a file, or are given in code. It needs no key and no network, and says the same
 * every time.
 *
 * The turn is found by counting what the model has said in the thread, so that a thread that is taken up again goes on
 * where it was; with rules, what it has said since it was asked.
 *
 * @module
 */
import { textOf } from '../../../define/index.ts'
import { compilePattern, isPlainObject, ToolyardError } from '../../../kernel/index.ts'
import { attachedLine, type MessagePart, type ThreadMessage } from '../../../store/index.ts'
import type { Model, ModelEvent, ModelRequest } from '../model.ts'
import { readScript, type Script, type ScriptRule, type ScriptTurn } from './script.ts'

type ModelFacts = Pick<Model, 'name' | 'contextLimit' | 'price'>

export async function openScript(
  facts: ModelFacts,
  { folder, file }: { folder: string; file: string },
): Promise<Model> {
  return modelOf(facts, await readScript(folder, file))
}

/** A model that says what the script says. */
export function modelOf(facts: ModelFacts, script: Script): Model {
  let next = 0
  return {
    ...facts,
    dialect: 'openai',
    strict: false,
    stream(request) {
      if (request.answers === undefined)
        throw new ToolyardError(
          'unavailable',
          `model "${facts.name}": a script answers in its conversation only`,
        )
      if (script.rules) return say(turnFor(script.rules, request.messages, facts.name), request, facts.name)
      const turn = turnAt(script, Math.max(next, request.answers), facts.name)
      next = Math.max(next, request.answers) + 1
      return say(turn, request, facts.name)
    },
  }
}

function turnAt({ turns, repeat }: Script, index: number, model: string): ScriptTurn {
  const turn = turns[repeat ? index % turns.length : index]
  if (turn) return turn
  throw new ToolyardError('unavailable', `model "${model}": the script ends after ${turns.length} turns`, {
    hint: 'Begin a new thread, add turns to the script, or let it begin again with "repeat": true.',
  })
}

/** The rule is found by what a person said last, its turn by what the model has said since. */
function turnFor(
  rules: readonly ScriptRule[],
  messages: readonly ThreadMessage[],
  model: string,
): ScriptTurn {
  const at = messages.findLastIndex(({ role, from }) => role === 'user' && from === undefined)
  const prompt = (messages[at]?.parts ?? []).map(partText).join('\n').toLowerCase()
  const rule = rules.find(({ when }) => when === undefined || compilePattern(when).test(prompt))
  if (!rule)
    throw new ToolyardError('unavailable', `model "${model}": no rule of the script fits what was asked`, {
      hint: 'Add a rule without "when" at the end: any prompt fits it.',
    })
  const said = messages.slice(at + 1).filter(({ role }) => role === 'assistant').length
  const turn = rule.turns[said]
  if (turn) return turn
  throw new ToolyardError('unavailable', `model "${model}": the rule ends after ${rule.turns.length} turns`, {
    hint: 'Its last turn has no calls.',
  })
}

async function* say(
  turn: ScriptTurn,
  { messages, signal }: ModelRequest,
  model: string,
): AsyncGenerator<ModelEvent, void, undefined> {
  const told = toldTo(messages)
  if (turn.expect !== undefined && !told.last.includes(turn.expect))
    throw new ToolyardError(
      'unavailable',
      `model "${model}": the script expects "${turn.expect}" in what the model was told last`,
      { hint: `It was told: ${told.last.slice(0, 500)}` },
    )
  const fill = (text: string): string =>
    text.replaceAll('{{lastResult}}', () => told.result).replaceAll('{{prompt}}', () => told.prompt)
  const parts: MessagePart[] = []
  for (const type of ['reasoning', 'text'] as const) {
    const text = fill(turn[type] ?? '')
    for (const delta of text.match(/\S+\s*|\s+/g) ?? []) {
      signal.throwIfAborted()
      yield { type, delta }
    }
    if (text !== '') parts.push({ type, text })
  }
  for (const { tool, input = {} } of turn.calls ?? [])
    parts.push({ type: 'tool_call', callId: '', tool, input: fillIn(input, fill) })
  yield { type: 'finish', parts, reason: 'stop', usage: {} }
}

interface LastTexts {
  /** The text of the last result. */
  readonly result: string
  /** What was asked last. */
  readonly prompt: string
  /** The last message, whatever it is. */
  readonly last: string
}

function toldTo(messages: readonly ThreadMessage[]): LastTexts {
  const result = messages.findLast(({ role }) => role === 'tool')?.parts.at(-1)
  const last = messages.at(-1)
  return {
    result: result === undefined ? '' : partText(result),
    prompt:
      messages
        .findLast(({ role }) => role === 'user')
        ?.parts.map(partText)
        .join('\n') ?? '',
    last: last?.parts.map(partText).join('\n') ?? '',
  }
}

function partText(part: MessagePart): string {
  if (part.type === 'tool_result') return textOf(part)
  if (part.type === 'image' || part.type === 'file') return attachedLine(part)
  return part.type === 'tool_call' ? '' : part.text
}

function fillIn(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, fill))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, fill)]))
}
