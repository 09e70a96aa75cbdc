/**
 * `RunMail`: messages to runs that go on, from any process. Each is a row until the run has it in its thread, so that none is lost, heard
 * twice, or taken back once it was heard.
 *
 * A message is heard between two steps. One that interrupts ends the answer that the model is giving; calls that run go on.
 *
 * @module
 */
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'
import {
  type AttachedPart,
  isOpenRun,
  type KeptRecord,
  type MessagePart,
  openRunStatuses,
  type RunRecord,
  type ThreadMessage,
} from '../../store/index.ts'
import { partsOf, type Prompt, wordsOf } from './attachments/index.ts'
import { keeping, readFor } from './begin-run.ts'
import type { LiveRun } from './live-run.ts'
import type { RunGround } from './run-ground.ts'
import { submitMessage } from './run-moments.ts'

export interface MessageToRun {
  /** A text, or parts of which some are pictures and files. */
  readonly text: Prompt
  /** The model's present answer ends here. */
  readonly interrupt?: boolean | undefined
  /** Who says it, if it is not the person that the run works for. */
  readonly from?: string | undefined
  /** Chosen by who says it: the same message again is heard once. */
  readonly id?: string | undefined
}

/** A message that the run has not heard yet. */
export interface QueuedMessage extends Omit<MessageToRun, 'text'> {
  readonly id: string
  readonly text: string
  readonly attachments?: readonly AttachedPart[] | undefined
  readonly runId: string
  readonly at: number
}

/** Other processes are told for which run there is a message, and whether it interrupts. */
export const mailTopic = 'message to run'
const kind = 'messages to runs'
/** Of a message that nobody hears any more. */
const takenBack = { isTakenBack: true }
/** The row that says that the run is to stop. */
const stopId = 'stop'
const mostQueued = 100
/** Messages of a conversation that are looked at for one that came before. */
const mostLookedAt = 500
/** Of all that wait for one run. */
const mostCharacters = 2_000_000

export class RunMail {
  readonly #ground: RunGround
  /** By run: the last one that is being sent. */
  readonly #sending = new Map<string, Promise<unknown>>()

  constructor(ground: RunGround) {
    this.#ground = ground
  }

  /** Throws `conflict` if the run has ended, `denied_by_hook` if a hook refuses it: then the message is not kept. */
  async send(
    run: RunRecord,
    { text: prompt, interrupt = false, from, id = this.#ground.ids.next('msg') }: MessageToRun,
  ): Promise<QueuedMessage> {
    const { store, clock } = this.#ground
    if (!isOpenRun(run)) throw hasEnded(run)
    const read = await readFor(this.#ground, run, prompt)
    const { attached } = read
    const added = from === undefined ? await submitMessage(this.#ground, run, wordsOf(read)) : ''
    const text = `${added}${read.text}`
    const message = {
      id,
      runId: run.id,
      text,
      interrupt,
      at: clock.wall(),
      ...(attached.length > 0 && { attachments: attached }),
      ...(from !== undefined && { from }),
    }
    const row = { kind, scope: run.id, id: message.id, title: '', text: '', value: message, at: message.at }
    await this.#inTurn(run.id, async () => {
      requireRoom(run, await this.list(run.id), text)
      await keeping(this.#ground, read, run.threadId, async () => {
        // One of the same id, which waits already, stays as it is.
        await store.records.save({ ...row, expects: 0 })
      })
    })
    const now = await store.runs.find(run.id)
    if (now && !isOpenRun(now) && (await this.takeBack(run.id, message.id))) throw hasEnded(now)
    return message
  }

  /** One after the other, so that all are counted. */
  async #inTurn(runId: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#sending.get(runId) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => {})
    this.#sending.set(runId, settled)
    try {
      await turn
    } finally {
      if (this.#sending.get(runId) === settled) this.#sending.delete(runId)
    }
  }

