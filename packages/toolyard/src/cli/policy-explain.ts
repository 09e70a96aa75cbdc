/** `toolyard policy explain NAME '{…}'`: what would be decided, by which rule, and why. */
import { parseJson, ToolyardError } from '../kernel/index.ts'
import type { CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { parseValues } from './parse-values.ts'
import { requireTool } from './show.ts'
import { table } from './terminal.ts'

export interface PolicyExplainOptions {
  readonly name: string
  readonly words: readonly string[]
}

export const policyExplain: CommandRun<PolicyExplainOptions> = async (
  { name, words },
  { terminal, flags },
) => {
  const { yard } = await openYard(flags)
  await using _ = yard
  const manifest = requireTool(yard, name)
  const explained = await yard.explain(
    name,
    words[0]?.trim().startsWith('{') ? json(words[0]) : parseValues(words, manifest.inputSchema),
  )
  if (!('considered' in explained))
    throw new ToolyardError('invalid_arguments', explained.error?.message ?? 'the call is not valid', {
      hint: explained.error?.hint,
    })
  const { decision, considered, mode, resources, hooks } = explained
  if (flags.jsonOutput) {
    terminal.print(JSON.stringify(explained, null, 2))
    return decision.effect === 'deny' ? 3 : 0
  }
  const colour = decision.effect === 'allow' ? 'green' : decision.effect === 'ask' ? 'yellow' : 'red'
  terminal.print(`${terminal.style(colour, decision.effect)}  ${decision.reason}  [${decision.rule}]`)
  const rows = considered.map(({ rule, effect, matched, reason }) => [
    `  ${matched ? '✓' : '·'}`,
    effect,
    rule,
    reason ?? '',
  ])
  if (rows.length > 0) terminal.print(`rules that speak of ${name}\n${table(rows)}`)
  terminal.print(
    terminal.style(
      'dim',
      `mode ${mode}${resources.length > 0 ? `; touches ${resources.map(({ access, id }) => `${access} ${id}`).join(', ')}` : ''}${hooks.length > 0 ? `; asked before: ${hooks.join(', ')}` : ''}`,
    ),
  )
  return decision.effect === 'deny' ? 3 : 0
}

function json(text: string): unknown {
  const parsed = parseJson(text)
  if ('problem' in parsed)
    throw new ToolyardError('invalid_arguments', `the arguments: the text ${parsed.problem}`)
  return parsed.value
}
