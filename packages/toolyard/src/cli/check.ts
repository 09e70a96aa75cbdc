/** `toolyard check`: definitions, dialect reports, examples and policy tests, for people and for CI. */
import { isDeepStrictEqual } from 'node:util'
import type { ToolManifest } from '../define/index.ts'
import { dialectNames } from '../dialects/index.ts'
import { type RuleSpec } from '../pipeline/index.ts'
import type { ToolService, ToolyardConfig } from '../runtime/index.ts'
import type { CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'

interface Finding {
  readonly level: 'error' | 'warning'
  readonly subject: string
  readonly message: string
}

export const check: CommandRun<object> = async (_options, { terminal, flags }) => {
  const { yard, config } = await openYard(flags)
  await using _ = yard
  const findings = [
    ...fileFindings(yard),
    ...definitionFindings(yard),
    ...dialectFindings(yard),
    ...(await exampleFindings(yard)),
    ...(await ruleFindings(yard, config)),
  ]
  const errors = findings.filter(({ level }) => level === 'error')
  const examples = yard.registry.listAll().reduce((sum, { examples: own = [] }) => sum + own.length, 0)
  if (flags.jsonOutput)
    terminal.print(JSON.stringify({ tools: yard.registry.toolNames.length, examples, findings }, null, 2))
  else {
    for (const { level, subject, message } of findings)
      terminal.print(
        `${terminal.style(level === 'error' ? 'red' : 'yellow', level)} ${terminal.style('bold', subject)}: ${message}`,
      )
    const summary = `${yard.registry.toolNames.length} tools, ${examples} examples, ${errors.length} errors, ${findings.length - errors.length} warnings`
    terminal.print(errors.length === 0 ? terminal.style('green', summary) : summary)
  }
  return errors.length === 0 ? 0 : 1
}

function fileFindings(yard: ToolService): Finding[] {
  return yard.problems.map(({ file, reason, hint }) => ({
    level: 'error',
    subject: file,
    message: hint ? `${reason} (${hint})` : reason,
  }))
}

function definitionFindings(yard: ToolService): Finding[] {
  return yard.registry.listAll().flatMap((manifest): Finding[] => {
    const say = (message: string): Finding => ({ level: 'warning', subject: manifest.name, message })
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

function dialectFindings(yard: ToolService): Finding[] {
  return dialectNames.flatMap((dialect) =>
    yard.reports(dialect).flatMap(({ tool, fidelity, notes }): Finding[] =>
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

async function exampleFindings(yard: ToolService): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const manifest of yard.registry.listAll()) {
    for (const [index, example] of (manifest.examples ?? []).entries()) {
      const problem = await runExample(yard, manifest, example)
      if (problem)
        findings.push({
          level: 'error',
          subject: manifest.name,
          message: `example ${example.title ? `"${example.title}"` : index + 1}: ${problem}`,
        })
    }
  }
  return findings
}

async function runExample(
  yard: ToolService,
  { name }: ToolManifest,
  { input, output }: { readonly input: unknown; readonly output?: unknown },
): Promise<string | undefined> {
  const threadId = `check:${name}`
  const result = await yard.call(name, input, { origin: 'check', principal: 'check', threadId })
  await yard.threads.cleanupContext(threadId)
  if (result.status !== 'ok') return result.error?.message ?? result.status
  if (output === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(result.data ?? null)), output))
    return undefined
  return `answered ${JSON.stringify(result.data)?.slice(0, 300)}, not ${JSON.stringify(output).slice(0, 300)}`
}

async function ruleFindings(yard: ToolService, { policy = {} }: ToolyardConfig): Promise<Finding[]> {
  const findings: Finding[] = []
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
