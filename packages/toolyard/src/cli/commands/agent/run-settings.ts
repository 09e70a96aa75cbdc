/**
 * Flags with which one run has other settings than its agent.
 *
 * @module
 */
import { InvalidArgumentError } from 'commander'
import type { StartRun } from '../../../agents/index.ts'
import { isPlainObject, parseJson } from '../../../kernel/index.ts'
import { nameList, wholeNumber } from '../../parsers.ts'
import { flag, type OptionsOf } from '../../takes.ts'

type RunOverrides = NonNullable<StartRun['settings']>

export const runSettingsTakes = {
  maxTokens: flag('--max-tokens <number>', 'tokens that it may use', wholeNumber),
  maxCost: flag('--max-cost <number>', 'what it may cost, in the currency of models.prices', plainNumber),
  temperature: flag('--temperature <number>', 'from 0 to 2', plainNumber),
  reasoning: flag('--reasoning <effort>', 'none, minimal, low, medium, high, xhigh or max'),
  toolChoice: flag('--tool-choice <choice>', 'auto, required, none, or the tool to call first'),
  stopAtTool: flag('--stop-at-tool <names>', 'over when one of these tools has answered', nameList),
  stopAtText: flag('--stop-at-text <text>', 'over after a step in which the model says this'),
  fallback: flag('--fallback <models>', 'models to go on with if the service fails', nameList),
  attempts: flag('--attempts <number>', 'how often a service that fails is asked', wholeNumber),
  settings: flag('--settings <object>', 'settings for this run, as a JSON object', readObject),
}

/** Flags go before what stands in `--settings`. */
export function settingsOf(options: OptionsOf<typeof runSettingsTakes>): RunOverrides | undefined {
  const { maxTokens, maxCost, temperature, reasoning, toolChoice, fallback } = options
  const { stopAtTool, stopAtText, attempts, settings = {} } = options
  const { stopWhen, retry } = settings
  const stops = {
    ...(stopAtTool && { tools: stopAtTool }),
    ...(stopAtText !== undefined && { text: stopAtText }),
  }
  const given = {
    ...settings,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(temperature !== undefined && { temperature }),
    ...(reasoning !== undefined && { reasoning }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(fallback && { fallbackModels: fallback }),
    ...(Object.keys(stops).length > 0 && {
      stopWhen: { ...(isPlainObject(stopWhen) && stopWhen), ...stops },
    }),
    ...(attempts !== undefined && { retry: { ...(isPlainObject(retry) && retry), attempts } }),
  }
  // The run checks them, as it checks those of every other door.
  return Object.keys(given).length === 0 ? undefined : (given as RunOverrides)
}

function plainNumber(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number
  throw new InvalidArgumentError('It must be a number from 0.')
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text)
  if ('value' in parsed && isPlainObject(parsed.value)) return parsed.value
  throw new InvalidArgumentError(`It must be a JSON object, such as '{"temperature":0}'.`)
}
