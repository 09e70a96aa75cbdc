/**
 * One configuration, or one folder, with what was trusted of it: says of every file and command whether it is still that.
 *
 * Refuses by default. While a person is trusting it, or has said that changes are theirs, it writes down instead what it
 * is shown. A refusal looks at the record once more first: a person may have trusted the change meanwhile.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ToolyardError } from '../../kernel/index.ts'
import { isWithin } from '../files/roots.ts'
import { textAt } from './code-files.ts'
import { Contents, hashOf } from './contents.ts'
import { differences, type Difference } from './differences.ts'
import type { StartedCommand, TrustGate } from './gate.ts'
import { pythonVariables } from './python-variables.ts'
import { RecordedFiles } from './recorded-files.ts'
import { notTrusted, trustRefusal, unreadable } from './refusals.ts'
import { linksOn, protectedBy, TrustGraph } from './trust-graph.ts'
import type { FileTree, TrustedEntry, TrustRecord, TrustStore } from './trust-record.ts'

export interface PlaceOptions {
  readonly subject: string
  readonly store: TrustStore
  /** A folder of our own. */
  readonly state: string
  /** Folders that tools can write to as far as is known before the configuration is read, links resolved. */
  readonly roots: readonly string[]
  /** Those that were named for this run. */
  readonly named: readonly string[]
}

export interface TrustOptions {
  readonly keep?: boolean
  readonly extra?: readonly string[]
  /** Whether it is trusted only if it is named in a command. */
  readonly isNamed?: boolean
  /** The digest of what a person has seen. */
  readonly shown?: string
  /** Whether it counts in this process alone, because the rest is still to come: others must not see a part as the whole. */
  readonly isDraft?: boolean
}

export class TrustedPlace implements TrustGate {
  readonly #options: PlaceOptions
  readonly #contents = new Contents()
  readonly #recorded = new RecordedFiles(this.#contents, (path) => this.isGuarded(path))
  readonly #loaded = new Set<string>()
  #roots: readonly string[]
  #urls: readonly string[]
  #stamp: string
  /** Whether the record is not written yet. */
  #isDraft = false
  /** Whether what is shown is written down instead of being refused. */
  isRecording = false

  constructor(options: PlaceOptions) {
    this.#options = options
    this.#stamp = options.store.stamp(options.subject)
    this.#recorded.hold(options.store.read(options.subject))
    this.#roots = [...new Set([...(this.record?.roots ?? options.roots), ...options.named])]
    this.#urls = this.#roots.map(urlOf)
  }

  get subject(): string {
    return this.#options.subject
  }

  /** What was trusted; undefined if nothing was. */
  get record(): TrustRecord | undefined {
    return this.#recorded.record
  }

  get roots(): readonly string[] {
    return this.#roots
  }

