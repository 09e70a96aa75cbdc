/**
 * Calls that were made and calls that run: what was written down of them, and how they end.
 *
 * @module
 */
import type { StoredResult } from '../../define/index.ts'
import type { Core, EndListener, Pipeline } from '../../pipeline/index.ts'
import type {
  CallFilter,
  CallJournal,
  CallNames,
  CallRecord,
  CallStats,
  CallStatsQuery,
  JournalCheck,
} from '../../store/index.ts'

export class CallLog {
  readonly #core: Core
  readonly #pipeline: Pipeline

  constructor(core: Core, pipeline: Pipeline) {
    this.#core = core
    this.#pipeline = pipeline
  }

  /** Where calls are written down; undefined with `database.journal: false`. */
  get written(): CallJournal | undefined {
    return this.#core.records.journal
  }

  /** Newest first; none if calls are not written down. */
  async list(filter: CallFilter = {}): Promise<readonly CallRecord[]> {
    return (await this.written?.list(filter)) ?? []
  }

  async find(id: string): Promise<CallRecord | undefined> {
    return this.written?.find(id)
  }

  /** Figures of all calls that fit; undefined if calls are not written down. */
  async stats(query: CallStatsQuery): Promise<CallStats | undefined> {
    return this.written?.stats(query)
  }

  /** Names that calls have had, to choose from. */
  async names(): Promise<CallNames> {
    return (await this.written?.names()) ?? { tools: [], agents: [], principals: [], origins: [] }
  }

  /** Holds every row against the audit chain; undefined if calls are not written down. */
  async verify(): Promise<JournalCheck | undefined> {
    return this.written?.verify()
  }

  /** The whole of an answer that was too long to show, under the handle that its result names. */
  async readResult(handle: string): Promise<StoredResult | undefined> {
    return this.#core.records.results.read(handle)
  }

  /** Calls that run now, and calls that wait for a place. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#pipeline.running, waiting: this.#core.limits.places.waiting }
  }

  /**
   * Calls `listener`, which must not throw, with the result of every call that ends here, and whether its tool was started.
   * Answers how to stop it.
   */
  onEnded(listener: EndListener): () => void {
    return this.#pipeline.onEnded(listener)
  }
}
