/** `toolyard agent run NAME "prompt"`: lets an agent work, and shows what it says and does as it happens. */
import { text as readAll } from 'node:stream/consumers'
import type { LastRunEvent, MessageToRun, StartedRun } from '../../../agents/index.ts'
import { messageOf, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { noticeApprover } from '../../asking/notice-approver.ts'
import { terminalApprover } from '../../asking/terminal-approver.ts'
import { TypedMessages } from '../../asking/typed-messages.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine, shellWord } from '../../terminal/call-words.ts'
import { count } from '../../terminal/layout.ts'
import { type ExitCode, indent, type Terminal } from '../../terminal/terminal.ts'
import { timeSpan } from '../../terminal/times.ts'
import { openYard, waitForServers } from '../../yard/open-yard.ts'
import { cliPrincipal, isInToolCall } from '../../yard/person.ts'
import { withFiles } from './attached-files.ts'
import { RunView } from './run-view.ts'
import { settingsOf } from './run-settings.ts'
import type { AgentRunOptions } from './run.ts'

export const runAgent: CommandRun<AgentRunOptions> = async (options, context) => {
  const { terminal, flags, signal } = context
  const { name, thread, maxSteps, model } = options
  const prompt = options.prompt === '-' ? await readAll(process.stdin) : options.prompt
  const said = await withFiles(prompt, options.file)
  if (prompt.trim() === '' && said === prompt)
    throw new ToolyardError('invalid_arguments', 'the prompt is empty', { hint: 'Say what is to be done.' })
  let opened: ToolService | undefined
  const isAtTerminal = terminal.interactive && !isInToolCall()
  using typed = mayType(options, isAtTerminal && !flags.jsonOutput) ? new TypedMessages() : undefined
  const { yard } = await openYard(context, {
    servers: 'come',
    approver(approvals) {
      if (isAtTerminal) {
        const approver = terminalApprover(terminal, { threadId: thread, yard: () => opened })
        return typed?.around(approver) ?? approver
      }
      return approvals === 'deny' ? undefined : noticeApprover(terminal, approvals === 'wait')
    },
  })
  await using _ = yard
  opened = yard
  const { tools } = await yard.agents.find(name)
  await waitForServers(
    yard,
    terminal,
    tools.map((tool) => tool.name),
  )
  const startedAt = Date.now()
  const run = await yard.runs.start({
    agent: name,
    prompt: said,
    threadId: thread,
    model,
    limits: { ...(maxSteps !== undefined && { maxSteps }) },
    settings: settingsOf(options),
    principal: cliPrincipal,
    signal,
  })
  const say = (message: MessageToRun): Promise<unknown> => yard.runs.say(run.runId, message)
  const last = flags.jsonOutput
    ? await printEvents(run, terminal)
    : await show(run, terminal, typed && { typed, say })
  await run.done
  if (!flags.jsonOutput) tellEnd(last, terminal, { name, run, ms: Date.now() - startedAt })
  return exitCodeOf(last)
}

async function printEvents({ events }: StartedRun, terminal: Terminal): Promise<LastRunEvent> {
  for await (const event of events) {
    terminal.printJsonLine(event)
    if (event.type === 'done' || event.type === 'error') return event
  }
  throw new ToolyardError('internal', 'the run ended without a last event')
}

/** Only if nothing else is read there. */
function mayType({ prompt }: AgentRunOptions, isAtTerminal: boolean): boolean {
  return isAtTerminal && process.stdin.isTTY && prompt !== '-'
}

interface Talk {
  readonly typed: TypedMessages
  readonly say: (message: MessageToRun) => Promise<unknown>
}

/** Lines go to the run as they are typed. One that begins with `!` interrupts. */
function listen(view: RunView, { typed, say }: Talk): void {
  view.tell('Type a line to tell it something while it works; begin it with ! to interrupt.')
  typed.start({
    typing: (line) => view.typing(line),
    said(line) {
      const interrupt = line.startsWith('!')
      const text = interrupt ? line.slice(1).trim() : line
      if (text === '') return
      view.tell(`${interrupt ? 'told at once' : 'queued'}: ${oneLine(text, 200)}`)
      say({ text, interrupt }).catch((error: unknown) => view.tell(`not said: ${messageOf(error)}`))
    },
  })
}

async function show(
  { events }: StartedRun,
  terminal: Terminal,
  talk: Talk | undefined,
): Promise<LastRunEvent> {
  using view = new RunView(terminal)
  if (talk) listen(view, talk)
  let said = ''
  for await (const event of events) {
    view.show(event)
    if (event.type === 'text') said += event.delta
    if (event.type === 'done' || event.type === 'error') {
      // The answer is the result of a tool, which the model has not said.
      if (event.type === 'done' && event.reason === 'stop_condition' && !said.endsWith(event.text))
        terminal.print(visibleText(event.text))
      return event
    }
  }
  throw new ToolyardError('internal', 'the run ended without a last event')
}

interface EndedRun {
  readonly name: string
  readonly run: StartedRun
  readonly ms: number
}

const reasons: Readonly<Record<string, string>> = {
  cut_off: 'the last answer is not whole: it reached the longest that the service gives',
  refused: 'the model, or its service, refused to answer',
  loop: 'stopped: the agent made the same calls again and again',
  invalid_output: 'the answer is not the data that was asked for',
  max_steps: 'stopped at the most steps that it may take (--max-steps, or maxSteps of its settings)',
  token_budget: 'stopped at its budget of tokens',
  cost_budget: 'stopped at its budget of costs',
  stopped: 'stopped',
}

function tellEnd(last: LastRunEvent, { note, noteStyle }: Terminal, { name, run, ms }: EndedRun): void {
  if (last.type === 'error') {
    note(`${noteStyle('red', `${last.error.code}:`)} ${visibleText(last.error.message)}`)
    if (last.error.hint !== undefined) note(indent(visibleText(last.error.hint)))
  } else if (reasons[last.reason] !== undefined) note(noteStyle('yellow', reasons[last.reason] ?? ''))
  for (const { path, bytes, exists } of last.files ?? [])
    note(noteStyle('dim', `file ${visibleText(path)}${exists ? ` (${bytes} bytes)` : ' (gone)'}`))
  const { steps, inputTokens, outputTokens, cost } = last.usage
  const facts = [
    count(steps, 'step'),
    `${inputTokens + outputTokens} tokens`,
    ...(cost === undefined ? [] : [`cost ${cost.toFixed(4)}`]),
    timeSpan(ms),
  ]
  note(noteStyle('dim', `${facts.join(', ')}; run ${run.runId}`))
  note(
    noteStyle('dim', `go on: toolyard agent run ${shellWord(name)} --thread ${shellWord(run.threadId)} "…"`),
  )
}

function exitCodeOf(last: LastRunEvent): ExitCode {
  if (last.type === 'done') return last.reason === 'finished' || last.reason === 'stop_condition' ? 0 : 1
  return last.error.code === 'invalid_config' ? 2 : 1
}
