/** `toolyard check`: definitions, dialect reports, examples and policy tests, for people and for CI. */
import type { ToolExample } from '../../../define/index.ts'
import { dialectNames } from '../../../dialects/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import { skills } from '../../../parts/index.ts'
import type { RuleSpec } from '../../../pipeline/index.ts'
import { earlierNamesIn, type ToolService, type LoadedConfig } from '../../../runtime/index.ts'
import type { CommandRun } from '../../command.ts'
import { count, inOneLine } from '../../terminal/layout.ts'
import { nearPath } from '../../terminal/near-path.ts'
import { openYard } from '../../yard/open-yard.ts'
import { explainedInput } from '../tools/explained-input.ts'
import {
  type ExampleRun,
  readSavedExamples,
  runExample,
  type SavedExamples,
} from '../../../testing/examples/index.ts'
import type { CheckFinding } from './finding.ts'
import { knownAgents, strayBindings, strayRules } from './stray-names.ts'
import { triggerFindings } from './trigger-findings.ts'

const colours = { error: 'red', warning: 'yellow', note: 'cyan' } as const

export const checkProject: CommandRun<object> = async (_options, context) => {
  const { terminal, flags } = context
  const { yard, config, configFile } = await openYard(context, { database: 'never', servers: 'patient' })
  await using _ = yard
  const saved = await readSavedExamples(yard.registry.snapshot().entries())
  const examples = await runExamples(yard, { saved, config }, context.signal)
  const agents = await knownAgents(yard, config)
  const names = agents.map(({ name }) => name)
  const findings = [
    ...fileFindings(yard),
    ...saved.problems.map(({ file, message }): CheckFinding => ({ level: 'error', subject: file, message })),
    ...definitionFindings(yard),
    ...dialectFindings(yard),
    ...examples.findings,
    ...strayRules(yard, config),
    ...strayBindings(yard, agents),
    ...triggerFindings(yard, { config, agents: names, environment: process.env }),
    ...(await ruleFindings(yard, config)),
    ...(await earlierNameFindings(configFile)),
    ...(await skillFindings(yard)),
  ]
  const tools = yard.registry.toolNames.length
  const levels = Object.groupBy(findings, ({ level }) => level)
  const errors = levels.error?.length ?? 0
  const { run, checked } = examples
  if (flags.jsonOutput) terminal.printJson({ tools, examples: { run, checked }, errors, findings })
  else {
    for (const { level, subject, message } of findings)
      terminal.print(
        `${terminal.style(colours[level], `${level}:`)} ${terminal.style('bold', inOneLine(nearPath(subject)))}: ${withBars(message)}`,
      )
    const summary = [
      count(tools, 'tool'),
      `${count(run, 'example')} run`,
      ...(checked > 0 ? [`${checked} only checked, because a person must be asked`] : []),
      count(errors, 'error'),
      count(levels.warning?.length ?? 0, 'warning'),
      ...(levels.note ? [count(levels.note.length, 'note')] : []),
    ].join(', ')
    terminal.print(terminal.style(errors === 0 ? 'green' : 'red', summary))
  }
  return errors === 0 ? 0 : 1
}

/** The first line in ours, the others behind a bar: some hold the words of others. */
function withBars(message: string): string {
  return visibleText(message).replaceAll('\n', '\n  │ ')
}

function fileFindings(yard: ToolService): CheckFinding[] {
  return yard.problems.map(({ file, reason, hint, isNote = false }) => ({
    level: isNote ? 'warning' : 'error',
    subject: file,
    message: hint ? `${reason} (${hint})` : reason,
  }))
}

async function skillFindings({ installation }: ToolService): Promise<CheckFinding[]> {
  const { problems } = await installation.part(skills).find()
  return problems.map(({ file, reason, hint, isNote = false }) => ({
    level: isNote ? 'warning' : 'error',
    subject: file,
    message: hint ? `${reason} (${hint})` : reason,
  }))
}

