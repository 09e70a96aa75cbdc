/**
 * What people decide about the versions of a tool: accept one, stay with one, go back to one, switch it off.
 *
 * Going back to an earlier version does not bring its code back: the newer one is held until the code, or the server, gives
 * that version again.
 *
 * @module
 */
import { nearest, ToolyardError } from '../kernel/index.ts'
import type { Catalogue, CatalogueEntry, CatalogueTool, ToolVersion } from '../store/index.ts'
import type { VersionComparison } from './compare/manifest-change.ts'
import { standing } from './standing.ts'

export interface VersionEntry extends ToolVersion {
  /** Against the version before. */
  readonly comparison: VersionComparison | undefined
  readonly isCurrent: boolean
  readonly isAccepted: boolean
}

/** The version that a person reviewed before deciding. */
export interface ReviewedVersion {
  /** Or its first characters. */
  readonly fingerprint?: string | undefined
  readonly version?: number | undefined
}

const attempts = 20

export class ToolHistory {
  readonly #catalogue: Catalogue
  readonly #now: () => number
  readonly #changed: () => unknown

  /** `changed` is called, and awaited, when what may run has changed. */
  constructor(catalogue: Catalogue, now: () => number, changed: () => unknown = () => {}) {
    this.#catalogue = catalogue
    this.#now = now
    this.#changed = changed
  }

  /** By id or name; throws `tool_not_found`. */
  async find(idOrName: string): Promise<CatalogueEntry> {
    const found = await this.#catalogue.find(idOrName)
    if (found) return found
    const { tools } = await this.#catalogue.overview()
    const near = nearest(
      idOrName,
      tools.map(({ name }) => name),
    )
    throw new ToolyardError('tool_not_found', `the catalogue has no tool "${idOrName}"`, {
      hint:
        near.length > 0
          ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
          : 'Run "toolyard ls" to see the tools that are there; "toolyard sync" brings the catalogue up to date.',
    })
  }

  /** Newest first, each with what it changed. */
  async versions(idOrName: string): Promise<readonly VersionEntry[]> {
    const tool = await this.find(idOrName)
    const versions = await this.#catalogue.versions(tool.id)
    const { compareManifests } = await import('./compare/compare-manifests.ts')
    return versions.map((version, index) => {
      const before = versions[index + 1]
      return {
        ...version,
        comparison: before && compareManifests(before.manifest, version.manifest),
        isCurrent: version.version === tool.version,
        isAccepted: tool.accepted === version.fingerprint,
      }
    })
  }

  /** The version that is there now may run; if the reviewed version is given, only if it is still current. */
  accept(idOrName: string, looked: ReviewedVersion = {}): Promise<CatalogueTool> {
    return this.#change(idOrName, (tool) => {
      requireLookedAt(tool, looked)
      return tool.accepted === undefined ? tool : { ...tool, accepted: tool.fingerprint }
    })
  }

  /**
   * Only this version may run, until a person accepts another or unpins it: the one of that number, or the current one; if
   * its fingerprint is said, only if it is still that one.
   */
  async pin(idOrName: string, looked: ReviewedVersion | number = {}): Promise<CatalogueTool> {
    const { version, fingerprint } = typeof looked === 'number' ? { version: looked } : looked
    const tool = await this.find(idOrName)
    const chosen = version === undefined ? undefined : await this.#fingerprint(tool, version)
    return this.#change(tool.id, (current) => {
      const accepted = chosen ?? current.fingerprint
      requireLookedAt({ ...current, fingerprint: accepted }, { fingerprint })
      return { ...current, pinned: true, accepted }
    })
  }

  /** Every version may run again; of a tool from outside, those that are accepted. */
  unpin(idOrName: string): Promise<CatalogueTool> {
    return this.#change(idOrName, (tool) => ({
      ...tool,
      pinned: false,
      accepted: tool.source === 'mcp' ? tool.accepted : undefined,
    }))
  }

  /** Pins the version before the current one, or the one that is named. */
  async rollBack(idOrName: string, version?: number): Promise<CatalogueTool> {
    const tool = await this.find(idOrName)
    const target = version ?? tool.version - 1
    if (target < 1)
      throw new ToolyardError(
        'invalid_arguments',
        `"${tool.name}" has only one version: there is none to go back to`,
        {
          hint: `Look at it with "toolyard versions ${tool.name}".`,
        },
      )
    return this.pin(tool.id, { version: target })
  }

  setEnabled(idOrName: string, enabled: boolean): Promise<CatalogueTool> {
    return this.#change(idOrName, (tool) => ({ ...tool, enabled }))
  }

  async #fingerprint(tool: CatalogueEntry, version: number): Promise<string> {
    const versions = await this.#catalogue.versions(tool.id)
    const found = versions.find((entry) => entry.version === version)
    if (found) return found.fingerprint
    throw new ToolyardError('not_found', `"${tool.name}" has no version ${version}`, {
      hint: tool.version === 1 ? 'It has only version 1.' : `It has versions 1 to ${tool.version}.`,
    })
  }

  async #change(idOrName: string, change: (tool: CatalogueTool) => CatalogueTool): Promise<CatalogueTool> {
    const { id } = await this.find(idOrName)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { revision, tools } = await this.#catalogue.overview()
      const before = tools.find((tool) => tool.id === id)
      if (!before) break
      const changed = change(before)
      const isThere = before.state === 'active' || before.state === 'held'
      const after = {
        ...changed,
        ...(isThere && standing(changed, changed.fingerprint)),
        updatedAt: this.#now(),
      }
      if (!(await this.#catalogue.apply({ revision, tools: [after], versions: [] }))) continue
      await this.#changed()
      return after
    }
    throw new ToolyardError('store_unavailable', `"${idOrName}" is being changed by others`, {
      hint: 'Try again.',
      retryable: true,
    })
  }
}

function requireLookedAt(
  tool: CatalogueTool,
  { fingerprint = '', version = tool.version }: ReviewedVersion,
): void {
  if (tool.fingerprint.startsWith(fingerprint) && tool.version === version) return
  throw new ToolyardError('conflict', `"${tool.name}" has changed since it was looked at`, {
    hint: 'Look at the version that is there now, then decide.',
    tool: tool.name,
  })
}
