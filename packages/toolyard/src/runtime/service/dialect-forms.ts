/**
 * Tools in the forms that providers take.
 *
 * @module
 */
import type { Definitions } from '../../agents/tools/index.ts'
import type { ToolManifest } from '../../define/index.ts'
import type { CompiledDefinition, DialectName, DialectReport } from '../../dialects/index.ts'
import type { StoredRights } from '../../people/index.ts'
import type { ToolRegistry } from '../../registry/index.ts'

export interface DialectFormsParts {
  readonly registry: ToolRegistry
  readonly definitions: Definitions
  readonly rights: StoredRights
}

export class DialectForms {
  readonly #parts: DialectFormsParts

  constructor(parts: DialectFormsParts) {
    this.#parts = parts
  }

  /** One definition in a provider's form, hidden or not, with the way back for arguments. */
  compile(manifest: ToolManifest, dialect: DialectName): CompiledDefinition {
    return this.#parts.definitions.compile(manifest, dialect)
  }

  /** The same of a tool by its name; undefined if there is no such tool. */
  of(tool: string, dialect: DialectName): CompiledDefinition | undefined {
    const manifest = this.#parts.registry.manifest(tool)
    return manifest && this.compile(manifest, dialect)
  }

  /** How faithfully each tool can be told in a provider's form. */
  reports(dialect: DialectName = 'openai'): readonly DialectReport[] {
    const { registry, definitions, rights } = this.#parts
    return definitions.assemble(registry.snapshot(), dialect, rights).reports
  }
}