function definitionFindings(yard: ToolService): CheckFinding[] {
  return yard.registry.listAll().flatMap((manifest): CheckFinding[] => {
    const say = (message: string): CheckFinding => ({ level: 'warning', subject: manifest.name, message })
    const undocumented = Object.entries(manifest.inputSchema.properties ?? {}).filter(
      ([, child]) => typeof child === 'object' && !child.description,
    )
    return [
      ...(manifest.description === ''
        ? [{ ...say('has no description: it is all that a model knows of it'), level: 'error' as const }]
        : []),
      ...(undocumented.length > 0
        ? [say(`parameters without a description: ${undocumented.map(([name]) => name).join(', ')}`)]
        : []),
      ...(manifest.description.length > 1024
        ? [
            say(
              `its description has ${manifest.description.length} characters; every one is paid for in every request`,
            ),
          ]
        : []),
    ]
  })
}

function dialectFindings(yard: ToolService): CheckFinding[] {
  return dialectNames.flatMap((dialect) =>
    yard.dialects.reports(dialect).flatMap(({ tool, fidelity, notes }): CheckFinding[] =>
      fidelity === 'lossy' || fidelity === 'rejected'
        ? [
            {
              level: fidelity === 'rejected' ? 'error' : 'warning',
              subject: tool,
              message: `${fidelity} in ${dialect}: ${notes.join(' ')}`,
            },
          ]
        : [],
    ),
  )
}

interface ExamplesRun {
  readonly findings: readonly CheckFinding[]
  readonly run: number
  /** Examples of calls about which a person would be asked: their arguments are checked, and nothing is run. */
  readonly checked: number
}

async function runExamples(
  yard: ToolService,
  { saved, config }: { readonly saved: SavedExamples; readonly config: LoadedConfig },
  signal: AbortSignal,
): Promise<ExamplesRun> {
  const findings: CheckFinding[] = []
  let [run, checked] = [0, 0]
  // Examples of built-in tools speak of files that are not here; our own tests run them.
  const ours = yard.registry.listAll().filter(({ source }) => source !== 'builtin')
  for (const manifest of ours) {
    const { name, examples: own = [] } = manifest
    for (const [index, written] of [...own, ...saved.of(name)].entries()) {
      const input = explainedInput(written.input, 'An example of this tool.', { config, manifest })
      const example = { ...written, input }
      const turn = { tool: name, example, principal: 'check', threadId: `check:${name}`, signal }
      const ended = await runExample(yard, turn)
      if (ended.verdict === 'asks') checked++
      else run++
      const problem = problemOf(ended, example)
      const title = example.title ? `"${example.title}"` : index + 1
      const place = index < own.length ? '' : ` (saved in ${nearPath(saved.fileOf(name) ?? '')})`
      if (problem)
        findings.push({ level: 'error', subject: name, message: `example ${title}${place}: ${problem}` })
    }
  }
  return { findings, run, checked }
}

function problemOf({ verdict, error, actual }: ExampleRun, { output }: ToolExample): string | undefined {
  if (verdict !== 'failed') return undefined
  if (error) return error.message
  return `answered ${JSON.stringify(actual)?.slice(0, 300)}, not ${JSON.stringify(output).slice(0, 300)}`
}

async function ruleFindings(yard: ToolService, { policy = {} }: LoadedConfig): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  const rules: readonly RuleSpec[] = [...(policy.deny ?? []), ...(policy.ask ?? []), ...(policy.allow ?? [])]
  for (const spec of rules) {
    if (typeof spec === 'string') continue
    for (const test of spec.tests ?? []) {
      const explained = await yard.explain(test.tool, test.input)
      const matched =
        'considered' in explained
          ? explained.considered.some(({ rule, matched: hit }) => rule === spec.rule && hit)
          : false
      if (matched !== test.matches)
        findings.push({
          level: 'error',
          subject: `rule ${spec.rule}`,
          message: `should ${test.matches ? '' : 'not '}match ${test.tool} ${JSON.stringify(test.input)}`,
        })
    }
  }
  return findings
}

/** Settings that stand in groups now. */
async function earlierNameFindings(file: string | undefined): Promise<CheckFinding[]> {
  if (file === undefined) return []
  return (await earlierNamesIn(file)).map(({ name, now }) => ({
    level: 'note',
    subject: file,
    message: `${name} is now ${now}; the old name works until version 0.3.`,
  }))
}
