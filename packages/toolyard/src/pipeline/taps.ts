/**
 * Those who join a call while it runs: told what it tells from then on, and its result. They never slow the call down.
 *
 * @module
 */
import type { ToolEvent, ToolResult } from '../define/index.ts'
import type { Invocation } from './invocation.ts'
import type { EventSink } from './ticket.ts'

/** Told the events of a call, its result last. Must not throw. */
export type EventListener = (event: ToolEvent) => void

export class Taps {
  readonly #taps = new Map<Invocation, EventListener[]>()

  add(invocation: Invocation, listener: EventListener): void {
    const known = this.#taps.get(invocation)
    if (known) return void known.push(listener)
    const listeners = [listener]
    this.#taps.set(invocation, listeners)
    const { companion } = invocation
    const sink: EventSink = {
      push(event) {
        for (const hear of listeners) hear(event)
        return companion.sink?.push(event)
      },
    }
    invocation.companion = { ...companion, sink }
  }

  ended(invocation: Invocation, result: ToolResult): void {
    const listeners = this.#taps.get(invocation)
    this.#taps.delete(invocation)
    for (const hear of listeners ?? []) hear({ type: 'result', callId: invocation.id, result })
  }
}
