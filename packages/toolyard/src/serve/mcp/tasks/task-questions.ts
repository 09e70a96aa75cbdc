/**
 * Asks a client of the era of sessions what its task wants to know, in requests of our own, while the client waits for the result.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { McpClient } from '../client.ts'
import type { McpExchange } from '../exchange.ts'
import { RELATED_TASK_META_KEY } from '../sdk.ts'
import { inputsOf, takeInput, type TaskInput } from './task-inputs.ts'

/** How often it is looked for questions. */
const lookMs = 500

interface Waiting {
  readonly client: McpClient
  readonly exchange: McpExchange
}

export async function askMeanwhile<T>(
  waiting: Waiting,
  callId: string,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const signal = AbortSignal.any([waiting.exchange.signal, over.signal])
  const asking = askAll(waiting, callId, signal).catch(() => {})
  try {
    return await wait(signal)
  } finally {
    over.abort()
    await asking
  }
}

async function askAll(waiting: Waiting, callId: string, signal: AbortSignal): Promise<void> {
  const asked = new Set<string>()
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    const { shown } = await inputsOf(waiting.client, callId)
    for (const input of shown.filter(({ item }) => !asked.has(item.id))) {
      asked.add(input.item.id)
      const asking = ask(waiting, input, signal).finally(() => open.delete(asking))
      open.add(asking)
    }
    await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
  await Promise.all(open)
}

/** What can't be shown, or is dismissed with the request, stays open in the inbox. */
async function ask({ client, exchange }: Waiting, input: TaskInput, signal: AbortSignal): Promise<void> {
  try {
    const { item, form } = input
    const meta = { [RELATED_TASK_META_KEY]: { taskId: item.callId } }
    const answer = await exchange.elicit({ ...form, params: { ...form.params, _meta: meta } }, signal)
    await takeInput(client, input, answer)
  } catch {
    // It is still asked there.
  }
}
