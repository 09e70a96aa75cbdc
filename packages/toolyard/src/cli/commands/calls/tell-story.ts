/** `toolyard calls ID`: one call's story, from the door through which it came to how it ended. */
import { textOf } from '../../../define/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CallRecord, InboxEntry } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { callerText, oneLine, statusText } from '../../terminal/call-words.ts'
import { wrapped } from '../../terminal/layout.ts'
import { factTable, table } from '../../terminal/table.ts'
import { indent, type Terminal } from '../../terminal/terminal.ts'
import { ago, dayTime, timeSpan } from '../../terminal/times.ts'
import { isInToolCall } from '../../yard/person.ts'
import { followBackground, followRunning, printBackground } from './background-call.ts'
import { callsTable } from './calls-rows.ts'
import { openJournal, requireCall } from './open-journal.ts'
import type { CallsShowOptions } from './show.ts'

/** Lines of arguments and of an answer that are shown; a machine gets all of them. */
const mostLines = 60
const mostInside = 100
/** Steps of which the tool has been started when they happen. */
const later: readonly string[] = ['execute', 'settle', 'post-hooks']

interface Story {
  readonly call: CallRecord
  /** What people were asked about it, oldest first. */
  readonly requests: readonly InboxEntry[]
  /** Calls that it made, oldest first. */
  readonly inside: readonly CallRecord[]
  readonly version: Awaited<ReturnType<ToolService['catalogue']['versionOf']>>
}

export const tellStory: CommandRun<CallsShowOptions> = async ({ id, follow }, context) => {
  const { terminal, flags } = context
  const { yard, journal } = await openJournal(context)
  await using _ = yard
  const background = await yard.background.find(id)
  if (background && follow) return await followBackground(yard, id, context)
  const ended = await journal.find(id)
  if (follow && (!ended || ended.status === 'running')) {
    const code = await followRunning(yard, id, context)
    if (code !== undefined) return code
  }
  if (background && !(await journal.find(id))) {
    if (flags.jsonOutput) terminal.printJson({ background })
    else printBackground(background, terminal)
    return 0
  }
  const call = await requireCall(journal, id)
  const story: Story = {
    call,
    requests: (await yard.inbox.list({ callId: id })).toReversed(),
    inside: (await journal.list({ parentId: id, limit: mostInside })).toReversed(),
    version: await yard.catalogue.versionOf(call),
  }
  const { stack: _stack, ...shown } = call
  if (flags.jsonOutput)
    terminal.printJson({ ...story, call: isInToolCall() ? shown : call, version: story.version ?? null })
  else printStory(story, terminal)
  return 0
}

function printStory(story: Story, terminal: Terminal): void {
  const { call, inside } = story
  const { print, style } = terminal
  const isOver = !['running', 'pending', 'unknown'].includes(call.status)
  const took = isOver ? ` in ${timeSpan(call.durationMs)}` : ''
  print(`${style('bold', oneLine(call.tool))}  ${statusText(call.status, style)}${took}`)
  print(factTable(factsOf(story), terminal))
  section('arguments', shortened(pretty(call.input)), terminal)
  const inner = { style, tableColumns: terminal.tableColumns - 2 }
  const events = eventsOf(call).map(([at, step, text]) => [style('dim', at), step, text])
  section('what happened', table(events, [{}, {}, { least: 24, wraps: true }], inner), terminal)
  printEnd(call, terminal)
  if (call.stack !== undefined && !isInToolCall()) section('stack', visibleText(call.stack), terminal)
  if (inside.length > 0) section('calls inside it', callsTable(inside, inner), terminal)
}

type Line = readonly [name: string, text: string]
type Happening = readonly [at: string, step: string, text: string]

function factsOf({ call, requests, version }: Story): Line[] {
  const facts: (Line | undefined)[] = [
    ['call', oneLine(call.id, 200)],
    [
      'came',
      `${dayTime(call.startedAt)}, ${ago(call.startedAt, Date.now())}, through ${oneLine(call.origin)}`,
    ],
    ['from', callerText(call)],
    call.parentId === undefined ? undefined : ['inside', `call ${oneLine(call.parentId, 200)}`],
    ['tool', toolText(call, version)],
    call.explanation === undefined ? undefined : ['says', `"${oneLine(call.explanation, 500)}"`],
    call.decision === undefined ? undefined : ['decided', decisionText(call.decision)],
    ...requests.map((item): Line => ['asked', requestText(item)]),
  ]
  return facts.filter((fact) => fact !== undefined)
}

