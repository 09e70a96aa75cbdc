/**
 * Definitions as providers want them, compiled once per tool and dialect and assembled once per state of the registry.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import {
  compileDefinition,
  type CompiledDefinition,
  type DialectName,
  type DialectOptions,
  type DialectReport,
} from '../../dialects/index.ts'
import { type CallRights, isHidden, type Policy } from '../../pipeline/index.ts'
import type { Snapshot } from '../../registry/index.ts'
import type { StoredRights } from '../../people/index.ts'

interface AssembledDefinitions {
  readonly definitions: readonly object[]
  readonly reports: readonly DialectReport[]
}

export class Definitions {
  readonly #options: DialectOptions
  readonly #policy: Policy
  readonly #compiled = new Map<DialectName, WeakMap<ToolManifest, CompiledDefinition>>()
  /** Only the newest snapshot of each dialect: older ones belong to conversations that keep their own. */
  readonly #assembled = new Map<
    DialectName,
    { readonly snapshot: Snapshot; readonly revision: number } & AssembledDefinitions
  >()

  constructor(options: DialectOptions, policy: Policy) {
    this.#options = options
    this.#policy = policy
  }

  compile(manifest: ToolManifest, dialect: DialectName): CompiledDefinition {
    let cache = this.#compiled.get(dialect)
    if (!cache) this.#compiled.set(dialect, (cache = new WeakMap()))
    let compiled = cache.get(manifest)
    if (!compiled) cache.set(manifest, (compiled = compileDefinition(manifest, dialect, this.#options)))
    return compiled
  }

  /** One tool's definition, unless it is hidden or the provider can't take it. */
  shown(manifest: ToolManifest, dialect: DialectName, rights: CallRights): object | undefined {
    if (!this.isShown(manifest, rights)) return undefined
    return this.compile(manifest, dialect).definition
  }

  /** Whether models are shown it at all. */
  isShown(manifest: ToolManifest, rights: CallRights): boolean {
    return !isHidden(this.#policy, manifest) && !rights.hold(manifest)
  }

  assemble(snapshot: Snapshot, dialect: DialectName, rights: StoredRights): AssembledDefinitions {
    const cached = this.#assembled.get(dialect)
    if (cached?.snapshot === snapshot && cached.revision === rights.revision) return cached
    const definitions: object[] = []
    const reports: DialectReport[] = []
    const denies = this.#policy.rules.some(({ effect }) => effect === 'deny')
    for (const manifest of snapshot.manifests()) {
      if ((denies && isHidden(this.#policy, manifest)) || rights.hold(manifest)) continue
      const { definition, report } = this.compile(manifest, dialect)
      reports.push(report)
      if (definition) definitions.push(definition)
    }
    const { revision } = rights
    const assembled = {
      snapshot,
      revision,
      definitions: Object.freeze(definitions),
      reports: Object.freeze(reports),
    }
    this.#assembled.set(dialect, assembled)
    return assembled
  }
}
