/**
 * Runs a command for a shell tool: streams what it prints, answers when it ends, when it has had its time, or when it is to
 * go on without the call.
 *
 * @module
 */
import { relative } from 'node:path'
import type { ToolContext } from '../../../define/index.ts'
import type { ProgramOutcome } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type AnswerWith, answerWith } from '../../output-lib/answer-with.ts'
import { gitEnvironment } from '../git/safe-settings.ts'
import type { Session } from './session.ts'
import { noteOf, tellLeftovers, tellTime, withNote } from './session-text.ts'
import { type Sessions, sessionsOf } from './sessions.ts'
import { defaultTimeoutMs, type ShellInput } from './shell-input.ts'
import { factsOf, type ShellFacts, type ShownOutput, shownOutput } from './shell-output.ts'

/** Processes that one command may have at once. */
const maxProcesses = 64
/** Characters of the output that an error shows. */
const errorCharacters = 12_000
/** How long a command in the background has to fail at once. */
const backgroundMs = 30

/** One answer: text for the model, facts for programs. */
type ShellAnswer = AnswerWith<ShellFacts & ShownOutput>

export async function* runShell(
  argv: readonly string[],
  input: ShellInput,
  context: ToolContext,
): AsyncGenerator<string, ShellAnswer, undefined> {
  const sessions = await sessionsOf(context)
  checkCommand(input.command)
  const mayGoOn = input.background || input.yield_time_ms !== undefined
  if (mayGoOn) sessions.checkRoom()
  const timeoutMs = input.timeout_ms ?? (mayGoOn ? undefined : defaultTimeoutMs)
  const cwd = workdirOf(context, input.workdir)
  const session = sessions.start(context.host, {
    command: input.command,
    request: {
      argv,
      cwd,
      env: gitEnvironment(context.host.programs.reach),
      stdin: input.stdin,
      interactive: mayGoOn,
      timeoutMs,
      maxProcesses,
    },
  })
  const call = new WaitingCall(session, input, context)
  try {
    yield* call.output()
    return await answer({ session, sessions, call, context, timeoutMs })
  } finally {
    call.end()
    if (!call.isLeaving) session.close()
  }
}

/** The time in which a call waits for its program: ended by the program, by its own patience, or from outside. */
class WaitingCall {
  readonly #session: Session
  readonly #signal: AbortSignal
  readonly #abort: () => void
  #isLeaving = false
  #timer: { cancel(): void } | undefined

  constructor(session: Session, { background, yield_time_ms }: ShellInput, { clock, signal }: ToolContext) {
    this.#session = session
    this.#signal = signal
    this.#abort = () => void session.program.stop()
    signal.addEventListener('abort', this.#abort, { once: true })
    if (signal.aborted) this.#abort()
    else if (background || yield_time_ms !== undefined)
      this.#timer = clock.after(background ? backgroundMs : (yield_time_ms ?? 0), () => this.#leave())
  }

  /** Whether the call ends before its program does. */
  get isLeaving(): boolean {
    return this.#isLeaving
  }

  async *output(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = await this.#session.feed.next()
      if (text === undefined) return
      yield text
    }
  }

  /** A call whose stream is not read to its end also ends its program. */
  end(): void {
    this.#timer?.cancel()
    this.#signal.removeEventListener('abort', this.#abort)
    if (!this.#isLeaving && !this.#session.outcome) this.#abort()
  }

  #leave(): void {
    this.#isLeaving = true
    this.#session.feed.close()
  }
}

interface SessionWait {
  readonly session: Session
  readonly sessions: Sessions
  readonly call: WaitingCall
  readonly context: ToolContext
  readonly timeoutMs: number | undefined
}

async function answer({ session, sessions, call, context, timeoutMs }: SessionWait): Promise<ShellAnswer> {
  const { programs, secrets } = context.host
  const { level } = await programs.sandbox()
  if (call.isLeaving && !session.outcome) {
    sessions.keep(session)
    const facts = { ...factsOf(session), session_id: session.id, sandbox: level }
    const note = `still running after ${tellTime(session.ageMs)} as session "${session.id}": process reads, writes to, waits for and ends it`
    const sofar = await session.read()
    return answerWith(withNote(sofar, note), { ...shownOutput(sofar, secrets), ...facts })
  }
  const outcome = await session.program.exited
  context.signal.throwIfAborted()
  const output = await session.read()
  checkOutcome(outcome, output, timeoutMs)
  const left = tellLeftovers(outcome, (path) => relative(context.workspace, path))
  const text = withNote(output, noteOf(outcome, level))
  return answerWith(left === undefined ? text : withNote(text, left), {
    ...shownOutput(output, secrets),
    ...factsOf(session),
    sandbox: level,
    ...(left !== undefined && { notes: [left] }),
  })
}

/** What ended before its time is an error that shows how far it came. */
function checkOutcome(
  { timedOut, problem, exitCode, signal }: ProgramOutcome,
  output: string,
  timeoutMs = 0,
): void {
  const sofar =
    output === '' ? 'It printed nothing.' : `Its output ended with:\n${output.slice(-errorCharacters)}`
  if (timedOut) {
    const message = `the command did not finish within ${timeoutMs} ms and was ended, with everything it started. ${sofar}`
    throw new ToolyardError('timeout', message, {
      hint: 'Raise timeout_ms, or run it with background: true and wait for it with process.',
    })
  }
  if (problem === undefined) return
  if (exitCode === null && signal === null && output === '')
    throw new ToolyardError('unavailable', `the command could not be run: ${problem}`)
  throw new ToolyardError('tool_failed', `${problem}. ${sofar}`)
}

function checkCommand(command: string): void {
  if (command.includes('\0'))
    throw new ToolyardError('invalid_arguments', 'command: there is a NUL character in it', {
      hint: 'Write \\0 in the notation of the program that shall read it.',
    })
}

function workdirOf({ host, workspace }: ToolContext, workdir: string | undefined): string {
  if (workdir === undefined) return workspace
  const { path, shown, exists } = host.files.resolve(workdir)
  if (!exists)
    throw new ToolyardError('not_found', `workdir: there is no folder "${shown}"`, {
      hint: 'Give a folder inside the workspace, or leave workdir out.',
    })
  return path
}
