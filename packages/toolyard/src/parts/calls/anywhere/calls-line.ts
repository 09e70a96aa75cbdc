/**
 * How processes ask each other about calls: one topic that all hear, and one for the answers to each question.
 *
 * Who has the call answers; everybody else says nothing. A question is put again until then, because topics are told at most once.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../engine/index.ts'
import { isPlainObject, settlesWithin } from '../../../kernel/index.ts'
import type { CallOwner } from './calls-anywhere.ts'

export interface CallQuestion {
  readonly want: 'cancel' | 'follow'
  readonly ids: readonly string[]
  readonly own?: CallOwner | undefined
}

export interface CallAnswer {
  readonly id: string
  /** Where a call that is followed is told. */
  readonly stream: string
  readonly shownId: string
}

const topic = 'calls'
/** From one time to the next that a question is put. */
const againMs = 500

/** Undefined if nobody answers. `goesOn` is asked before each time but the first. */
export async function askOthers(
  bus: Bus,
  question: CallQuestion,
  goesOn: (times: number) => Promise<boolean>,
): Promise<CallAnswer | undefined> {
  const from = randomUUID()
  const answer = Promise.withResolvers<CallAnswer>()
  const stop = await bus.subscribe(answersTo(from), (message) => {
    if (isAnswer(message)) answer.resolve(message)
  })
  try {
    for (let times = 0; times === 0 || (await goesOn(times)); times++) {
      await bus.publish(topic, { ...question, from })
      if (await settlesWithin(answer.promise, againMs)) return await answer.promise
    }
    return undefined
  } finally {
    stop()
  }
}

/** `answer` says undefined to what this process knows nothing of, and never rejects. Answers how to stop. */
export async function hearOthers(
  bus: Bus,
  answer: (question: CallQuestion) => Promise<CallAnswer | undefined>,
): Promise<() => void> {
  const hear = async (question: CallQuestion & { readonly from: string }): Promise<void> => {
    const found = await answer(question)
    if (found) await bus.publish(answersTo(question.from), found)
  }
  return bus.subscribe(topic, (message) => {
    // Those who ask put their question again.
    if (isQuestion(message)) void hear(message).catch(() => {})
  })
}

function answersTo(from: string): string {
  return `${topic} ${from}`
}

function isQuestion(message: unknown): message is CallQuestion & { readonly from: string } {
  if (!isPlainObject(message)) return false
  const { want, ids, own, from } = message
  return (
    (want === 'cancel' || want === 'follow') &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    typeof from === 'string' &&
    (own === undefined || isPlainObject(own))
  )
}

function isAnswer(message: unknown): message is CallAnswer {
  return (
    isPlainObject(message) &&
    typeof message['id'] === 'string' &&
    typeof message['stream'] === 'string' &&
    typeof message['shownId'] === 'string'
  )
}