  /** Whether a message of this id waits for the run, or stands in its conversation. */
  async knows({ id: runId, threadId }: Pick<RunRecord, 'id' | 'threadId'>, id: string): Promise<boolean> {
    if (await this.#ground.store.records.find({ kind, scope: runId, id })) return true
    return this.hasHeard(threadId, id)
  }

  /** Whether it is one of the last messages of a conversation. */
  async hasHeard(threadId: string, id: string): Promise<boolean> {
    const last = await this.#ground.store.threads.lastMessages(threadId, { limit: mostLookedAt })
    return last.some((message) => message.id === id)
  }

  /** What the run has not heard yet, in order. */
  async list(runId: string): Promise<readonly QueuedMessage[]> {
    const rows = await this.#ground.store.records.list(kind, runId)
    return rows.filter((row) => row.id !== stopId && !isTakenBack(row)).map(messageOf)
  }

  /**
   * Whether it had not been heard: of the run that is about to hear it and those who take it back, the first has it. What it carried goes with
   * its conversation.
   */
  async takeBack(runId: string, id: string): Promise<boolean> {
    const row = await this.#ground.store.records.find({ kind, scope: runId, id })
    if (!row || row.id === stopId || row.version > 1) return false
    return (await this.#claim(row, takenBack)) && (await this.#remove(runId, id))
  }

  /** Of all who claim a row as they have read it, one gets it. */
  async #claim({ version: expects, value, ...row }: KeptRecord, more: object = {}): Promise<boolean> {
    const { store, clock } = this.#ground
    const { scope, id, title, text } = row
    const changed = { ...(value as object), ...more }
    return store.records.save({ kind, scope, id, title, text, value: changed, at: clock.wall(), expects })
  }

  async #remove(runId: string, id: string): Promise<boolean> {
    return (await this.#ground.store.records.remove(kind, runId, [id])) > 0
  }

  /** For the process that has the run: messages for its thread. They are its own until it says `heard`. Stops it if that was asked. */
  async collect(live: LiveRun, history: readonly ThreadMessage[] = []): Promise<readonly ThreadMessage[]> {
    const known = new Set(history.map(({ id }) => id))
    const fresh: ThreadMessage[] = []
    for (const row of await this.#ground.store.records.list(kind, live.id)) {
      const { id } = row
      if (id === stopId) live.stopAsAsked()
      else if (known.has(id) || live.heard.has(id)) await this.#remove(live.id, id)
      else if (!live.collected.has(id) && !isTakenBack(row) && (await this.#claim(row)))
        fresh.push(threadMessage(messageOf(row)))
    }
    for (const { id } of fresh) live.collected.add(id)
    return fresh
  }

  /** Of a run that is being stopped here: it stays so, and those below it too, should this process end first. Answers those right below it. */
  async keepStop(runId: string): Promise<readonly string[]> {
    const { store, isDurable } = this.#ground
    if (!isDurable) return []
    const below = await store.runs.list({ parentId: runId, status: openRunStatuses })
    for (const { id } of below) await this.keepStop(id)
    await askToStop(this.#ground, runId)
    return below.map(({ id }) => id)
  }

  /** Of a run that was stopped while it only waited: what it has not heard stands in its thread, for the next run. */
  async keepUnheard({ id: runId, threadId }: RunRecord): Promise<void> {
    const unheard = await this.list(runId)
    if (unheard.length === 0) return
    await this.#ground.store.threads.append({ id: threadId }, unheard.map(threadMessage))
    for (const { id } of unheard) await this.#remove(runId, id)
  }

  /** These messages stand in the thread now. Those that were queued are told to readers. */
  async heard(live: LiveRun, messages: readonly ThreadMessage[]): Promise<void> {
    for (const { id, parts, from } of messages) {
      if (!live.collected.delete(id)) continue
      live.heard.add(id)
      const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      const attachments = parts.filter(isAttached)
      live.feed.push({
        type: 'message',
        id,
        text,
        ...(attachments.length > 0 && { attachments }),
        ...(from !== undefined && { from }),
      })
      await this.#remove(live.id, id)
    }
    if (live.isAskedToStop && !isOpenRun(live.record)) await this.#remove(live.id, stopId)
  }
}

/**
 * Keeps that a run is to stop, until it has: the process that has it may not hear it, or may end before it has stopped, and another takes
 * the run up then. The run as it stands now, if it has not ended.
 */
export async function askToStop(
  { store, clock }: Pick<RunGround, 'store' | 'clock'>,
  runId: string,
): Promise<RunRecord | undefined> {
  const row = { kind, scope: runId, id: stopId, title: '', text: '', value: {}, at: clock.wall() }
  await store.records.save(row)
  const now = await store.runs.find(runId)
  if (now && isOpenRun(now)) return now
  await store.records.remove(kind, runId, [stopId])
  return undefined
}

/** However many send at once, no more wait than may, and only those are ever read together. */
function requireRoom({ id }: RunRecord, waiting: readonly QueuedMessage[], text: string): void {
  const characters = waiting.reduce((sum, message) => sum + message.text.length, text.length)
  if (waiting.length < mostQueued && (waiting.length === 0 || characters <= mostCharacters)) return
  const hint = 'Wait until it has heard some of them.'
  const count = `${waiting.length} ${waiting.length === 1 ? 'message waits' : 'messages wait'}`
  const why = waiting.length < mostQueued ? `, and there is no room for ${text.length} characters more` : ''
  throw new ToolyardError('busy', `${count} for run "${id}" already${why}`, { hint, retryable: true })
}

/** What comes over the bus may be anything. */
export function readCall(message: unknown): { readonly runId: string; readonly interrupts: boolean } {
  const { runId, interrupts } = isPlainObject(message) ? message : {}
  return { runId: typeof runId === 'string' ? runId : '', interrupts: interrupts === true }
}

function isAttached(part: MessagePart): part is AttachedPart {
  return part.type === 'image' || part.type === 'file'
}

function threadMessage({ id, runId, text, attachments = [], from, at }: QueuedMessage): ThreadMessage {
  return {
    id,
    role: 'user',
    parts: partsOf({ text, attached: attachments }),
    runId,
    at,
    ...(from !== undefined && { from }),
  }
}

function isTakenBack({ value }: KeptRecord): boolean {
  return isPlainObject(value) && value['isTakenBack'] === true
}

function messageOf({ value }: KeptRecord): QueuedMessage {
  return value as QueuedMessage
}

function hasEnded({ id, threadId }: RunRecord): ToolyardError {
  return new ToolyardError('conflict', `run "${id}" has ended and hears no more messages`, {
    hint: `Start the next run in its conversation: threadId "${threadId}".`,
  })
}