function toolText(call: CallRecord, version: Story['version']): string {
  if (call.fingerprint === '') return 'none of that name'
  const print = `fingerprint ${call.fingerprint.slice(0, 12)}`
  if (version?.called === undefined) return `${call.permission}, ${print}`
  const changed = version.called === version.current ? '' : `; it is at version ${version.current} now`
  return `${call.permission}, version ${version.called}, ${print}${changed}`
}

/** `RULE: EFFECT`, as the journal keeps it. */
function decisionText(decision: string): string {
  const at = decision.lastIndexOf(': ')
  return at < 0
    ? oneLine(decision, 300)
    : `${oneLine(decision.slice(at + 2), 200)} [${oneLine(decision.slice(0, at), 300)}]`
}

function requestText({ id, kind, status, text, answer, by, createdAt, answeredAt }: InboxEntry): string {
  const asked = kind === 'question' ? `${id}: "${oneLine(text, 200)}"` : id
  const said =
    by === undefined
      ? `nobody has answered (${status})`
      : `${oneLine(by)} ${kind === 'question' ? 'answered' : verbOf(status)}${answer === undefined ? '' : ` "${oneLine(answer, 200)}"`}`
  const wait = answeredAt === undefined ? '' : `, after ${timeSpan(answeredAt - createdAt)}`
  return `${asked}  ${said}${wait}`
}

function verbOf(status: InboxEntry['status']): string {
  return status === 'rejected' ? 'rejected it' : 'approved it'
}

/** What the journal knows between coming and ending, each with the time since it came. */
function eventsOf(call: CallRecord): Happening[] {
  const steps = call.steps ?? []
  const line = ({ at, step, text }: (typeof steps)[number]): Happening => [
    timeSpan(at),
    step,
    oneLine(text, 400),
  ]
  return [
    ['0 ms', 'came in', dayTime(call.startedAt)],
    ...steps.filter(({ step }) => !later.includes(step)).map(line),
    ['', 'start', startText(call)],
    ...steps.filter(({ step }) => later.includes(step)).map(line),
    endLine(call),
  ]
}

function startText({ status, ran }: CallRecord): string {
  const isOpen = status === 'running' || status === 'unknown'
  return isOpen
    ? 'what it would do was written down, and the tool was started'
    : (ran ?? true)
      ? 'the tool was started'
      : 'the tool was never started'
}

function endLine({ status, startedAt, durationMs }: CallRecord): Happening {
  if (status === 'running') return [timeSpan(Date.now() - startedAt), 'end', 'it is still running']
  if (status === 'unknown')
    return ['', 'end', 'its process ended before it did: nobody knows whether it did its work']
  return [timeSpan(durationMs), 'end', `${dayTime(startedAt + durationMs)}, ${status}`]
}

function printEnd({ result }: CallRecord, terminal: Terminal): void {
  if (!result) return
  const { style } = terminal
  const { error, handle } = result
  if (error) {
    const said = [`${style('red', error.code)}: ${visibleText(error.message)}`]
    if (error.hint !== undefined) said.push(style('dim', visibleText(error.hint)))
    section('error', shortened(wrapped(said.join('\n'), terminal.tableColumns - 2)), terminal)
    return
  }
  const text = textOf(result)
  const isJson = typeof result.data === 'object' && text === JSON.stringify(result.data)
  section('result', shortened(visibleText(isJson ? pretty(result.data) : text)), terminal)
  if (handle !== undefined)
    terminal.print(style('dim', `  The whole of it: toolyard call read_result handle=${handle}`))
}

function section(title: string, text: string, { print, style }: Terminal): void {
  print(`\n${style('bold', title)}\n${indent(text)}`)
}

function pretty(value: unknown): string {
  return visibleText(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'none'))
}

function shortened(text: string): string {
  const lines = text.split('\n')
  if (lines.length <= mostLines) return text
  return `${lines.slice(0, mostLines).join('\n')}\n… ${lines.length - mostLines} more lines (all of them with --json-output)`
}
