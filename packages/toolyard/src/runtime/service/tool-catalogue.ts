/**
 * The tools as the database knows them: their versions, what people decided about them, and how that is brought up to date.
 *
 * @module
 */
import { ToolHistory, type SyncReport } from '../../registry/index.ts'
import type { CallRecord, Catalogue, CatalogueEntry } from '../../store/index.ts'
import type { CatalogueSync } from '../catalogue-sync.ts'

export interface ToolCatalogueParts {
  readonly catalogue: Catalogue
  readonly sync: CatalogueSync
  /** Told of a sync that failed. */
  readonly failed: (error: unknown) => void
  readonly now: () => number
  readonly changed: () => unknown
}

/** The version of its tool that a call ran, and the one that is there now. */
export interface CalledVersion {
  /** Undefined if the catalogue does not have that version. */
  readonly called: number | undefined
  readonly current: number
}

export class ToolCatalogue extends ToolHistory {
  readonly #catalogue: Catalogue
  readonly #sync: CatalogueSync
  readonly #failed: (error: unknown) => void

  constructor({ catalogue, sync, failed, now, changed }: ToolCatalogueParts) {
    super(catalogue, now, changed)
    this.#catalogue = catalogue
    this.#sync = sync
    this.#failed = failed
  }

  /** Brings the database in step with the tools that are registered, and says what that changed. */
  sync(options: { readonly dryRun?: boolean } = {}): Promise<SyncReport> {
    return this.#sync.sync(options)
  }

  /** What the first sync came to: the one at the start, if there is a database. */
  get report(): SyncReport | undefined {
    return this.#sync.first
  }

  /** It could not be brought up to date: that is one of the installation's problems from now on. */
  note(error: unknown): void {
    this.#failed(error)
  }

  /** Which version of its tool a call ran; undefined if the catalogue does not have the tool. */
  async versionOf({
    tool,
    fingerprint,
  }: Pick<CallRecord, 'tool' | 'fingerprint'>): Promise<CalledVersion | undefined> {
    const known = await this.#catalogue.find(tool)
    if (!known) return undefined
    const versions = await this.#catalogue.versions(known.id)
    const called = versions.find((entry) => entry.fingerprint === fingerprint)?.version
    return { called, current: known.version }
  }

  async list(filter: Parameters<Catalogue['list']>[0] = {}): Promise<readonly CatalogueEntry[]> {
    return this.#catalogue.list(filter)
  }

  /** Every tool with its state, without its manifest. */
  async overview(): Promise<Awaited<ReturnType<Catalogue['overview']>>> {
    return this.#catalogue.overview()
  }
}
