/**
 * `programTools`: manifests in, tools and problems out, and again after each change.
 *
 * A bad manifest is reported as a problem and never stops the others; one whose new version is bad keeps its old one.
 *
 * @module
 */
import { dirname, resolve } from 'node:path'
import type { DiscoverProblem, SourceTools, ToolSource } from '../../define/index.ts'
import type { TrustGate } from '../../host/index.ts'
import { importedFile, type KnownFile, listTools } from '../known-file.ts'
import { type ScannedFile, scanFolders } from '../scan-folder.ts'
import { mapBounded } from '../map-bounded.ts'
import { watchFolders } from '../watch-folder.ts'
import { importProgram } from './import-program.ts'
import { isManifest } from '../../kinds/program/index.ts'

export interface ProgramOptions {
  /** What relative paths are relative to; the current folder by default. */
  readonly folder?: string
  /** Who brings them: the application by default. */
  readonly source?: ToolSource
  /** Asked before a manifest is read. */
  readonly trust?: TrustGate | undefined
}

export interface ProgramTools extends SourceTools {
  /** Folders whose files are run: what agents must not write. */
  readonly folders: readonly string[]
  /** Calls back with the whole new state after each change; answers a function that stops it. */
  watch(onChange: (now: SourceTools) => void): () => void
}

/** `paths` are manifests, or folders that are looked through for them. Never rejects for what is in them. */
export async function programTools(
  paths: readonly string[],
  { folder = process.cwd(), source = 'app', trust }: ProgramOptions = {},
): Promise<ProgramTools> {
  const wanted = paths.map((path) => resolve(folder, path))
  const look = new Look(wanted, { source, trust })
  const { tools, problems } = await look.again()
  return {
    tools,
    problems,
    folders: [...new Set(wanted.map((path) => (isManifest(path) ? dirname(path) : path)))],
    watch: (onChange) => watchPrograms(look, onChange),
  }
}

/** What was found, so that the next look can tell what has changed. */
class Look {
  readonly #wanted: readonly string[]
  readonly #from: Pick<ProgramOptions, 'source' | 'trust'>
  #known = new Map<string, KnownFile>()
  #seen = ''
  directories: ReadonlyMap<string, string> = new Map()
  hasChanged = false

  constructor(wanted: readonly string[], from: Pick<ProgramOptions, 'source' | 'trust'>) {
    this.#wanted = wanted
    this.#from = from
  }

  async again(): Promise<SourceTools> {
    const { files, problems } = await this.#scan()
    const read = await mapBounded(files, { limit: 16, patienceMs: 250 }, async (file) => {
      const outcome = await importProgram(file, this.#from)
      return [file.real, importedFile(file, outcome, this.#known.get(file.real))] as const
    })
    this.#known = new Map(read)
    const listed = listTools(this.#known.values())
    const now = {
      tools: listed.tools.flatMap(({ loaded }) => loaded ?? []),
      problems: [...problems, ...listed.problems],
    }
    const seen = JSON.stringify([now.tools.map(({ manifest }) => manifest), now.problems])
    this.hasChanged = seen !== this.#seen
    this.#seen = seen
    return now
  }

  async #scan(): Promise<{ files: readonly ScannedFile[]; problems: readonly DiscoverProblem[] }> {
    const alone = this.#wanted.filter(isManifest)
    const [scan, beside] = await Promise.all([
      scanFolders(this.#wanted.filter((path) => !isManifest(path))),
      // A manifest that is named alone is found in its folder.
      scanFolders([...new Set(alone.map((path) => dirname(path)))]),
    ])
    this.directories = new Map([...beside.directories, ...scan.directories])
    const named = beside.tools.filter(({ path }) => alone.includes(path))
    const found = [...scan.tools.filter(({ path }) => isManifest(path)), ...named]
    const missing = alone.filter((path) => !named.some((file) => file.path === path))
    return {
      files: [...new Map(found.map((file) => [file.real, file])).values()],
      problems: [
        ...scan.problems,
        ...missing.map((file) => ({ file, reason: 'There is no such manifest', hint: 'Correct its path.' })),
      ],
    }
  }
}

/** Looks again when something stirs; reports it if something changed. */
function watchPrograms(look: Look, onChange: (now: SourceTools) => void): () => void {
  let isLooking = false
  let isWanted = false
  let isOver = false
  const lookWhileWanted = async (): Promise<void> => {
    isWanted = true
    if (isLooking) return
    isLooking = true
    while (isWanted) {
      isWanted = false
      const now = await look.again()
      if (isOver) break
      // What came into a new folder before it was watched shows in a second look.
      if (watch.update(look.directories).hasNew) isWanted = true
      if (look.hasChanged) onChange(now)
    }
    isLooking = false
  }
  const watch = watchFolders(() => void lookWhileWanted())
  void lookWhileWanted()
  return () => {
    isOver = true
    watch.close()
  }
}
