/**
 * The port to the catalogue: every tool that was ever registered, every version of it.
 *
 * A process that changes it reads `overview()`, works out what to do, and hands all of it to `apply`, which happens only if
 * no other process has changed the catalogue in between. So any number of processes may sync at once.
 *
 * @module
 */
import type { ToolManifest, ToolSource, ToolType } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

/** `held`: known, but not to be run before a person accepts this version. */
export type ToolState = 'active' | 'removed' | 'invalid' | 'held'

export interface CatalogueTool {
  /** A UUID: the same for as long as the catalogue lives. */
  readonly id: string
  readonly name: string
  readonly state: ToolState
  readonly enabled: boolean
  readonly type: ToolType
  readonly source: ToolSource
  readonly fingerprint: string
  /** Hash of what the fingerprint leaves out: category, tags, examples … */
  readonly facts: string
  /** Counts the versions, from 1. */
  readonly version: number
  /** The fingerprint that may run, where a person decides about it; empty if none may yet. */
  readonly accepted?: string | undefined
  /** Whether every other version is held until a person accepts it. */
  readonly pinned: boolean
  /** The file or server that it comes from. */
  readonly origin?: string | undefined
  /** Why it is invalid or held. */
  readonly error?: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export interface CatalogueEntry extends CatalogueTool {
  readonly manifest: ToolManifest
}

export interface ToolVersion {
  readonly toolId: string
  readonly version: number
  readonly fingerprint: string
  readonly manifest: ToolManifest
  /** Against the version before; absent for the first. */
  readonly verdict?: 'compatible' | 'breaking' | undefined
  /** Why it is breaking. */
  readonly reasons: readonly string[]
  readonly seenAt: number
}

export interface CatalogueFilter {
  readonly state?: ToolState | undefined
  readonly type?: ToolType | undefined
  readonly source?: ToolSource | undefined
  /** Only names after this one: the next page. */
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

export interface CatalogueOverview {
  /** The state of the catalogue that `tools` show. */
  readonly revision: number
  readonly tools: readonly CatalogueTool[]
}

export interface CatalogueChange {
  /** The state that this was worked out from. */
  readonly revision: number
  /** New tools, or tools in whose place these stand; without a manifest the old one stays. */
  readonly tools: readonly (CatalogueTool & { readonly manifest?: ToolManifest | undefined })[]
  readonly versions: readonly ToolVersion[]
}

export interface Catalogue {
  /** Every tool, without its manifest. */
  overview(): Awaitable<CatalogueOverview>
  /** By name, in the order of names. */
  list(filter: CatalogueFilter): Awaitable<readonly CatalogueEntry[]>
  /** By id or by name. */
  find(idOrName: string): Awaitable<CatalogueEntry | undefined>
  /** Newest first. */
  versions(toolId: string): Awaitable<readonly ToolVersion[]>
  /** All or nothing; false if the catalogue has changed since. */
  apply(change: CatalogueChange): Awaitable<boolean>
}
