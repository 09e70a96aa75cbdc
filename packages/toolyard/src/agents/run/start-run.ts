/**
 * What a run is started with and what the caller gets back; and the checks of a request before anything is written.
 *
 * @module
 */
import { type StandardSchema, toToolSchema } from '../../define/index.ts'
import { isPlainObject, type JsonSchema, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Approver } from '../../pipeline/index.ts'
import type { RunPlan, RunRecord } from '../../store/index.ts'
import { checkNamedTools, checkOverrides } from '../agent-settings.ts'
import type { Agent } from '../bound-tools.ts'
import type { RunOverrides } from '../step-settings.ts'
import type { Prompt } from './attachments/index.ts'
import type { LiveRun } from './live-run.ts'
import type { RunEvent, RunFile } from './run-event.ts'
import type { RunGround } from './run-ground.ts'
import type { RunLimits, Runner } from './runner.ts'

export interface StartRun<Output = unknown> {
  /** Name or id. */
  readonly agent: string
  /** A text, or parts of which some are pictures and files. */
  readonly prompt: Prompt
  /** Of the caller's choosing: a run is started once under it, in whichever process. Throws `duplicate_call`. */
  readonly runId?: string | undefined
  /** A conversation to go on with, or to begin under this id; a new one by default. */
  readonly threadId?: string | undefined
  /** Instead of the agent's own. */
  readonly model?: string | undefined
  readonly limits?: Partial<RunLimits> | undefined
  /** Instead of the agent's own. Throws `invalid_arguments` if something is wrong in them. */
  readonly settings?: RunOverrides | undefined
  /** The last answer is to be data of this form: a schema of Zod or another Standard Schema, or JSON Schema. */
  readonly output?: StandardSchema<unknown, Output> | JsonSchema | undefined
  readonly principal?: string | undefined
  /** Who can be asked about its calls beside those who always are. */
  readonly person?: Approver | undefined
  readonly signal?: AbortSignal | undefined
}

export interface StartedRun<Output = unknown> {
  readonly runId: string
  readonly threadId: string
  /** To be read by one reader; `follow` gives more. */
  readonly events: AsyncIterable<RunEvent>
  /** How it ended, wherever that was. Never rejects. A run that goes on elsewhere is followed once this is asked for. */
  readonly done: Promise<
    RunRecord & { readonly output?: Output; readonly files?: readonly RunFile[] | undefined }
  >
  /** Resolves when it has ended here or goes on elsewhere: then it waits. */
  readonly gone: Promise<void>
}

/** A run that waits costs its starter nothing: its end is looked for once someone asks. */
export function startedRun<Output>(
  facts: Omit<StartedRun, 'done'>,
  endOf: () => Promise<RunRecord>,
): StartedRun<Output> {
  let done: StartedRun<Output>['done'] | undefined
  return {
    ...facts,
    get done() {
      // The runner has held the data to the schema.
      return (done ??= endOf() as StartedRun<Output>['done'])
    },
  }
}

/** For runs below others. */
export interface Lineage {
  readonly parent: LiveRun | undefined
  readonly parentThreadId: string | undefined
  readonly above: readonly string[]
  readonly reports: boolean
  /** The policy mode of who starts it, if that came from elsewhere. */
  readonly mode?: string | undefined
  readonly label?: string | undefined
  readonly batch?: string | undefined
  /** The call that starts it, as the journal has it. */
  readonly callId?: string | undefined
}

export const noLineage: Lineage = { parent: undefined, parentThreadId: undefined, above: [], reports: false }

interface NewRun {
  readonly lineage: Lineage
  readonly agent: Agent
  readonly model: string
  readonly limits: RunLimits
  readonly output: JsonSchema | undefined
}

