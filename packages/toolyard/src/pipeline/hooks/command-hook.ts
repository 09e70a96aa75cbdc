/**
 * A hook that is a program, in the form that Claude Code users know.
 *
 * The call goes in as JSON on standard input; exit 0 with JSON on standard output answers, exit 0 with nothing goes on,
 * exit 2 blocks with standard error as the reason. Anything else is a failure of the hook.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { HookAction, HookCommand, HookContext, HookHandler, HookType } from '../../define/index.ts'
import { type CommandRequest, runCommand, type TrustGate } from '../../host/index.ts'
import { isPlainObject, parseJson, ToolyardError } from '../../kernel/index.ts'
import { readHookAnswer } from './hook-answer.ts'

const eventNames: Record<HookType, string> = {
  PRE_TOOL_USE: 'PreToolUse',
  POST_TOOL_USE: 'PostToolUse',
  TOOL_ERROR: 'PostToolUseFailure',
  TOOL_SKIP: 'ToolSkip',
}

export interface CommandHookHost {
  readonly workspace: string
  readonly environment: NodeJS.ProcessEnv
  readonly trust?: TrustGate | undefined
  /** Makes a text fit for models and people: without secrets and control characters. */
  readonly clean?: ((text: string) => string) | undefined
}

/** What became of a program: it blocks, or it has printed something. */
export type HookPrint = { readonly blocked: string } | { readonly stdout: string }

interface HookRun {
  readonly event: object
  readonly timeoutMs: number
  readonly host: CommandHookHost
}

/** Throws if it fails. */
export async function runHookCommand(
  command: HookCommand,
  { event, timeoutMs, host }: HookRun,
): Promise<HookPrint> {
  const cwd = resolve(command.cwd ?? host.workspace)
  const argv = [command.command, ...(command.args ?? [])]
  const env = await host.trust?.command({ name: 'hook', argv, cwd, env: command.env })
  const request: CommandRequest = {
    ...command,
    ...(env && { env: { ...command.env, ...env } }),
    cwd,
    stdin: JSON.stringify(event),
    timeoutMs,
  }
  const { exitCode, stdout, stderr, timedOut, isCut, problem } = await runCommand(request, host)
  const name = `hook command "${command.command}"`
  if (problem) throw new ToolyardError('internal', `${name} could not be started: ${problem}`)
  if (timedOut) throw new ToolyardError('timeout', `${name} took longer than ${timeoutMs} ms`)
  if (exitCode === 2) return { blocked: stderr.trim() }
  if (exitCode !== 0)
    throw new ToolyardError(
      'internal',
      `${name} ended with exit code ${String(exitCode)}: ${stderr.trim().slice(0, 500)}`,
    )
  if (isCut) throw new ToolyardError('internal', `${name} printed too much to be read`)
  return { stdout: stdout.trim() }
}

export function commandHandler(command: HookCommand, timeoutMs: number, host: CommandHookHost): HookHandler {
  return async (context) => {
    const event = eventOf(context, host.workspace)
    const print = await runHookCommand(command, { event, timeoutMs, host })
    if ('blocked' in print) {
      const message = print.blocked || `hook command "${command.command}" blocked the call`
      return { action: 'deny', message }
    }
    const answer = answerIn(print.stdout)
    if (!answer || 'value' in answer) return answer?.value
    throw new ToolyardError('internal', `what hook command "${command.command}" printed ${answer.problem}`)
  }
}

/** So many places below other lines are looked at, from the end. */
const mostPlaces = 100

/**
 * JSON; undefined if there is other text. Below other lines an answer counts where it holds the call back: those lines
 * may repeat words of the call, which must not allow or change anything.
 */
function answerIn(text: string): ReturnType<typeof parseJson> | undefined {
  if (text.startsWith('{')) return parseJson(text)
  const places = [...text.matchAll(/^[{[]/gm)].map(({ index }) => index)
  for (const place of places.slice(-mostPlaces)) {
    const parsed = parseJson(text.slice(place))
    const action = 'value' in parsed ? actionIn(parsed.value) : undefined
    if (action === 'deny' || action === 'ask') return parsed
    if (action === 'modify' || action === 'skip') return { problem: 'has other text before its answer' }
  }
  return undefined
}

function actionIn(value: unknown): HookAction | undefined {
  if (Array.isArray(value)) return value.some((item) => actionIn(item) !== undefined) ? 'modify' : undefined
  if (!isPlainObject(value)) return undefined
  try {
    return readHookAnswer(value).action
  } catch {
    return undefined
  }
}

function eventOf(context: HookContext, cwd: string): object {
  return {
    hook_event_name: eventNames[context.type],
    session_id: context.threadId ?? '',
    cwd,
    tool_name: context.tool,
    tool_input: context.arguments,
    tool_use_id: context.callId,
    ...(context.result && { tool_response: context.result }),
    ...(context.error && { error: context.error.message }),
  }
}