  /** Told which folders tools can really write to; throws where something was loaded from them that was not trusted. */
  settle(roots: readonly string[]): void {
    this.#roots = roots
    this.#urls = roots.map(urlOf)
    for (const path of this.#loaded) if (this.isGuarded(path)) this.check(path, readFileSync(path))
  }

  isGuarded(path: string): boolean {
    return this.#roots.some((root) => path.startsWith(root) && isWithin(root, path))
  }

  /** Whether the address of a module is that of a file below the roots. */
  holds(url: string | undefined): boolean {
    return url !== undefined && this.#urls.some((root) => url.startsWith(root))
  }

  graph(): TrustGraph {
    return new TrustGraph(this.#roots)
  }

  /** What of a graph is not as it was trusted. */
  differences(graph: TrustGraph): readonly Difference[] {
    this.#contents.begin()
    return differences(graph, this.record, this.#contents)
  }

  /** Whether a file that was trusted is another now. */
  get hasChanged(): boolean {
    return this.#recorded.hasChanged
  }

  /** Whether a file was trusted, in whatever content. */
  knows(path: string): boolean {
    return this.record?.entries.has(path) ?? false
  }

  /** What a text that was trusted said. */
  textOf(hash: string): string | undefined {
    return this.#options.store.text(hash)
  }

  /** Stands for all of a graph, as it is now. */
  digest(graph: TrustGraph): string {
    this.#contents.begin()
    const files = [...graph.files.keys()].map((path) => [path, this.#contents.seen(path)?.[0]])
    const trees = [...graph.trees].map((folder) => [
      folder,
      [...(this.#contents.tree(folder) ?? [])].map(([name, [hash]]) => [name, hash]),
    ])
    return hashOf(JSON.stringify([files, [...graph.facts], trees]))
  }

  /** Trusts nothing of it any more. */
  forget(): void {
    this.#options.store.remove(this.subject)
    this.#recorded.hold(undefined)
  }

  /** Trusts a graph as it is now: instead of what was trusted before, or beside it. Throws where it is not as `shown`. */
  take(graph: TrustGraph, options: TrustOptions = {}): void {
    const { keep = true, isDraft = keep && this.#isDraft } = options
    this.#isDraft = isDraft
    if (isDraft) this.#take(graph, options)
    else this.#options.store.change(this.subject, () => this.#takeCurrent(graph, options))
  }

  /** Beside what others have written meanwhile. */
  #takeCurrent(graph: TrustGraph, options: TrustOptions): void {
    const wasTrusted = this.#stamp !== ''
    if (this.#refresh() && wasTrusted && this.#stamp === '' && (options.keep ?? true))
      throw notTrusted('it is not trusted any more')
    this.#take(graph, options)
  }

  #take(
    graph: TrustGraph,
    { keep = true, extra, shown, isNamed = this.record?.isNamed ?? false }: TrustOptions,
  ): void {
    if (shown !== undefined && this.digest(graph) !== shown)
      throw notTrusted('the files were changed while you looked; nothing was trusted')
    this.#contents.begin()
    const before = keep ? this.record : undefined
    const entries = new Map<string, TrustedEntry>(before?.entries)
    const trees = new Map<string, () => FileTree>(before?.trees)
    const texts = new Map<string, string | Buffer>()
    for (const [path, names] of graph.files) {
      const seen = this.#contents.seen(path)
      if (!seen) throw unreadable(path)
      entries.set(path, { seen, names: [...names] })
      const text = textAt(path, 1_000_000)
      if (text !== undefined) texts.set(seen[0], text)
    }
    for (const [key, text] of graph.facts) {
      entries.set(key, { seen: [hashOf(text), ''], names: [] })
      texts.set(hashOf(text), text)
    }
    for (const folder of graph.trees) {
      const tree = this.#contents.tree(folder)
      if (!tree) throw unreadable(folder)
      trees.set(folder, () => tree)
    }
    const [problem] = graph.problems
    if (problem !== undefined) throw new ToolyardError('untrusted', `it can't be trusted: ${problem}`)
    const named = extra ?? this.record?.extra ?? []
    const record = { subject: this.subject, isNamed, roots: this.#roots, extra: named, entries, trees }
    this.#recorded.hold(record)
    if (!this.#isDraft) this.#write(record, texts)
  }

  async files(paths: readonly string[]): Promise<void> {
    const graph = this.graph()
    for (const path of paths) graph.file(path, 'data')
    this.#pass(graph)
  }

  async command(command: StartedCommand): Promise<Readonly<Record<string, string>>> {
    const graph = this.graph()
    graph.command(command)
    this.#pass(graph, `${command.name}: `)
    return pythonVariables(command, this.#options.state)
  }

  watch(onTrusted: () => void): () => void {
    const { store, subject } = this.#options
    let known = store.stamp(subject)
    return store.watch(() => {
      if (store.stamp(subject) === known) return
      known = store.stamp(subject)
      onTrusted()
    })
  }

  /** A module that is about to run, in the very bytes that will. Throws `untrusted`. */
  check(path: string, source: string | NodeJS.ArrayBufferView): void {
    if (!this.isGuarded(path)) return void this.#loaded.add(path)
    const problem = this.#recorded.problemWith(path, source)
    if (problem === undefined) return
    if (this.isRecording) return this.#add(path)
    if (this.#refresh() && this.#recorded.problemWith(path, source) === undefined) return
    throw trustRefusal(this.subject, problem)
  }

  /** A way that leads out of the roots through a link must be one that was there. Throws `untrusted`. */
  checkWay(path: string): void {
    for (const [at, target] of linksOn(path, this.#roots)) {
      if (this.record?.entries.get(at)?.seen[0] === hashOf(target)) continue
      const graph = this.graph()
      if (!this.isRecording) {
        if (this.#refresh() && this.record?.entries.get(at)?.seen[0] === hashOf(target)) continue
        throw trustRefusal(this.subject, {
          path: at,
          kind: this.record?.entries.has(at) ? 'changed' : 'new',
        })
      }
      graph.fact(at, target)
      this.take(graph)
    }
  }

  /** What tools must not write. */
  get protectedPaths(): string[] {
    const files = [...(this.record?.entries ?? [])].filter(([, { seen }]) => seen[1] !== '')
    return protectedBy(
      files.map(([path, { names }]) => [path, names] as const),
      this.record?.trees.keys() ?? [],
    )
  }

  #pass(graph: TrustGraph, what = ''): void {
    let [first] = this.differences(graph)
    if (first === undefined) return
    if (this.isRecording) return this.take(graph)
    if (this.#refresh()) [first] = this.differences(graph)
    if (first !== undefined) throw trustRefusal(this.subject, first, what)
  }

  #add(path: string): void {
    const graph = this.graph()
    graph.file(path, 'loaded')
    this.take(graph)
  }

  #write(record: TrustRecord, texts: ReadonlyMap<string, string | Buffer>): void {
    const { subject, store } = this.#options
    store.write(record, texts)
    this.#stamp = store.stamp(subject)
  }

  /** Whether the record is another than before. */
  #refresh(): boolean {
    const { subject, store } = this.#options
    const stamp = store.stamp(subject)
    if (stamp === this.#stamp) return false
    this.#stamp = stamp
    this.#recorded.hold(store.read(subject))
    return true
  }
}

function urlOf(folder: string): string {
  const { href } = pathToFileURL(folder)
  return href.endsWith('/') ? href : `${href}/`
}
