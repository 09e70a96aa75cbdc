/**
 * The spans of a run and of the sub-agents that are unfolded in it: each loaded page by page as it comes into sight, and the last page of
 * each again while its run goes on.
 *
 * @module
 */
import type { Api } from '../../api/api.ts'
import type { Page, RunSpan } from '../../api/types.ts'
import { runPath } from './queries.ts'
import type { LoadedRun, SpanPage } from './span-rows.ts'

type SpanAnswer = Page<RunSpan> & { readonly isOpen: boolean }
type Loaded = ReadonlyMap<string, LoadedRun>

const nothing: LoadedRun = { pages: [], isOpen: true }

export class SpanTree {
  readonly #api: Pick<Api, 'get'>
  readonly #listeners = new Set<() => void>()
  readonly #busy = new Set<string>()
  #loaded: Loaded = new Map()

  constructor(api: Pick<Api, 'get'>) {
    this.#api = api
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): Loaded => this.#loaded

  /** Loads the next page of a run; the first if there is none yet. */
  async loadMore(runId: string): Promise<void> {
    const { pages } = this.#loaded.get(runId) ?? nothing
    const after = pages.length === 0 ? '' : pages.at(-1)?.next
    if (typeof after === 'string') await this.#load(runId, after, pages.length)
  }

  /** Loads the last page again of all runs that go on; with `isOver` of all. */
  async refresh(isOver = false): Promise<void> {
    for (const [runId, { pages, isOpen }] of this.#loaded) {
      const last = pages.at(-1)
      if (last?.next === null && (isOpen || isOver)) await this.#load(runId, last.after, pages.length - 1)
    }
  }

  async #load(runId: string, after: string, index: number): Promise<void> {
    if (this.#busy.has(runId)) return
    this.#busy.add(runId)
    try {
      const { items, next, isOpen } = await this.#api.get<SpanAnswer>(`${runPath(runId)}/spans`, { after })
      const page: SpanPage = { after, spans: items, next }
      this.#set(runId, ({ pages }) => ({ pages: [...pages.slice(0, index), page], isOpen }))
    } catch (error) {
      this.#set(runId, ({ pages, isOpen }) => ({ pages, isOpen, error }))
    } finally {
      this.#busy.delete(runId)
    }
  }

  #set(runId: string, change: (known: LoadedRun) => LoadedRun): void {
    this.#loaded = new Map(this.#loaded).set(runId, change(this.#loaded.get(runId) ?? nothing))
    for (const listener of this.#listeners) listener()
  }
}
