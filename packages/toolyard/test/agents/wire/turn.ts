/** What the model says in one turn, in no provider's form, and what goes wrong with it. */

export interface ModelTurn {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly TurnCall[]
  readonly usage?: TurnUsage
  /** `length`: the answer was cut at its longest. `refusal`: the service withheld the rest. */
  readonly finish?: 'length' | 'refusal'
  /** Answers with this status and no stream: 429, 500, 529. */
  readonly status?: number
  /** Of the answer: `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of an answer that is an error. */
  readonly message?: string
  /** After that many events the connection is cut. */
  readonly cutAfter?: number
  /** After that many events the stream ends as if it were whole. */
  readonly endAfter?: number
  /** After that many events nothing more comes, until the client leaves. */
  readonly hangAfter?: number
  /** After that many events the stream says that the service is overloaded. */
  readonly failAfter?: number
}

export interface TurnUsage {
  readonly input: number
  readonly output: number
  /** Part of `input`, but at Anthropic beside it. */
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

export interface TurnCall {
  /** `call_1`, `call_2`, … by default, counted by the server. */
  readonly id?: string
  readonly tool: string
  readonly input?: unknown
  /** Arguments as text instead of `input`: broken JSON, or none at all. */
  readonly raw?: string
}

/** A turn with everything said. */
export interface Reply {
  /** Of its own: clients take answers with the same id for pieces of one. */
  readonly id: string
  readonly model: string
  readonly reasoning: string
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly json: string }[]
  readonly usage: TurnUsage
  readonly finish: 'stop' | 'calls' | 'length' | 'refusal'
}

/** One event of a stream of server-sent events. */
export interface WireEvent {
  readonly event?: string
  readonly data: unknown
}

/** How one provider's API tells a reply. */
export interface WireApi {
  readonly events: (reply: Reply) => readonly WireEvent[]
  /** The same reply for a client that does not want a stream. */
  readonly whole?: (reply: Reply) => object
  /** The body of an answer that is an error. */
  readonly error: (status: number, message: string) => object
  /** The event with which a stream says that it failed. */
  readonly failure: (message: string) => WireEvent
}

/** Words with the space behind them, as models stream them. */
export function words(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}

/** Pieces that cut through names and numbers. */
export function pieces(text: string, size = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
}
