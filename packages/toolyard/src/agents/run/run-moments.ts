/**
 * The moments of a run at which hooks are asked or told: its prompt, its start, when its model has nothing more to do, its end.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { RunRecord, ThreadMessage } from '../../store/index.ts'
import type { RunGround } from './run-ground.ts'

/** Who says it in the conversation. */
const hookName = 'hook'
/** How often hooks may ask one run to go on. */
const mostStops = 3

/** Why nobody knows what became of a run. */
export const lostProcess = 'the process that ran it has ended'

type Moment = Pick<RunGround, 'hooks' | 'ids' | 'clock' | 'store'>

/**
 * What the model is told before the prompt, if hooks say something; `words` are the prompt with what is attached to it. Throws
 * `denied_by_hook`. Tasks of sub-agents are no prompts.
 */
export async function submitPrompt(
  ground: Moment,
  record: RunRecord,
  words: string,
): Promise<readonly ThreadMessage[]> {
  if (record.parentThreadId !== undefined) return []
  const context = await contextOf(ground, record, words)
  return context === undefined ? [] : [messageOf(ground, record, context)]
}

/** The same for what a person says to a run that goes on: what hooks add before it, if they do. */
export async function submitMessage(ground: Moment, record: RunRecord, words: string): Promise<string> {
  const context = await contextOf(ground, record, words)
  return context === undefined ? '' : `${context}\n\n`
}

async function contextOf({ hooks }: Moment, record: RunRecord, prompt: string): Promise<string | undefined> {
  const { blocked, context } = await hooks.ask('PROMPT_SUBMIT', { ...factsOf(record), prompt })
  if (blocked !== undefined)
    throw new ToolyardError('denied_by_hook', blocked, { hint: 'A hook refused the prompt.' })
  return context === undefined ? undefined : `[A hook adds:]\n${context}`
}

/** What hooks have to say to the model at the start; empty if nothing. */
export async function startContext(
  { hooks }: Moment,
  record: RunRecord,
  { model, history }: { readonly model: string; readonly history: readonly ThreadMessage[] },
): Promise<string> {
  const isNew = record.attempt === 1 && history.every(({ role }) => role === 'user')
  const source = isNew ? 'startup' : 'resume'
  const { context = '' } = await hooks.ask('RUN_START', { ...factsOf(record), source, model })
  return context
}

/** What hooks want of a run whose model has nothing more to do; nothing if it may end. */
export async function goOn(ground: Moment, record: RunRecord): Promise<readonly ThreadMessage[]> {
  const type = record.parentThreadId === undefined ? 'RUN_STOP' : 'SUB_AGENT_STOP'
  if (!ground.hooks.has(type)) return []
  const said = (await ground.store.threads.messages(record.threadId)).filter(
    ({ runId }) => runId === record.id,
  )
  const first = said.findIndex(({ role }) => role === 'assistant')
  const asked = said.slice(first + 1).filter(({ from }) => from === hookName).length
  if (asked >= mostStops) return []
  const { blocked } = await ground.hooks.ask(type, {
    ...factsOf(record),
    text: textOf(said.at(-1)),
    isAskedAgain: asked > 0,
  })
  return blocked === undefined ? [] : [messageOf(ground, record, `[A hook asks you to go on.]\n${blocked}`)]
}

/** Told before the model of a run is shown a summary instead of what was said. It can't be kept from it: nothing else would fit. */
export async function tellCompaction({ hooks }: Moment, record: RunRecord): Promise<void> {
  await hooks.beforeCompaction({ ...factsOf(record), trigger: 'auto' })
}

/** However it ended. Not waited for. */
export function tellEnd({ hooks }: Pick<Moment, 'hooks'>, record: RunRecord): void {
  const { status, reason, result: text, error = status === 'unknown' ? lostProcess : undefined } = record
  if (status === 'queued' || status === 'running' || status === 'waiting') return
  hooks.tell('RUN_END', { ...factsOf(record), status, reason, text, error })
}

function factsOf({ id: runId, threadId, agent, principal = 'local', parentId, parentThreadId }: RunRecord) {
  return { runId, threadId, agent, principal, parentId, parentThreadId }
}

function messageOf({ ids, clock }: Moment, { id: runId }: RunRecord, text: string): ThreadMessage {
  return {
    id: ids.next('msg'),
    role: 'user',
    parts: [{ type: 'text', text }],
    from: hookName,
    runId,
    at: clock.wall(),
  }
}

function textOf(message: ThreadMessage | undefined): string {
  return message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') ?? ''
}
