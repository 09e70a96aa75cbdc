/**
 * Policy on the commands of a call: reads them once, and holds all rules of a tool against them together.
 *
 * One rule may grant one command of a line and another rule the next, so granting is not a matter of single rules.
 *
 * @module
 */
import type { ToolManifest, ToolResource } from '../../define/index.ts'
import type { Reach } from '../../host/index.ts'
import { type CommandLine, exactText, exactWord, type Shell, type SimpleCommand } from './shell/index.ts'
import { type CommandPattern, commandPattern, type Grant, grantOf } from './command-rules.ts'
import { spokenBy } from './forbidden.ts'
import { commandOf, matchesResource, type Rule, type RuleEffect, type RuleSubject } from './rule.ts'

/** What was decided about one command of a line, and by what. */
export interface CommandVerdict {
  readonly command: string
  readonly effect: RuleEffect
  readonly rule: string
  readonly reason: string
}

type Said = Omit<CommandVerdict, 'command'>

/** What commands are read with. */
export interface CommandReader {
  readonly manifest: ToolManifest
  readonly rules: readonly Rule[]
  readonly shell: Shell | undefined
}

/** The commands of one call, read, and the rules that speak of commands. */
export interface Commands {
  readonly reader: CommandReader
  readonly subject: RuleSubject
  readonly lines: readonly CommandLine[]
  readonly allowing: readonly CommandPattern[]
  readonly forbidding: ReadonlyMap<Rule, CommandPattern | undefined>
}

/** Nothing where the call names no command. */
export function readCommands(reader: CommandReader, subject: RuleSubject): Commands | undefined {
  const resources = commandsOf(subject)
  if (resources.length === 0) return undefined
  const spoken = reader.rules.filter((rule) => commandOf(rule, subject) !== undefined)
  const patternOf = (rule: Rule): CommandPattern | undefined => {
    const words = reader.shell?.wordsOf(commandOf(rule, subject) ?? '')
    return words && commandPattern(rule.rule, words)
  }
  return {
    reader,
    subject,
    lines: resources.map((resource) => readOne(reader, resource, subject.workspace)),
    allowing: spoken.filter(({ effect }) => effect === 'allow').flatMap((rule) => patternOf(rule) ?? []),
    forbidding: new Map(
      spoken.filter(({ effect }) => effect !== 'allow').map((rule) => [rule, patternOf(rule)]),
    ),
  }
}

function readOne({ manifest, shell }: CommandReader, resource: ToolResource, workspace: string): CommandLine {
  const isBash = resource.shell === 'bash' || manifest.name === 'bash'
  if (shell && isBash)
    return shell.read(resource.id, { folder: resource.cwd ?? workspace, fed: resource.fed })
  const reason = shell ? 'only bash commands are looked into' : 'no parser was loaded to look into it'
  return {
    commands: [],
    doubts: [{ reason }],
    mentions: { commands: [], told: [], code: [], written: undefined, copied: [], hidden: [reason] },
    secrets: [],
  }
}

/** The command that a forbidding rule speaks of. */
export function forbiddenBy({ lines, forbidding }: Commands, rule: Rule): string | undefined {
  const pattern = forbidding.get(rule)
  for (const line of pattern ? lines : []) {
    const command = pattern && commandSpokenOf(line, pattern)
    if (command !== undefined) return command
  }
  return undefined
}

function commandSpokenOf(line: CommandLine, pattern: CommandPattern): string | undefined {
  const answer = spokenBy(line, pattern)
  return answer?.spoken === 'yes' ? answer.command : undefined
}

/** What the sandbox shall let these commands do, where they are let run by `said`. */
export function reachOf({ lines }: Commands, isNamed: boolean): Reach {
  const looks = lines.every(
    ({ doubts, commands }) =>
      doubts.length === 0 && commands.length > 0 && commands.every((each) => each.looks),
  )
  if (looks) return { level: 'look', reveal: [] }
  const reveal = isNamed ? lines.flatMap(({ secrets }) => secrets) : []
  return { level: reveal.length > 0 ? 'granted' : 'work', reveal }
}

/** Every command by a rule, or nothing. */
export function grantAll(commands: Commands): Said | undefined {
  const grants: { readonly text: string; readonly rule: string }[] = []
  for (const line of commands.lines) {
    if (line.doubts.length > 0 || line.commands.length === 0) return undefined
    for (const command of line.commands) {
      const grant = grantOf(command, commands.allowing)
      if (!grant.granted) return undefined
      grants.push({ text: command.text, rule: grant.rule })
    }
  }
  if (!othersAllowed(commands)) return undefined
  return {
    effect: 'allow',
    rule: [...new Set(grants.map(({ rule }) => rule))].join(', '),
    reason: grants.map(({ text, rule }) => `"${cut(text)}" is allowed by ${rule}`).join('; '),
  }
}

