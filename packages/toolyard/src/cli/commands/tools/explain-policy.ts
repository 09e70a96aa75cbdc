/** `toolyard policy explain NAME '{…}'`: what would be decided, by which rule, and why. */
import type { Reach } from '../../../host/index.ts'
import { parseJson, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { Explanation } from '../../../pipeline/index.ts'
import type { CommandRun } from '../../command.ts'
import { table } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { cliPrincipal, cliThread } from '../../yard/person.ts'
import { requireTool } from '../../yard/require-tool.ts'
import type { ExplainOptions } from './explain.ts'
import { explainedInput } from './explained-input.ts'
import { parseValues } from './parse-values.ts'

const colours = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export const explainPolicy: CommandRun<ExplainOptions> = async (options, context) => {
  const { name, words, thread = cliThread, principal = cliPrincipal } = options
  const { terminal, flags } = context
  const database = flags.agent === undefined ? 'known' : 'always'
  const { yard, config } = await openYard(context, { database, servers: [name] })
  await using _ = yard
  const manifest = requireTool(yard, name)
  const given = words[0]?.trim().startsWith('{') ? json(words[0]) : parseValues(words, manifest.inputSchema)
  const input = explainedInput(given, 'Asked from the command line.', { config, manifest })
  const explained = await yard.explain(name, input, {
    agent: flags.agent,
    threadId: thread,
    principal,
    origin: 'cli',
  })
  if (!('considered' in explained))
    throw new ToolyardError('invalid_arguments', explained.error?.message ?? 'the call is not valid', {
      hint: explained.error?.hint,
    })
  if (flags.jsonOutput) terminal.printJson(explained)
  else printExplained(name, explained, terminal)
  return explained.decision.effect === 'deny' ? 3 : 0
}

function printExplained(name: string, explained: Explanation, terminal: Terminal): void {
  const { decision, considered, mode, resources, hooks, commands = [], offer } = explained
  terminal.print(
    `${terminal.style(colours[decision.effect], decision.effect)}  ${visibleText(decision.reason)}  [${decision.rule}]`,
  )
  if (commands.length > 0)
    terminal.print(
      `commands\n${table(
        commands.map(({ command, effect, rule, reason }) => [
          `  ${terminal.style(colours[effect], effect)}`,
          oneLine(command),
          visibleText(rule),
          visibleText(reason),
        ]),
        [{}, { least: 20, wraps: true }, { least: 12, wraps: true }, { least: 20, wraps: true }],
        terminal,
      )}`,
    )
  if (offer !== undefined) terminal.print(`to be asked no more, allow ${offer}`)
  const rows = considered.map(({ rule, effect, matched, reason }) => [
    `  ${matched ? terminal.style('green', '✓') : terminal.style('dim', '·')}`,
    effect,
    visibleText(rule),
    visibleText(reason ?? ''),
  ])
  terminal.print(
    rows.length > 0
      ? `rules that speak of ${name}\n${table(rows, [{}, {}, { least: 20, wraps: true }, { least: 20, wraps: true }], terminal)}`
      : `no rule speaks of ${name}`,
  )
  const facts = [
    `mode ${mode}`,
    ...(decision.reach ? [`sandbox level ${tellReach(decision.reach)}`] : []),
    ...(resources.length > 0
      ? [
          `touches ${resources.map(({ access, id, method }) => `${method ?? access} ${visibleText(id)}`).join(', ')}`,
        ]
      : []),
    ...(hooks.length > 0 ? [`asked before: ${hooks.join(', ')}`] : []),
  ]
  terminal.print(terminal.style('dim', facts.join('; ')))
}

function tellReach({ level, reveal }: Reach): string {
  const opened = reveal.map((path) => visibleText(path)).join(', ')
  return {
    look: 'look: reads the workspace, changes nothing',
    work: 'work: may write the workspace, no network',
    granted: `granted: may write the workspace and read ${opened}`,
  }[level]
}

/** A command as one cell of a table. */
function oneLine(command: string): string {
  return visibleText(command.replaceAll(/\s*\n\s*/g, ' ⏎ '))
}

function json(text: string): unknown {
  const parsed = parseJson(text)
  if ('problem' in parsed)
    throw new ToolyardError('invalid_arguments', `the arguments: the text ${parsed.problem}`)
  return parsed.value
}
