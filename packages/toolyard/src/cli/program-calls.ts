/**
 * The commands around the journal and the inbox: calls, approvals, grants.
 *
 * @module
 */
import type { Command } from 'commander'
import type { ApprovalsOptions } from './commands/approvals/list-requests.ts'
import type { CallsOptions } from './commands/calls/list-calls.ts'
import type { CallsPruneOptions } from './commands/calls/prune-calls.ts'
import type { CallsSaveOptions } from './commands/calls/save-call.ts'
import { callStatuses } from './terminal/call-words.ts'
import { examples, type Start } from './program-parts.ts'

export function addCalls(program: Command, start: Start): void {
  const calls = program
    .command('calls')
    .argument('[id]', 'id of a call, to see its story')
    .allowExcessArguments()
    .description('list the calls that were made, newest first; or tell the story of one')
    .option('--tool <name>', 'only calls of this tool')
    .option('--thread <id>', 'only calls of this conversation')
    .option('--status <status>', `only calls that ended so: ${callStatuses.join(', ')}`)
    .option(
      '--since <time>',
      'only calls since then: 15m, 2h, 3d ago; or a date or time, such as 2026-03-01T14:00',
    )
    .option('--limit <number>', 'at most so many (default: 20; before --follow 10)')
    .option('--before <cursor>', 'the next page: the number that the page before has shown')
    .option('-f, --follow', 'go on with calls of any process as they begin and end, until Ctrl-C')
    .addHelpText('after', callsHelp)
    .action((...[, options, command]: [unknown, Omit<CallsOptions, 'words'>, Command]) =>
      start(command, async () => (await import('./commands/calls/list-calls.ts')).calls, {
        ...options,
        words: command.args,
      }),
    )
  addCallCommands(calls, start)
  addApprovals(program, start)
  addGrants(program, start)
}

