/**
 * A hook that is a program, in the form that Claude Code users know.
 *
 * The call goes in as JSON on standard input; exit 0 with JSON on standard output answers, exit 0 with nothing goes on,
 * exit 2 blocks with standard error as the reason. Anything else is a failure of the hook.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { HookCommand, HookContext, HookHandler, HookType } from '../../define/index.ts'
import { type CommandRequest, runCommand, type TrustGate } from '../../host/index.ts'
import { parseJson, ToolyardError } from '../../kernel/index.ts'

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
}

export function commandHandler(command: HookCommand, timeoutMs: number, host: CommandHookHost): HookHandler {
  return async (context) => {
    const cwd = resolve(command.cwd ?? host.workspace)
    const argv = [command.command, ...(command.args ?? [])]
    const env = await host.trust?.command({ name: 'hook', argv, cwd, env: command.env })
    const request: CommandRequest = {
      ...command,
      ...(env && { env: { ...command.env, ...env } }),
      cwd,
      stdin: JSON.stringify(eventOf(context, host.workspace)),
      timeoutMs,
    }
    const { exitCode, stdout, stderr, timedOut, problem } = await runCommand(request, host.environment)
    if (problem)
      throw new ToolyardError(
        'internal',
        `hook command "${command.command}" could not be started: ${problem}`,
      )
    if (timedOut)
      throw new ToolyardError('timeout', `hook command "${command.command}" took longer than ${timeoutMs} ms`)
    if (exitCode === 2)
      return {
        action: 'deny',
        message: stderr.trim() || `hook command "${command.command}" blocked the call`,
      }
    if (exitCode !== 0)
      throw new ToolyardError(
        'internal',
        `hook command "${command.command}" ended with exit code ${String(exitCode)}: ${stderr.trim().slice(0, 500)}`,
      )
    const text = stdout.trim()
    if (!text.startsWith('{')) return undefined
    const parsed = parseJson(text)
    if ('value' in parsed) return parsed.value
    throw new ToolyardError('internal', `what hook command "${command.command}" printed ${parsed.problem}`)
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
