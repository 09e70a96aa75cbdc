/**
 * Keeps the catalogue in step with the registry: at the start, when it is asked to, and when tools change while it runs.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { isAbsolute, relative } from 'node:path'
import type { DiscoverProblem } from '../define/index.ts'
import { type SyncReport, syncTools, type ToolRegistry } from '../registry/index.ts'
import type { Store } from '../store/index.ts'

export interface CatalogueSyncParts {
  readonly store: Store
  readonly registry: ToolRegistry
  readonly workspace: string
  readonly problems: () => readonly DiscoverProblem[]
  readonly now: () => number
  /** Told when the catalogue has changed. */
  readonly changed: () => void
}

export class CatalogueSync {
  readonly #parts: CatalogueSyncParts
  /** The state of the registry that the catalogue shows. */
  #shown = -1
  #running: Promise<unknown> = Promise.resolve()
  #first: SyncReport | undefined
  #stopWatching: (() => void) | undefined

  constructor(parts: CatalogueSyncParts) {
    this.#parts = parts
  }

  /** What the first sync came to. */
  get first(): SyncReport | undefined {
    return this.#first
  }

  /** One after the other: two at once would only make each other work twice. */
  sync(options: { readonly dryRun?: boolean } = {}): Promise<SyncReport> {
    const report = this.#running.then(() => this.#sync(options))
    this.#running = report.catch(() => {})
    return report
  }

  /** Where the registry has not changed since, the catalogue is believed to show it. */
  async ensure(): Promise<void> {
    await this.#running
    if (this.#shown !== this.#parts.registry.registrations.version) await this.sync()
  }

  /** From now on every change of the registry is synced, soon and once for many. */
  watch(failed: (error: unknown) => void): void {
    let isPlanned = false
    this.#stopWatching = this.#parts.registry.registrations.onChange(() => {
      if (isPlanned) return
      isPlanned = true
      setImmediate(() => {
        isPlanned = false
        this.sync().catch(failed)
      })
    })
  }

  async close(): Promise<void> {
    this.#stopWatching?.()
    await this.#running
  }

  async #sync({ dryRun = false }: { readonly dryRun?: boolean }): Promise<SyncReport> {
    const { store, registry, workspace, problems, now, changed } = this.#parts
    const near = (file: string): string => {
      if (!isAbsolute(file)) return file
      const path = relative(workspace, file)
      return path.startsWith('..') || isAbsolute(path) ? file : path
    }
    const { version } = registry.registrations
    const report = await syncTools(
      store,
      {
        tools: registry
          .snapshot()
          .entries()
          .map(({ manifest, file }) => ({ manifest, origin: file && near(file) })),
        problems: problems()
          .filter(({ isNote }) => isNote !== true)
          .map(({ file, reason }) => ({ origin: near(file), reason })),
      },
      { dryRun, now: now(), newId: randomUUID },
    )
    if (!dryRun) {
      this.#shown = version
      this.#first ??= report
      if (report.changes.length > 0) changed()
    }
    return report
  }
}
