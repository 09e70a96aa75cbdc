/**
 * Triggers both ways: endpoints elsewhere that a tool may call, and names under which others start a tool or an agent here.
 *
 * @module
 */

/** One of the `remotes`: an endpoint that `remote_trigger` calls, signed. */
export interface RemoteSpec {
  readonly url: string
  /** A reference to the secret that requests are signed with. */
  readonly secret: string
  /** What it does, for models. */
  readonly description?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly timeoutMs?: number | undefined
}

/** One of the `triggers`: `POST /api/triggers/NAME` starts this. */
export interface TriggerSpec {
  /** The tool that is called, or the agent that is run. */
  readonly tool?: string | undefined
  readonly agent?: string | undefined
  /** A reference to the secret that requests must be signed with. */
  readonly secret: string
  /** Who signs, and how: our own form by default. */
  readonly signature?: 'toolyard' | 'github' | 'stripe' | undefined
  /** A JSON Schema that bodies must fit. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  /** Requests a minute; 60 by default. */
  readonly perMinute?: number | undefined
  /** Old requests are refused; 5 minutes by default. */
  readonly windowMs?: number | undefined
}

export interface RemoteAnswer {
  readonly status: number
  readonly body: string
}

export interface RemoteAccess {
  list(): readonly { readonly name: string; readonly description: string }[]
  /** Throws `not_found` with the names that there are. */
  call(request: {
    readonly name: string
    readonly payload: unknown
    readonly idempotencyKey: string
    readonly signal: AbortSignal
  }): Promise<RemoteAnswer>
}
