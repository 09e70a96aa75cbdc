/**
 * `RunObservers`: all who watch runs, told together.
 *
 * What an observer throws is dropped: it can't fail a run. Without one nothing is measured.
 *
 * @module
 */
import { AnswersFromEvents } from './answers-from-events.ts'
import type { AnswerWatch, AskedModel, ObservedRun, RunObserver, RunWatch } from './run-observer.ts'

export class RunObservers {
  readonly #observers = new Set<RunObserver>()

  add(observer: RunObserver): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  get isEmpty(): boolean {
    return this.#observers.size === 0
  }

  place(callId: string | undefined): string | undefined {
    return this.#each((observer) => observer.place?.(callId)).find((place) => place !== undefined)
  }

  /** `now`: wall time, for a runner whose answers are known by its events alone. */
  begin(run: ObservedRun, now: (() => number) | undefined): RunWatch | undefined {
    if (this.isEmpty) return undefined
    const watches = this.#each((observer) => observer.begin?.(run))
    const answers = now && new AnswersFromEvents(run.record, { now, ask: (asked) => this.ask(asked) })
    let isOver = false
    return {
      trace: watches.find(({ trace }) => trace !== undefined)?.trace,
      note(event) {
        safely(() => answers?.note(event))
        for (const watch of watches) safely(() => watch.note(event))
      },
      end(record) {
        if (isOver) return
        isOver = true
        for (const watch of watches) safely(() => watch.end(record))
      },
    }
  }

  ask(asked: AskedModel): AnswerWatch | undefined {
    if (this.isEmpty) return undefined
    const watches = this.#each((observer) => observer.ask?.(asked))
    const inner = watches.find(({ within }) => within !== undefined)
    return {
      within: (work) => (inner?.within ? inner.within(work) : work()),
      end(answered) {
        for (const watch of watches) safely(() => watch.end(answered))
      },
    }
  }

  #each<T>(make: (observer: RunObserver) => T | undefined): readonly T[] {
    return [...this.#observers].flatMap((observer) => safely(() => make(observer)) ?? [])
  }
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // It can't be told any more.
    return undefined
  }
}
