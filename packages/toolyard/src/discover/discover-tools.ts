/**
 * `discoverTools`: folders in, tools and problems out, and again after each change.
 *
 * Owns the state of one discovery: what was found, its module hooks, watchers and index. A file that cannot be
 * used is reported as a problem and never stops the others; a file whose new version cannot be used keeps its old one.
 * State changes in one step, after all files of a change were read.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type {
  DiscoveredTool,
  DiscoverOptions,
  DiscoverProblem,
  Discovery,
  DiscoveryChange,
  Tool,
} from '../define/index.ts'
import { settlesWithin, ToolyardError } from '../kernel/index.ts'
import { isManifest } from '../kinds/program/index.ts'
import { ChangeListeners } from './change-listeners.ts'
import { importFile } from './import-file.ts'
import { createIndexKeeper, type IndexKeeper } from './index-keeper.ts'
import { differs, importedFile, indexedFile, type KnownFile, listTools } from './known-file.ts'
import { createModuleGraph } from './module-graph.ts'
import { registerModuleHooks } from './module-hooks.ts'
import type { FileOutcome } from './read-tools.ts'
import { changedFiles, manifestsAround, type Scan, type ScannedFile, scanFolders } from './scan-folder.ts'
import { mapBounded } from './map-bounded.ts'
import { type IndexedFile, type IndexedTool, readIndex, type ToolIndex } from './tool-index.ts'
import { type FolderWatch, watchFolders } from './watch-folder.ts'

export async function discoverTools(options: DiscoverOptions): Promise<Discovery> {
  const discovery = new FolderDiscovery(options)
  try {
    await discovery.start()
    return discovery
  } catch (error) {
    await discovery[Symbol.asyncDispose]()
    throw error
  }
}

const defaultTimeoutMs = 10_000
const bounds = { limit: 16, patienceMs: 250 }
/** A change is reported without the imports that show no progress for so long; they follow when they are done. */
const stalledMs = 400

const emptyScan: Scan = { roots: [], tools: [], files: new Map(), directories: new Map(), problems: [] }