function addCallCommands(calls: Command, start: Start): void {
  calls
    .command('show')
    .argument('<id>', 'id of a call')
    .description('tell the story of one call, step by step')
    .addHelpText('after', examples('calls show call_2m0z8k1c4x7a_100000'))
    .action((id: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/calls/tell-story.ts')).callsStory, { id }),
    )
  calls
    .command('verify')
    .description('hold the journal against its audit chain; exit code 1 if it was changed from outside')
    .option(
      '--heads',
      'show the end of every chain: kept elsewhere, it shows later whether something was cut off',
    )
    .addHelpText('after', examples('calls verify', 'calls verify --heads --json-output'))
    .action((options: { heads?: boolean }, command: Command) =>
      start(command, async () => (await import('./commands/calls/verify-journal.ts')).callsVerify, options),
    )
  calls
    .command('prune')
    .description('delete old calls and what people were asked about them; says first how many')
    .option('--before <time>', 'calls that began before this time, such as 2026-03-01')
    .option('--older-than <age>', 'calls that are older, such as 90d')
    .option('--yes', 'delete them without a question')
    .addHelpText('after', pruneHelp)
    // "calls" knows --before as well, and takes it wherever it stands.
    .action((_options: object, command: Command) =>
      start(
        command,
        async () => (await import('./commands/calls/prune-calls.ts')).callsPrune,
        command.optsWithGlobals<CallsPruneOptions>(),
      ),
    )
  calls
    .command('save')
    .argument('<id>', 'id of a call that ended well')
    .description('make a call an example of its tool, which "toolyard check" runs from then on')
    .option('--title <text>', 'what the example shows')
    .option('--output', 'keep the answer also where it may be another one next time')
    .option('--no-output', 'keep only the arguments')
    .option('--force', 'save it also where running it again changes something')
    .addHelpText(
      'after',
      `${examples('calls save call_2m0z8k1c4x7a_100000', 'calls save order-17 --title "An order with two items"')}
The example is kept beside the tool file: tools/get-weather.ts has it in tools/get-weather.examples.json.
`,
    )
    .action((...[id, options, command]: [string, Omit<CallsSaveOptions, 'id'>, Command]) =>
      start(command, async () => (await import('./commands/calls/save-call.ts')).callsSave, {
        ...options,
        id,
      }),
    )
}

function addApprovals(program: Command, start: Start): void {
  const approvals = program
    .command('approvals')
    .argument('[id]', 'id of a request, to see it whole')
    .allowExcessArguments()
    .description('list what waits for a person: calls to approve, questions to answer')
    .option('--all', 'also what was answered, or expired')
    .option('--limit <number>', 'at most so many (default: 50)')
    .option('--oldest', 'oldest first')
    .option('--after <position>', 'go on after a page')
    .option('--tool <name>', 'only requests of this tool')
    .addHelpText('after', `${examples('approvals', 'approvals --all', ...answerExamples)}${agentHelp}`)
    .action((...[, options, command]: [unknown, Omit<ApprovalsOptions, 'words'>, Command]) =>
      start(command, async () => (await import('./commands/approvals/list-requests.ts')).approvals, {
        ...options,
        words: command.args,
      }),
    )
  approvals
    .command('show')
    .argument('<id>', 'id of a request')
    .description('show what exactly is asked, by whom and why, and the rule that "always" would save')
    .option('--whole', 'every character, however long it is')
    .addHelpText(
      'after',
      examples('approvals show apr_2m0z8k1c4x7a_100000', 'approvals show apr_2m0z8k1c4x7a_100000 --whole'),
    )
    .action((id: string, options: { whole?: boolean }, command: Command) =>
      start(command, async () => (await import('./commands/approvals/show-request.ts')).approvalsShow, {
        ...options,
        id,
      }),
    )
  addAnswers(approvals, start)
}

function addAnswers(approvals: Command, start: Start): void {
  approvals
    .command('approve')
    .argument('<id>', 'id of a request, as "approvals show" prints it: ID@DIGEST says what was looked at')
    .description('let a call run; without a digest it is shown first, at a terminal')
    .option('--for <whom>', 'once, or from now on for its thread or its agent (default: once)')
    .addHelpText('after', examples(...answerExamples.slice(0, 2)))
    .action((id: string, options: { for?: string }, command: Command) =>
      start(command, async () => (await import('./commands/approvals/answer-request.ts')).approvalsApprove, {
        ...options,
        id,
      }),
    )
  approvals
    .command('reject')
    .argument('<id>', 'id of a request')
    .description('do not let a call run, or decline to answer a question')
    .option('--reason <text>', 'why: the caller is told')
    .addHelpText('after', examples(...answerExamples.slice(2, 3)))
    .action((id: string, options: { reason?: string }, command: Command) =>
      start(command, async () => (await import('./commands/approvals/answer-request.ts')).approvalsReject, {
        ...options,
        id,
      }),
    )
  approvals
    .command('answer')
    .argument('<id>', 'id of a question')
    .argument('[text]', 'the answer; a form has fields instead')
    .description('answer a question of a tool; a form is filled in at a terminal, or by its fields')
    .option('--field <name=value>', 'a field of a form; once for each', collect, [])
    .option('--json <object>', 'the fields of a form as JSON')
    .addHelpText('after', examples(...answerExamples.slice(3)))
    .action((...[id, text, options, command]: [string, string | undefined, AnswerFields, Command]) =>
      start(command, async () => (await import('./commands/approvals/answer-request.ts')).approvalsAnswer, {
        ...options,
        id,
        text,
      }),
    )
}

function addGrants(program: Command, start: Start): void {
  const grants = program
    .command('grants')
    .allowExcessArguments()
    .description('list what people have allowed beyond one call')
    .addHelpText('after', `${examples('grants', 'grants revoke gr_2m0z8k1c4x7a_100000')}${agentHelp}`)
    .action((_options: object, command: Command) =>
      start(command, async () => (await import('./commands/approvals/list-grants.ts')).grants, {
        words: command.args,
      }),
    )
  grants
    .command('revoke')
    .argument('<id>', 'id of a grant')
    .description('take a grant back: such calls are asked about again')
    .addHelpText('after', examples('grants revoke gr_2m0z8k1c4x7a_100000'))
    .action((id: string, _options: object, command: Command) =>
      start(command, async () => (await import('./commands/approvals/list-grants.ts')).grantsRevoke, { id }),
    )
}

const answerExamples: readonly string[] = [
  'approvals approve apr_2m0z8k1c4x7a_100000@3f9a0c52d1e84b67',
  'approvals approve apr_2m0z8k1c4x7a_100000@3f9a0c52d1e84b67 --for thread',
  'approvals reject apr_2m0z8k1c4x7a_100000 --reason "not on a Friday"',
  'approvals answer que_2m0z8k1c4x7a_100001 Rome',
  'approvals answer que_2m0z8k1c4x7a_100002 --field name=Ada --field size=large',
]

interface AnswerFields {
  readonly field: string[]
  readonly json?: string
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

const agentHelp = '\nHere --agent NAME chooses: only what belongs to this agent.\n'

const pruneHelp = `${examples('calls prune --older-than 90d', 'calls prune --before 2026-03-01 --yes')}
What waits, runs or is "unknown" stays, and "calls verify" still holds the rest against the audit chain.
`

const callsHelp = `${examples(
  'calls',
  'calls --tool send_note --since 2h',
  'calls --agent helper --status denied',
  'calls call_2m0z8k1c4x7a_100000',
  'calls --follow',
)}
Here --agent NAME chooses: only calls that this agent made.
`
