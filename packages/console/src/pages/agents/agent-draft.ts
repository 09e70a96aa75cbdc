/**
 * An agent as its form holds it: settings that people change often are fields, the others stay one JSON object.
 *
 * @module
 */
import type { Agent, AgentSpec } from '../../api/types.ts'
import { jsonObjectProblem } from '../../components/json-object-field.tsx'

/** Settings that are numbers, with the least that each may be. */
export const numberFields = {
  maxSteps: { least: 1, isWhole: true },
  maxTokens: { least: 0, isWhole: false },
  maxCost: { least: 0, isWhole: false },
  temperature: { least: 0, isWhole: false },
  maxOutputTokens: { least: 1, isWhole: false },
} as const

export type NumberField = keyof typeof numberFields
export const limitFields: readonly NumberField[] = ['maxSteps', 'maxTokens', 'maxCost']
export const modelFields: readonly NumberField[] = ['temperature', 'maxOutputTokens']
export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const

export interface AgentDraft {
  readonly name: string
  readonly prompt: string
  readonly model: string
  readonly runner: string
  readonly pinned: boolean
  readonly toolIds: ReadonlySet<string>
  /** As they were typed. */
  readonly numbers: Readonly<Record<NumberField, string>>
  readonly reasoning: string
  /** All other settings, as JSON. */
  readonly others: string
}

export function draftOf(agent: Agent | undefined): AgentDraft {
  const settings: Readonly<Record<string, unknown>> = agent?.settings ?? {}
  const numbers = Object.fromEntries(
    Object.keys(numberFields).map((key) => {
      const value = settings[key]
      return [key, typeof value === 'number' ? String(value) : '']
    }),
  ) as Record<NumberField, string>
  const reasoning = typeof settings['reasoning'] === 'string' ? settings['reasoning'] : ''
  const others = Object.entries(settings).filter(
    ([key, value]) =>
      !(key in numberFields && typeof value === 'number') && !(key === 'reasoning' && value === reasoning),
  )
  return {
    name: agent?.name ?? '',
    prompt: agent?.prompt ?? '',
    model: agent?.model ?? '',
    runner: agent?.runner ?? '',
    pinned: agent?.tools.some(({ pinned }) => pinned !== undefined) ?? false,
    toolIds: new Set(agent?.toolIds),
    numbers,
    reasoning,
    others: others.length > 0 ? JSON.stringify(Object.fromEntries(others), null, 2) : '',
  }
}

/** Whether a number can be sent; an empty one is not. */
export function isGoodNumber(field: NumberField, text: string): boolean {
  if (text.trim() === '') return true
  const { least, isWhole } = numberFields[field]
  const value = Number(text)
  return Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))
}

export function isGoodDraft({ numbers, others }: AgentDraft): boolean {
  const fields = Object.entries(numbers) as [NumberField, string][]
  return fields.every(([field, text]) => isGoodNumber(field, text)) && jsonObjectProblem(others) === undefined
}

/** What is left empty is not sent, unless it takes something away. */
export function specOf(draft: AgentDraft, before?: Agent): AgentSpec {
  const { name, prompt, model, runner, pinned, toolIds } = draft
  return {
    name: name.trim(),
    prompt,
    ...((model.trim() !== '' || before?.model !== undefined) && { model: model.trim() }),
    ...((runner !== '' || before?.runner !== undefined) && { runner }),
    settings: settingsOf(draft),
    pinned,
    toolIds: [...toolIds],
  }
}

function settingsOf({ numbers, reasoning, others }: AgentDraft): Record<string, unknown> {
  const typed = Object.entries(numbers).filter(([, text]) => text.trim() !== '')
  return {
    ...(others.trim() === '' ? {} : (JSON.parse(others) as Record<string, unknown>)),
    ...Object.fromEntries(typed.map(([key, text]) => [key, Number(text)])),
    ...(reasoning !== '' && { reasoning }),
  }
}