class FolderDiscovery implements Discovery {
  readonly #options: DiscoverOptions
  readonly #graph = createModuleGraph()
  readonly #hooks = registerModuleHooks({
    id: randomUUID().slice(0, 8),
    graph: this.#graph,
    roots: () => this.#scan.roots,
  })
  readonly #index: IndexKeeper
  readonly #known = new Map<string, KnownFile>()
  /** The last import that was started for each file: only that one may change what is known. */
  readonly #turns = new Map<string, object>()
  /** Indexed files whose import failed when a tool of theirs was loaded. */
  readonly #failed = new Set<string>()
  readonly #listeners = new ChangeListeners()
  #scan = emptyScan
  #watch: FolderWatch | undefined
  #stopTrust: (() => void) | undefined
  /** Files that were refused may be trusted now. */
  #isTrustedAnew = false
  #watchProblems: readonly DiscoverProblem[] = []
  #looking: Promise<void> | undefined
  #isLooking = false
  #lookAgain = false
  #isClosed = false
  #tools: readonly DiscoveredTool[] = []
  #problems: readonly DiscoverProblem[] = []

  constructor(options: DiscoverOptions) {
    this.#options = options
    this.#index = createIndexKeeper(options.indexFile)
  }

  get tools(): readonly DiscoveredTool[] {
    return this.#tools
  }

  get problems(): readonly DiscoverProblem[] {
    return this.#problems
  }

  async start(): Promise<void> {
    const { folders, indexFile } = this.#options
    const [scan, index] = await Promise.all([
      scanFolders(folders),
      indexFile === undefined ? (new Map() as ToolIndex) : readIndex(indexFile),
    ])
    this.#scan = scan
    this.#hooks.forget()
    const fresh: ScannedFile[] = []
    for (const file of scan.tools) {
      const entry = index.get(file.real)
      if (entry && isCurrent(entry, file)) {
        this.#known.set(
          file.real,
          indexedFile(file, entry, (tool) => this.#loadIndexed(file, tool)),
        )
      } else fresh.push(file)
    }
    const isIndexStale =
      fresh.some(({ path }) => !isManifest(path)) || [...index.keys()].some((path) => !this.#known.has(path))
    await mapBounded(fresh, bounds, (file) => this.#reimport(file))
    if (isIndexStale) await this.#index.save(this.#known)
    this.#list()
  }

  watch(onChange: (change: DiscoveryChange) => void): () => void {
    const remove = this.#listeners.add(onChange)
    if (!this.#watch && !this.#isClosed) {
      this.#watch = watchFolders(() => this.#look())
      this.#stopTrust = this.#options.trust?.watch(() => {
        this.#isTrustedAnew = true
        this.#look()
      })
      this.#watch.update(this.#scan.directories)
      this.#look()
    }
    return () => {
      remove()
      if (this.#listeners.isEmpty) this.#stopWatching()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#listeners.clear()
    this.#stopWatching()
    await this.#looking
    await this.#index.settled()
    this.#hooks.deregister()
  }

  #stopWatching(): void {
    this.#stopTrust?.()
    this.#watch?.close()
    this.#watch = undefined
  }

  /** Looks for changes now, or once more after the look that is under way. */
  #look(): void {
    this.#lookAgain = true
    if (!this.#isLooking) this.#looking = this.#lookWhileNeeded()
  }

  async #lookWhileNeeded(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#lookAgain && this.#watch) {
        this.#lookAgain = false
        await this.#rescan(this.#watch)
      }
    } finally {
      this.#isLooking = false
    }
  }

  async #rescan(watch: FolderWatch): Promise<void> {
    const scan = await scanFolders(this.#options.folders)
    if (watch !== this.#watch) return
    const { hasNew, problems } = watch.update(scan.directories)
    // What came into a new folder before it was watched shows in a second look.
    if (hasNew) this.#lookAgain = true
    const touched = [...changedFiles(this.#scan, scan), ...this.#refused()]
    this.#scan = scan
    this.#watchProblems = problems
    const renewed = this.#graph.renew([...touched, ...manifestsAround(scan, touched)])
    this.#hooks.forget(renewed)
    const changed = this.#forgetMissing()
    await this.#reload(
      scan.tools.filter(({ real }) => renewed.has(real)),
      changed,
    )
    this.#publish(changed)
  }

  #refused(): string[] {
    if (!this.#isTrustedAnew) return []
    this.#isTrustedAnew = false
    return [...this.#known].flatMap(([real, { problems }]) => (problems.length > 0 ? [real] : []))
  }

  #forgetMissing(): Set<string> {
    const gone = new Set<string>()
    for (const [real, { file }] of this.#known) {
      const now = this.#scan.files.get(real)
      if (now?.isTool && now.path === file.path) continue
      gone.add(file.path)
      this.#known.delete(real)
      this.#turns.delete(real)
    }
    return gone
  }

  /** Waits while imports make progress; what is still missing then is published when it comes. */
  async #reload(files: readonly ScannedFile[], changed: Set<string>): Promise<void> {
    let isPublished = false
    let done = 0
    const all = mapBounded(files, bounds, async (file) => {
      const isLatest = await this.#reimport(file)
      done++
      if (!isPublished) changed.add(file.path)
      else if (isLatest) this.#publish(new Set([file.path]))
    })
    for (let before = -1; before < done;) {
      before = done
      if (await settlesWithin(all, stalledMs)) break
    }
    isPublished = true
  }

  /** Answers whether the outcome was taken: not if the file has changed again, or is gone. */
  async #reimport(file: ScannedFile): Promise<boolean> {
    const turn = {}
    this.#turns.set(file.real, turn)
    const outcome = await this.#import(file)
    if (this.#turns.get(file.real) !== turn) return false
    this.#known.set(file.real, importedFile(file, outcome, this.#known.get(file.real)))
    return true
  }

  async #import(file: ScannedFile): Promise<FileOutcome> {
    const { trust } = this.#options
    if (isManifest(file.path)) return (await import('./programs/index.ts')).importProgram(file, { trust })
    const timeoutMs = this.#options.importTimeoutMs ?? defaultTimeoutMs
    return importFile(file, { url: this.#hooks.urlOf(file.real), timeoutMs })
  }

  async #loadIndexed(file: ScannedFile, { exportName, manifest: { name } }: IndexedTool): Promise<Tool> {
    const refuse = (reason: string, cause?: ToolyardError): never => {
      const message = `Tool "${name}" could not be loaded from ${file.path}: ${reason}`
      throw new ToolyardError(cause?.code ?? 'tool_failed', message, { hint: cause?.hint, tool: name, cause })
    }
    if (this.#isClosed) refuse('its discovery is closed')
    if (this.#failed.delete(file.real)) await this.#prepareRetry(file)
    const known = this.#known.get(file.real)
    const outcome = await this.#import(file)
    const found = outcome.tools.find((tool) => tool.exportName === exportName)
    if (!found) {
      this.#failed.add(file.real)
      const [failure] = outcome.failures
      return refuse(failure?.message ?? `it no longer exports "${exportName}"`, failure)
    }
    if (known && known === this.#known.get(file.real) && differs(known, outcome)) {
      this.#known.set(file.real, importedFile(file, outcome, known))
      this.#publish(new Set([file.path]))
    }
    return found.tool
  }

  /** Node remembers failed imports: the file, and what was changed on disk meanwhile, need new addresses. */
  async #prepareRetry(file: ScannedFile): Promise<void> {
    const now = await scanFolders(this.#options.folders)
    this.#hooks.forget(this.#graph.renew([file.real, ...changedFiles(this.#scan, now)]))
  }

  #list(): void {
    const files = this.#scan.tools.flatMap(({ real }) => this.#known.get(real) ?? [])
    const { tools, problems } = listTools(files)
    const own = this.#index.problem ? [this.#index.problem] : []
    this.#tools = tools
    this.#problems = Object.freeze([...this.#scan.problems, ...this.#watchProblems, ...own, ...problems])
  }

  #publish(changed: ReadonlySet<string>): void {
    if (this.#isClosed) return
    const before = JSON.stringify(this.#problems)
    this.#list()
    if (changed.size === 0 && before === JSON.stringify(this.#problems)) return
    if (changed.size > 0) void this.#index.save(this.#known)
    const change = Object.freeze({
      tools: this.#tools,
      problems: this.#problems,
      changed: Object.freeze([...changed].toSorted()),
    })
    this.#listeners.tell(change)
  }
}

function isCurrent(entry: IndexedFile, file: ScannedFile): boolean {
  return entry.folder === file.folder && entry.size === file.size && entry.mtimeMs === file.mtimeMs
}
