/**
 * Mode `plain`: a process for each call, its arguments in the command, standard output is the result.
 *
 * Where the tool promises structured output, that output is read as JSON; else it is text, passed on as it comes. Of output
 * without end the first and the last part are kept, as they are of a command of `bash`.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { ProgramOutcome } from '../../../host/index.ts'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import { OutputFeed, OutputLog } from '../../../host/proc/output/index.ts'
import { LastWords } from './last-words.ts'
import { failureOf, type ProgramCall, requestOf } from './program-call.ts'

const limits = { whole: 64_000_000, head: 2_000_000, tail: 2_000_000 }

export async function* runPlain(call: ProgramCall): AsyncGenerator<unknown, unknown, undefined> {
  const { context, facts, tool } = call
  const input = call.input as Readonly<Record<string, unknown>>
  const request = await requestOf(call, input)
  const log = new OutputLog(limits)
  const feed = new OutputFeed(context.clock)
  const words = new LastWords()
  const program = context.host.programs.start({
    ...request,
    env: { ...request.env, TOOLYARD_CALL_ID: context.callId },
    stdin: facts.stdin === undefined ? undefined : textOf(input[facts.stdin]),
    signal: context.signal,
    reuseBuffer: true,
    onOutput(chunk, stream) {
      if (stream === 'stderr') return words.add(chunk)
      log.push(chunk)
      return tool.output ? undefined : feed.push(chunk)
    },
  })
  try {
    void program.exited.then(() => feed.close())
    for (let text = await feed.next(); text !== undefined; text = await feed.next()) yield text
    const outcome = await program.exited
    context.signal.throwIfAborted()
    const { total } = log
    const text = await log.take({ isLast: true })
    checkOutcome(call, outcome, words.tell() === '' ? { words: wordsOf(text), from: 'output' } : { words })
    return tool.output ? dataOf(text, total, tool.manifest.name) : text
  } finally {
    feed.close()
    await program.stop()
    log.close()
  }
}

function checkOutcome(
  call: ProgramCall,
  outcome: ProgramOutcome,
  said: Parameters<typeof failureOf>[2],
): void {
  const { okExitCodes = [0] } = call.facts
  const { exitCode, problem } = outcome
  if (problem === undefined && exitCode !== null && okExitCodes.includes(exitCode)) return
  throw failureOf(call, outcome, said)
}

function wordsOf(text: string): LastWords {
  const words = new LastWords()
  words.add(Buffer.from(text.slice(-4000)))
  return words
}

/** What is written to standard input: a text as it is, everything else as JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function dataOf(text: string, total: number, name: string): unknown {
  if (total > limits.whole)
    throw new ToolyardError(
      'invalid_output',
      `"${name}" printed ${total} bytes; at most ${limits.whole} are read as JSON`,
      {
        hint: 'Ask for less.',
      },
    )
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ToolyardError('invalid_output', `"${name}" did not print JSON: ${messageOf(error)}`, {
      hint: 'This is a fault of the tool, not of the call: its manifest promises structured output.',
    })
  }
}
