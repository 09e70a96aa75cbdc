/**
 * What is known of one tool file, from importing it or from the index, and how many files make one list.
 *
 * Files are judged alone; that two of them give the same name shows only in the list, so that the second one comes
 * to its right when the first is gone.
 *
 * @module
 */
import type { DiscoveredTool, DiscoverProblem, Tool } from '../define/index.ts'
import type { ToolyardError } from '../kernel/index.ts'
import { isManifest } from '../kinds/program/index.ts'
import { type ExportedTool, type FileOutcome, sumsUp } from './read-tools.ts'
import type { ScannedFile } from './scan-folder.ts'
import type { IndexedFile, IndexedTool } from './tool-index.ts'

export interface KnownTool extends DiscoveredTool {
  readonly exportName: string
}

export interface KnownFile {
  /** As it was found just before it was imported. */
  readonly file: ScannedFile
  readonly tools: readonly KnownTool[]
  readonly problems: readonly DiscoverProblem[]
}

/** A file that was imported. If the import failed, its earlier tools stay. */
export function importedFile(file: ScannedFile, outcome: FileOutcome, before?: KnownFile): KnownFile {
  const isFailure = outcome.tools.length === 0 && outcome.failures.length > 0
  const kept = isFailure ? (before?.tools ?? []) : []
  const isKept = kept.length > 0
  return {
    file,
    tools: isKept ? kept : outcome.tools.map((tool) => loadedTool(file.path, tool)),
    problems: outcome.failures.map((failure) => problemOf(file.path, failure, isKept)),
  }
}

/** A file that need not be imported yet. */
export function indexedFile(
  file: ScannedFile,
  entry: IndexedFile,
  load: (tool: IndexedTool) => Promise<Tool>,
): KnownFile {
  const tools = entry.tools.map((tool) => lazyTool(file.path, tool, () => load(tool)))
  return { file, tools, problems: [] }
}

/** What the index shall say of the file; undefined if it must be imported again. */
export function indexEntry({ file, tools, problems }: KnownFile): IndexedFile | undefined {
  // What a manifest says depends on the program, too; to read both is quick.
  if (problems.length > 0 || tools.length === 0 || isManifest(file.path)) return undefined
  const { folder, size, mtimeMs } = file
  return {
    folder,
    size,
    mtimeMs,
    tools: tools.map(({ exportName, manifest, aliases, provided }) => ({
      exportName,
      manifest,
      aliases: Object.fromEntries(aliases),
      provided,
    })),
  }
}

/** Whether importing gave other tools than the index told. */
export function differs(known: KnownFile, outcome: FileOutcome): boolean {
  if (outcome.failures.length > 0 || outcome.tools.length !== known.tools.length) return true
  return outcome.tools.some(({ exportName, tool }, at) => {
    const before = known.tools[at]
    return before?.exportName !== exportName || before.manifest.fingerprint !== tool.manifest.fingerprint
  })
}

/** The tools of all files; the first file to use a name keeps it. A file that sums up others comes last and adds only what is new. */
export function listTools(files: Iterable<KnownFile>): {
  readonly tools: readonly DiscoveredTool[]
  readonly problems: readonly DiscoverProblem[]
} {
  const byName = new Map<string, DiscoveredTool>()
  const problems: DiscoverProblem[] = []
  const { sums = [], others = [] } = Object.groupBy(files, ({ file }) =>
    sumsUp(file.path) ? 'sums' : 'others',
  )
  for (const known of [...others, ...sums]) {
    problems.push(...known.problems)
    for (const tool of known.tools) {
      const first = byName.get(tool.manifest.name)
      if (first && isSame(tool, first)) continue
      if (first) problems.push(nameTaken(tool, first))
      else byName.set(tool.manifest.name, tool)
    }
  }
  return { tools: Object.freeze([...byName.values()]), problems: Object.freeze(problems) }
}

/** A tool of another file, exported once more. */
function isSame(tool: DiscoveredTool, first: DiscoveredTool): boolean {
  return sumsUp(tool.file) && tool.manifest.fingerprint === first.manifest.fingerprint
}

function nameTaken({ file, manifest: { name } }: DiscoveredTool, first: DiscoveredTool): DiscoverProblem {
  const owner = first.file === file ? 'another export of this file' : first.file
  const hint = 'Give one of them another name; start the name of a file that is no tool with "_".'
  return { file, reason: `The name "${name}" is taken by ${owner}`, hint }
}

function problemOf(file: string, failure: ToolyardError, isKept: boolean): DiscoverProblem {
  const reason = isKept ? `${failure.message} (the version before stays in use)` : failure.message
  return { file, reason, ...(failure.hint !== undefined && { hint: failure.hint }) }
}

function loadedTool(file: string, { exportName, tool }: ExportedTool): KnownTool {
  const { manifest, aliases, provided } = tool
  const load = (): Promise<Tool> => Promise.resolve(tool)
  return Object.freeze({ exportName, file, manifest, aliases, provided, loaded: tool, load })
}

function lazyTool(file: string, indexed: IndexedTool, importTool: () => Promise<Tool>): KnownTool {
  let loaded: Tool | undefined
  let loading: Promise<Tool> | undefined
  const load = async (): Promise<Tool> => {
    try {
      return (loaded = await importTool())
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return Object.freeze({
    exportName: indexed.exportName,
    file,
    manifest: Object.freeze(indexed.manifest),
    aliases: new Map(Object.entries(indexed.aliases)),
    provided: indexed.provided,
    get loaded() {
      return loaded
    },
    load: () => (loading ??= load()),
  })
}
