/**
 * What the registry holds of one tool.
 *
 * @module
 */
import type { Tool, ToolManifest } from '../define/index.ts'

/** A tool that is registered: known by its manifest, loaded now or on its first call. */
export interface RegistryEntry {
  readonly manifest: ToolManifest
  readonly loaded: Tool | undefined
  /** The file that it comes from. */
  readonly file?: string | undefined
  load(): Promise<Tool>
}

export function entryOf(tool: Tool): RegistryEntry {
  return { manifest: tool.manifest, loaded: tool, load: () => Promise.resolve(tool) }
}
