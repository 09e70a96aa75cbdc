/**
 * Triggers both ways: endpoints elsewhere that a tool may call, and names under which others start a tool or an agent here.
 *
 * @module
 */

/** One of the `remotes`: an endpoint that `remote_trigger` calls, signed. */
export interface RemoteSpec {
  readonly url: string
  /** A reference to the secret that requests are signed with: `${DEPLOY_SECRET}`. */
  readonly secret: string
  /** What it does, for models. */
  readonly description?: string | undefined
  /** Sent along; values may hold references. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For one attempt; 30,000 by default. */
  readonly timeoutMs?: number | undefined
}

/** Who signs, and how. */
export type TriggerSignature = 'toolyard' | 'github' | 'stripe'

/** One of the `triggers`: `POST /api/triggers/NAME` starts this. */
export interface TriggerSpec {
  /** The tool that is called, or the agent that is run. */
  readonly tool?: string | undefined
  readonly agent?: string | undefined
  /** A reference to the secret that requests must be signed with: `${DEPLOY_SECRET}`. */
  readonly secret: string
  /** Our own form by default. */
  readonly signature?: TriggerSignature | undefined
  /** Arguments of the tool, with `{{body.path}}` for parts of the body; the body itself by default. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** What the agent is told before the body. */
  readonly prompt?: string | undefined
  /**
   * `{{body.path}}` of what names a conversation, such as a chat or an issue: deliveries that name the same one are said in it, and
   * a run that goes on there hears them between two steps. Without it every delivery begins a conversation.
   */
  readonly conversation?: string | undefined
  /** A delivery ends the answer that the model of such a run is giving. */
  readonly interrupt?: boolean | undefined
  /** A JSON Schema that bodies must fit. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  /** Requests a minute; 60 by default. */
  readonly perMinute?: number | undefined
  /** How far the time of a request may be from ours; 5 minutes by default. */
  readonly windowMs?: number | undefined
}

export interface RemoteAnswer {
  readonly status: number
  /** Cleaned; the beginning of a long one. */
  readonly body: string
  /** Whether there was more of it. */
  readonly isCut: boolean
}

export interface RemoteAccess {
  list(): readonly { readonly name: string; readonly url: string; readonly description: string }[]
  /** Throws `not_found` with the names that there are, and for every answer that is a refusal. */
  call(request: {
    readonly name: string
    readonly payload: unknown
    /** Names the delivery: the same one for every attempt. */
    readonly idempotencyKey: string
    readonly signal: AbortSignal
  }): Promise<RemoteAnswer>
}
