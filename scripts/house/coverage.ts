/**
 * Which functions of the source run while something is done. V8 counts them (precise coverage); what ran before, such as imports and
 * calls that warm up, is not counted. Start it before the source is imported.
 */
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

/** A function that ran, by where it stands in its file. */
export interface RanFunction {
  readonly start: number
  readonly end: number
}

/** Files by the functions that ran in them. */
export type RanFiles = ReadonlyMap<string, readonly RanFunction[]>

export class Coverage implements Disposable {
  readonly #session = new Session()
  readonly #folder: string

  /** Only files below `folder` are told. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  }

  async during(work: () => Promise<unknown>): Promise<RanFiles> {
    await this.#session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    const files = new Map<string, readonly RanFunction[]>()
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : ''
      if (!file.startsWith(this.#folder)) continue
      // The function that begins at 0 is the file itself: it runs when it is imported.
      const ran = functions
        .flatMap(({ ranges }) => ranges.slice(0, 1))
        .filter(({ count, startOffset }) => count > 0 && startOffset > 0)
      if (ran.length > 0)
        files.set(
          file,
          ran.map(({ startOffset: start, endOffset: end }) => ({ start, end })),
        )
    }
    return files
  }

  [Symbol.dispose](): void {
    this.#session.disconnect()
  }
}
