/**
 * What one call of a REST tool works with.
 *
 * @module
 */
import type { RestAuth, Tool, ToolContext } from '../../../define/index.ts'
import type { NameAndValue, RestPlan } from '../definition/index.ts'

export type RestInput = Readonly<Record<string, unknown>>

export interface RestCall {
  readonly tool: Tool
  readonly plan: RestPlan
  readonly input: RestInput
  readonly context: ToolContext
  readonly tokens: TokenKeeper
  /** From 0 to 1, for the pauses between attempts. */
  readonly random: () => number
}

export type OAuth2 = Extract<RestAuth, { readonly type: 'oauth2' }>

/** Keeps access tokens. */
export interface TokenKeeper {
  get(call: RestCall, auth: OAuth2): Promise<string>
  /** A token that was refused is not used again. */
  drop(text: string): void
}

/** A request before it is authorised: it holds no credentials. */
export interface RestRequest {
  /** Without its query. */
  readonly address: string
  readonly query: readonly NameAndValue[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | FormData | undefined
}

/** The text of `field` of the definition, with values in the place of its references. */
export function filled({ context, tool }: RestCall, field: string, text: string): string {
  return text.includes('${')
    ? context.host.secrets.fill(text, `${tool.manifest.name}: config.${field}`)
    : text
}

/** The same for the texts inside a template. */
export function filler(call: RestCall, field: string): (text: string) => string {
  return (text) => filled(call, field, text)
}
