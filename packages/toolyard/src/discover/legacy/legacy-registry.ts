/**
 * What a legacy TOML registry comes to: tools to run, and the plain data that they were made of, from which the modern form
 * is written.
 *
 * @module
 */
import type { DiscoverProblem, McpFacts, RestFacts, Tool, ToolExample, ToolType } from '../../define/index.ts'
import type { McpUrlSpec } from '../../kinds/mcp/definition/index.ts'

/** What is wrong, or was read otherwise than it is written; `reason` begins with the line if one is known. */
export interface LegacyProblem extends DiscoverProblem {
  readonly line?: number
}

export interface LegacyToolSet {
  readonly description: string
  readonly enabled: boolean
  /** Names of tools that are there, whether they are switched on or not. */
  readonly tools: readonly string[]
}

/** How a tool of the registry is reached. */
export type LegacyWay =
  | { readonly kind: 'function'; readonly module: string; readonly exportName: string | undefined }
  | {
      readonly kind: 'rest'
      readonly rest: RestFacts
      /** The beginning of the address as it is written: a reference that `rest` has filled in, or the same. */
      readonly base: string
    }
  | {
      readonly kind: 'mcp'
      readonly mcp: McpFacts
      /** The server says what the parameters are, not the file. */
      readonly isDynamic: boolean
    }

/** One tool file in one form, whichever shape it was written in. */
export interface LegacyDefinition {
  readonly file: string
  readonly type: Exclude<ToolType, 'EXTERNAL'>
  readonly facts: LegacyFacts
  readonly way: LegacyWay
  /** Calls in a minute, if the file limits them: a setting of the project, not of a tool. */
  readonly ratePerMinute?: number
}

export interface LegacyFacts {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly category?: string
  readonly version?: string
  readonly tags: readonly string[]
  readonly inputSchema?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number
  readonly examples?: readonly ToolExample[]
}

/** A tool that is there and switched off, and by what. */
export interface LegacyDisabled {
  readonly file: string
  readonly name: string
  readonly reason: string
}

export interface LegacyRegistry {
  /** The registry file. */
  readonly file: string
  /** The folder to which paths of the registry are relative if they do not begin beside a file. */
  readonly project: string
  readonly tools: readonly Tool[]
  readonly mcpServers: Readonly<Record<string, McpUrlSpec>>
  readonly toolSets: Readonly<Record<string, LegacyToolSet>>
  readonly problems: readonly LegacyProblem[]
  /** What loads all the same, and a person should know of. */
  readonly notes: readonly LegacyProblem[]
  /** Secrets that stand in the files themselves: never to be shown. */
  readonly secrets: readonly string[]
  /** What the tools were made of, in their order. */
  readonly definitions: readonly LegacyDefinition[]
  readonly disabled: readonly LegacyDisabled[]
}
