/**
 * By which facts a tool of an MCP server is reached, and what other parts may ask of the servers that are configured.
 *
 * @module
 */
import type { ContentBlock } from './result.ts'

export interface McpFacts {
  /** The name of the server in the configuration. */
  readonly server: string
  /** The tool's name as the server knows it. */
  readonly name: string
  /** What the server says of it. Shown and hashed; it never lowers what policy asks. */
  readonly annotations?: Readonly<Record<string, unknown>>
  /** What is asked of the server where that is no tool: then `name` is this method too. */
  readonly method?: McpOfferMethod
}

/** What is asked of a server beside calls of its tools. */
export type McpOfferMethod =
  | 'prompts/get'
  | 'resources/read'
  | 'completion/complete'
  /** The other way round: the server asks the caller's model. */
  | 'sampling/createMessage'

export interface McpServerState {
  readonly name: string
  /** `idle`: known from before, and not started yet. */
  readonly state: 'idle' | 'connecting' | 'ready' | 'failed' | 'needs_authorisation'
  readonly transport: 'stdio' | 'http'
  readonly tools: number
  readonly protocolVersion?: string | undefined
  readonly error?: string | undefined
}

/** What tools may ask of the MCP servers that are configured. Calling a tool goes through the pipeline, not through this. */
export interface McpAccess {
  servers(): readonly McpServerState[]
  tools(
    server: string,
  ): Promise<readonly { readonly name: string; readonly original: string; readonly description: string }[]>
  resources(server: string, signal: AbortSignal): Promise<readonly McpResource[]>
  read(server: string, uri: string, signal: AbortSignal): Promise<readonly ContentBlock[]>
  prompts(server: string, signal: AbortSignal): Promise<readonly McpPrompt[]>
  prompt(
    server: string,
    request: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<readonly { readonly role: string; readonly content: readonly ContentBlock[] }[]>
  /** The name under which rules and journal know what is asked of a server. */
  offerName(server: string, method: McpOfferMethod): string
  /** Calls `listener`, which must not throw, when the prompts or resources of a server may have changed. Answers how to stop it. */
  watch(listener: (kind: 'prompts' | 'resources') => void): () => void
}

export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
  /** A template in which `{name}` is to be filled in. */
  readonly isTemplate?: boolean
}

export interface McpPrompt {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly arguments: readonly {
    readonly name: string
    readonly required: boolean
    readonly description?: string | undefined
  }[]
}
