/**
 * A hook of runs that is a program, in the form that Claude Code users know: the event as JSON on standard input; exit 2 blocks with
 * standard error as the reason, exit 0 answers with JSON, or with text that the model is told.
 *
 * @module
 */
import type { HookCommand, RunHookContext, RunHookType } from '../../define/index.ts'
import { parseJson, ToolyardError } from '../../kernel/index.ts'
import { type CommandHookHost, runHookCommand } from './command-hook.ts'

const eventNames: Readonly<Record<RunHookType, string>> = {
  RUN_START: 'SessionStart',
  PROMPT_SUBMIT: 'UserPromptSubmit',
  RUN_STOP: 'Stop',
  SUB_AGENT_STOP: 'SubagentStop',
  PRE_COMPACT: 'PreCompact',
  NOTIFICATION: 'Notification',
  RUN_END: 'SessionEnd',
}

export function runHookHandler(
  command: HookCommand,
  timeoutMs: number,
  host: CommandHookHost,
): (context: RunHookContext) => Promise<unknown> {
  return async (context) => {
    const event = eventOf(context, host.workspace)
    const print = await runHookCommand(command, { event, timeoutMs, host })
    if ('blocked' in print) return { action: 'deny', message: print.blocked }
    if (!print.stdout.startsWith('{')) return print.stdout
    const answer = parseJson(print.stdout)
    if ('value' in answer) return answer.value
    throw new ToolyardError('internal', `what hook command "${command.command}" printed ${answer.problem}`)
  }
}

/** There is no `transcript_path`: a conversation is rows of a database. */
function eventOf(context: RunHookContext, cwd: string): object {
  const { type, agent, threadId } = context
  return {
    hook_event_name: eventNames[type],
    session_id: (type === 'SUB_AGENT_STOP' ? context.parentThreadId : undefined) ?? threadId ?? '',
    cwd,
    ...('runId' in context && { run_id: context.runId }),
    ...('parentId' in context && context.parentId !== undefined && { agent_id: context.runId }),
    ...(agent !== undefined && { agent_type: agent }),
    ...(factsOf[type] as (context: RunHookContext) => object)(context),
  }
}

const factsOf: { readonly [T in RunHookType]: (context: RunHookContext<T>) => object } = {
  RUN_START: ({ source, model }) => ({ source, model }),
  PROMPT_SUBMIT: ({ prompt }) => ({ prompt }),
  RUN_STOP: stopFacts,
  SUB_AGENT_STOP: stopFacts,
  PRE_COMPACT: ({ trigger, instructions = '' }) => ({ trigger, custom_instructions: instructions }),
  NOTIFICATION: ({ kind, message, tool, callId, requestId }) => ({
    message,
    notification_type: kind === 'approval' ? 'permission_prompt' : 'elicitation_dialog',
    tool_name: tool,
    tool_use_id: callId,
    request_id: requestId,
  }),
  RUN_END: ({ status, reason, error }) => ({ reason: 'other', status, end_reason: reason, error }),
}

function stopFacts({ isAskedAgain, text }: RunHookContext<'RUN_STOP' | 'SUB_AGENT_STOP'>): object {
  return { stop_hook_active: isAskedAgain, last_assistant_message: text }
}