export function recordOf(
  { ids, clock, workspace, policy, observers }: RunGround,
  request: StartRun,
  { lineage, agent, model, limits, output }: NewRun,
): RunRecord & { readonly plan: RunPlan } {
  const { parent, parentThreadId, above, reports } = lineage
  const id = request.runId ?? ids.next('run')
  const { mode } = policy.within(lineage.mode ?? policy.mode)
  const trace = observers.place(lineage.callId)
  return {
    id,
    agent: agent.name,
    threadId: request.threadId ?? ids.next('thread'),
    principal: request.principal,
    task: '',
    label: lineage.label,
    parentId: parent?.id,
    parentThreadId,
    callId: lineage.callId,
    rootId: parent?.record.rootId ?? id,
    batch: lineage.batch,
    depth: (parent?.record.depth ?? (parentThreadId === undefined ? -1 : 0)) + 1,
    status: 'running',
    attempt: 1,
    plan: {
      workspace,
      model,
      limits,
      above,
      reports,
      mode,
      ...(output && { output }),
      ...(trace !== undefined && { trace }),
      ...(request.settings && { settings: { ...request.settings } }),
    },
    steps: 0,
    inputTokens: 0,
    outputTokens: 0,
    model,
    startedAt: clock.wall(),
  }
}

/** The agent with what was given to this run alone. */
export function agentFor(agent: Agent, { settings }: Pick<StartRun, 'settings'>): Agent {
  if (settings === undefined) {
    checkNamedTools(agent)
    return agent
  }
  return checkOverrides(agent, settings)
}

/** What is not written down can't be taken up elsewhere. */
export function staysHere({ settings }: Pick<StartRun, 'settings'>): boolean {
  return settings !== undefined && Object.values(settings).some((value) => typeof value === 'function')
}

/** As JSON Schema, so that another process can go on with it. */
export function outputOf(request: StartRun, agent: Agent): JsonSchema | undefined {
  const asked = request.output ?? agent.settings['output']
  if (asked === undefined) return requireNoOutput(agent)
  try {
    return toToolSchema(asked, { side: 'output' }).json
  } catch (error) {
    throw new ToolyardError('invalid_arguments', `output: ${messageOf(error)}`, {
      hint: 'Give a schema of Zod, or JSON Schema.',
    })
  }
}

/** There is nothing to wait for. */
function requireNoOutput({ name, settings: { stopWhen } }: Agent): undefined {
  if (isPlainObject(stopWhen) && stopWhen['output'] === true)
    throw new ToolyardError(
      'invalid_arguments',
      `the run of agent "${name}": stopWhen.output waits for data, and the run is asked for none`,
      { hint: 'Give output, a schema of Zod or JSON Schema, or leave stopWhen.output out.' },
    )
}

export function modelOf({ name }: Agent, model: string | undefined): string {
  if (model !== undefined) return model
  throw new ToolyardError('invalid_config', `agent "${name}" has no model`, {
    says: { key: 'noModel', values: [name] },
    hint: `Name one: toolyard agent update "${name}" --model PROVIDER/MODEL; or agents.model in the configuration for all.`,
  })
}

export function othersThread(threadId: string, agent: string): ToolyardError {
  return new ToolyardError('conflict', `thread "${threadId}" is a conversation of agent "${agent}"`, {
    hint: 'Begin another thread, or go on with that agent.',
  })
}

export function startedBefore(runId: string): ToolyardError {
  return new ToolyardError('duplicate_call', `run "${runId}" was started before`, {
    hint: 'See how it stands with GET /api/runs/ID, or give every run an id of its own.',
  })
}

/** Only what needs this process runs in one that does not work. */
export function goesElsewhere(
  { isWorking, isDurable }: Pick<RunGround, 'isWorking' | 'isDurable'>,
  { person, signal }: StartRun,
  { parent }: Lineage,
): boolean {
  return isDurable && !isWorking && !person && !signal && !parent
}

/** Whether it may wait for people without a process. */
export function mayPark(
  { parks, isDurable }: Pick<RunGround, 'parks' | 'isDurable'>,
  runner: Runner,
  { person, parent }: Pick<StartRun, 'person'> & Partial<Pick<Lineage, 'parent'>>,
): boolean {
  return parks && isDurable && !person && runner.parks === true && (parent?.parks ?? true)
}
