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
  /** Of what comes beside tools, and is in no list of them: those tools. A caller that may use one of them may use it. */
  readonly beside?: (() => readonly ToolManifest[]) | undefined
}

export function entryOf(tool: Tool): RegistryEntry {
  return { manifest: tool.manifest, loaded: tool, load: () => Promise.resolve(tool) }
}

/** A tool that `load` gives when it is first called; a load that fails is tried again by the next call. */
export function lazyEntry(manifest: ToolManifest, load: () => Promise<Tool>): RegistryEntry {
  let loaded: Tool | undefined
  let loading: Promise<Tool> | undefined
  const loadOnce = async (): Promise<Tool> => {
    try {
      return (loaded = await load())
    } finally {
      loading = undefined
    }
  }
  return {
    manifest: Object.freeze(manifest),
    get loaded() {
      return loaded
    },
    load: () => (loaded ? Promise.resolve(loaded) : (loading ??= loadOnce())),
  }
}
