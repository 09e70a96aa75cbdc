/**
 * What discovery gives to the rest of the house: tools by their manifests, and what is wrong with the other files.
 *
 * @module
 */
import type { TrustGate } from '../host/index.ts'
import type { ToolManifest } from './manifest.ts'
import type { Tool } from './tool.ts'

/** A file or folder that gave no tool, or not all of them, and why. */
export interface DiscoverProblem {
  readonly file: string
  readonly reason: string
  readonly hint?: string
  /** The tools are there all the same; something about them is not as their source says. */
  readonly isNote?: boolean
}

/** A tool that is known by its manifest, and whose file is imported on first use. */
export interface DiscoveredTool {
  readonly file: string
  readonly manifest: ToolManifest
  readonly aliases: ReadonlyMap<string, string>
  readonly provided: readonly string[]
  /** The tool itself, where its file is already imported. */
  readonly loaded: Tool | undefined
  /**
   * Imports the file if needed; callers share one import. Rejects with a `ToolyardError`, `tool_failed` or
   * `invalid_definition`; the next call then tries again.
   */
  load(): Promise<Tool>
}

/** Tools that were read from a description: a document, a manifest, a registry file. */
export interface SourceTools {
  readonly tools: readonly Tool[]
  readonly problems: readonly DiscoverProblem[]
}

export interface DiscoveryChange {
  readonly tools: readonly DiscoveredTool[]
  readonly problems: readonly DiscoverProblem[]
  /** The tool files that were read again or are gone. */
  readonly changed: readonly string[]
}

/** The tools of some folders. Dispose it when they are no longer needed: it holds module hooks and watchers. */
export interface Discovery extends AsyncDisposable {
  /** In the order of the folders, then by path. */
  readonly tools: readonly DiscoveredTool[]
  readonly problems: readonly DiscoverProblem[]
  /** Calls back with the whole new state after each change; answers a function that stops it. */
  watch(onChange: (change: DiscoveryChange) => void): () => void
}

export interface DiscoverOptions {
  readonly folders: readonly string[]
  /** Where to keep the generated index; without it every file is imported at each start. */
  readonly indexFile?: string
  /** Asked before a manifest of a program is read. */
  readonly trust?: TrustGate | undefined
  /** How long one file's import may take; 10 s by default. */
  readonly importTimeoutMs?: number
}
