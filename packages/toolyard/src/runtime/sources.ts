/**
 * Where tools come from beside code, each source in a scope of its own.
 *
 * What a source can't give is a problem with a sentence, and never stops the others.
 *
 * @module
 */
import type { DiscoverProblem } from '../define/index.ts'
import type { Redactor } from '../host/index.ts'
import { hintOf, messageOf, ToolyardError } from '../kernel/index.ts'
import type { RegistryEntry, ToolRegistry } from '../registry/index.ts'
import { uncheckedKeywords } from './unchecked-keywords.ts'

/** The tools of one source, now and after each change. */
export interface OpenSource {
  /** Whether others than the application say what its tools are called: then none takes the place of a built-in tool. */
  readonly isForeign?: boolean
  /** As problems and clashes tell of it. */
  readonly name: string
  readonly entries: () => readonly RegistryEntry[]
  readonly problems: () => readonly DiscoverProblem[]
  /** Calls back after each change; answers how to stop it. */
  readonly watch?: (onChange: () => void) => () => void
  readonly close?: () => Promise<void> | void
}

export class Sources {
  readonly #registry: ToolRegistry
  readonly #isDisabled: (entry: RegistryEntry) => boolean
  readonly #redactor: Pick<Redactor, 'redact'>
  readonly #open: { readonly source: OpenSource; stop?: () => void }[] = []
  readonly #clashes = new Map<OpenSource, readonly DiscoverProblem[]>()
  readonly #failures: DiscoverProblem[] = []

  constructor(
    registry: ToolRegistry,
    isDisabled: (entry: RegistryEntry) => boolean,
    redactor: Pick<Redactor, 'redact'>,
  ) {
    this.#registry = registry
    this.#isDisabled = isDisabled
    this.#redactor = redactor
  }

  /** Files and servers that gave no tool, and why, and what is not as it should be; the last words of a program may hold the secrets that it was given. */
  get problems(): readonly DiscoverProblem[] {
    const all = [
      ...this.#failures,
      ...this.#open.flatMap(({ source }) => [
        ...source.problems(),
        ...(this.#clashes.get(source) ?? []),
        ...uncheckedKeywords(source.entries(), source.name),
      ]),
    ]
    return all.map((problem) => ({ ...problem, reason: this.#redactor.redact(problem.reason) }))
  }

  /** Registers what the source gives, and what it gives later where it tells of changes. */
  add(source: OpenSource): void {
    const scope = this.#registry.registrations.scope({ name: source.name })
    const fill = (): void => {
      const entries = new Map(
        source
          .entries()
          .filter((entry) => !this.#isDisabled(entry))
          .map((entry) => [entry.manifest.name, entry]),
      )
      const covering = source.isForeign ? this.#coversBuiltin(entries) : []
      for (const { tool = '' } of covering) entries.delete(tool)
      const refused = [...covering, ...scope.reset([...entries.values()])]
      this.#clashes.set(
        source,
        refused.map((error) => problemOf(error, entries.get(error.tool ?? '')?.file ?? source.name)),
      )
    }
    fill()
    const stop = source.watch?.(fill)
    this.#open.push({ source, ...(stop && { stop }) })
  }

  #coversBuiltin(entries: ReadonlyMap<string, RegistryEntry>): ToolyardError[] {
    return [...entries.keys()].flatMap((tool) =>
      this.#registry.registrations.get(tool)?.manifest.source === 'builtin'
        ? new ToolyardError('name_taken', `"${tool}" is the name of a built-in tool`, {
            tool,
            hint: 'Give the names of this source a prefix.',
          })
        : [],
    )
  }

  /** What went wrong last at a place that is no source: it takes the place of what was told of it before. */
  fail(place: string, error: unknown): void {
    const known = this.#failures.findIndex(({ file }) => file === place)
    this.#failures.splice(known < 0 ? this.#failures.length : known, 1, problemOf(error, place))
  }

  /** Opens a source that may fail as a whole, which is then told like a bad file. */
  async tryAdd(place: string, open: () => Promise<OpenSource>): Promise<void> {
    try {
      this.add(await open())
    } catch (error) {
      this.#failures.push(problemOf(error, place))
    }
  }

  async close(): Promise<void> {
    for (const { source, stop } of this.#open) {
      stop?.()
      await source.close?.()
    }
  }
}

function problemOf(error: unknown, file: string): DiscoverProblem {
  const hint = hintOf(error)
  return { file, reason: messageOf(error), ...(hint !== undefined && { hint }) }
}