/** What else the call touches needs a rule too. */
function othersAllowed({ reader, subject }: Commands): boolean {
  const { resources = [], workspace } = subject
  const allows = reader.rules.filter(
    ({ effect, specifier, parameter }) => effect === 'allow' && specifier !== undefined && !parameter,
  )
  return resources.every(
    (resource) =>
      resource.kind === 'command' || allows.some((rule) => matchesResource(rule, resource, workspace)),
  )
}

/** Why the commands are not granted, by the first that is not. */
export function objectionTo({ lines, allowing }: Commands): string | undefined {
  for (const { commands, doubts } of lines) {
    if (doubts[0]) return doubts[0].reason
    for (const command of commands) {
      const grant = grantOf(command, allowing)
      if (!grant.granted) return tell(command, grant)
    }
  }
  return undefined
}

/** The first rule of which it can't be told whether it forbids the call. */
export function unkeptBy({ lines, forbidding }: Commands): { rule: Rule; reason: string } | undefined {
  for (const [rule, pattern] of forbidding)
    for (const line of lines) {
      const reason = pattern ? doubtAbout(line, pattern) : line.mentions.hidden[0]
      if (reason !== undefined)
        return { rule, reason: `it can't be told whether ${rule.rule} speaks of it: ${reason}` }
    }
  return undefined
}

/** A pattern with a star for the program is one on the text: any word that can't be read may complete it. */
function doubtAbout(line: CommandLine, pattern: CommandPattern): string | undefined {
  const answer = spokenBy(line, pattern)
  if (answer?.spoken === 'perhaps') return answer.reason
  if (answer || !/[*?]/.test(pattern.words[0] ?? '')) return undefined
  const unread = line.mentions.commands.flat().find((word) => exactText(word) === undefined)
  return unread && `"${unread.source}" can't be read before it runs`
}

/** One verdict a command; `otherwise` is what holds where no rule on commands does. */
export function verdictsOf(commands: Commands, otherwise: Said): readonly CommandVerdict[] {
  return commands.lines.flatMap((line, at) => {
    if (line.commands.length === 0) {
      const command = cut(commandsOf(commands.subject)[at]?.id ?? '')
      return [{ ...otherwise, command, reason: line.doubts[0]?.reason ?? '' }]
    }
    const shown = line.commands.map((command) => ({
      command: cut(command.text),
      ...verdictOf(commands, { line, command, otherwise }),
    }))
    return [...shown, ...forbiddenInside(commands, line, shown)]
  })
}

/** What a forbidding rule found deeper than the commands that are shown: behind a wrapper, in a text for another shell. */
function forbiddenInside(
  { forbidding }: Commands,
  line: CommandLine,
  shown: readonly CommandVerdict[],
): readonly CommandVerdict[] {
  return [...forbidding].flatMap(([rule, pattern]) => {
    const command = pattern && commandSpokenOf(line, pattern)
    if (command === undefined || shown.some((verdict) => verdict.rule === rule.rule)) return []
    return [{ command: cut(command), ...sayingOf(rule) }]
  })
}

function sayingOf({ rule, effect, reason = `a rule says ${effect}` }: Rule): Said {
  return { effect, rule, reason }
}

function verdictOf(
  { forbidding, allowing }: Commands,
  at: { line: CommandLine; command: SimpleCommand; otherwise: Said },
): Said {
  for (const [rule, pattern] of forbidding)
    if (pattern && commandSpokenOf(only(at.command.argv), pattern) !== undefined) return sayingOf(rule)
  const [doubt] = at.line.doubts
  if (doubt) return { ...at.otherwise, reason: doubt.reason }
  const grant = grantOf(at.command, allowing)
  if (grant.granted) return { effect: 'allow', rule: grant.rule, reason: 'all of its words are covered' }
  return { ...at.otherwise, reason: grant.reason }
}

/** A line of one command, by its words alone. */
function only(argv: readonly string[]): CommandLine {
  return {
    commands: [],
    doubts: [],
    mentions: {
      commands: [argv.map(exactWord)],
      told: [],
      code: [],
      written: undefined,
      copied: [],
      hidden: [],
    },
    secrets: [],
  }
}

/** The rule that a person may save to be asked no more. */
export function offerOf({ reader, lines, allowing }: Commands): string | undefined {
  const [line] = lines
  if (!line || lines.length > 1 || !reader.shell) return undefined
  const words = reader.shell.offerRule(line, (command) => grantOf(command, allowing).granted)
  return words === undefined ? undefined : `${reader.manifest.name}(${words})`
}

function commandsOf({ resources }: RuleSubject): readonly ToolResource[] {
  return resources?.filter(({ kind }) => kind === 'command') ?? []
}

function tell({ text }: SimpleCommand, { near, reason }: Extract<Grant, { granted: false }>): string {
  return `"${cut(text)}"${near === undefined ? '' : ` goes beyond ${near}`}: ${reason}`
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
