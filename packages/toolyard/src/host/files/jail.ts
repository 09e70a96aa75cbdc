/**
 * Decides where a request leads: inside which root, and under which real path.
 *
 * Text first, then containment of the path as written, then containment of the path as it really is. What is ours is in no
 * root, whichever root holds it. What is answered is a fact of this moment; the caller that opens the path must compare again.
 *
 * @module
 */
import { relative, resolve } from 'node:path'
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import { checkRequest } from './check-request.ts'
import { fileError } from './file-error.ts'
import { isInFolders, isProtectedName } from './protected.ts'
import { bothPaths, realPathOf } from './real-path.ts'
import { isWithin, openRoots, type Root, rootOf } from './roots.ts'
import { isSensitivePath } from './sensitive.ts'

export interface ResolvedPath {
  /** The real path, absolute. */
  readonly path: string
  /** As written, made absolute: links in it are still links. */
  readonly written: string
  /** For people and models: relative to the workspace where it is in there. */
  readonly shown: string
  readonly root: Root
  readonly exists: boolean
}

export interface JailSettings {
  readonly workspace: string
  readonly roots?: readonly Root[] | undefined
  readonly protectedPaths?: readonly string[] | undefined
  /** What Toolyard keeps for itself: no tool reads, lists or writes it. */
  readonly statePaths?: readonly string[] | undefined
}

export class Jail {
  readonly roots: readonly Root[]
  readonly workspace: string
  readonly #protected: readonly string[]
  readonly #own: readonly string[]

  constructor({ workspace, roots = [], protectedPaths = [], statePaths = [] }: JailSettings) {
    this.roots = openRoots(workspace, roots)
    this.workspace = this.roots[0]?.path ?? workspace
    this.#protected = bothPaths(protectedPaths, this.workspace)
    this.#own = bothPaths(statePaths, this.workspace)
  }

  /** Throws `outside_workspace`, `protected_path`, or what the operating system says of the path. */
  resolve(request: string, access: 'read' | 'write' = 'read'): ResolvedPath {
    checkRequest(request, this.workspace)
    const written = resolve(this.workspace, request)
    if (!rootOf(this.roots, written)) throw this.#outside(request, 'it leads out of it')
    try {
      const { path, exists } = realPathOf(written)
      const root = rootOf(this.roots, path)
      if (!root) throw this.#outside(request, 'a link in it leads out')
      if (this.isOwn(written) || this.isOwn(path)) throw ownError(request)
      const resolved = { path, written, shown: this.show(path), root, exists }
      if (access === 'write') this.#checkWritable(resolved)
      return resolved
    } catch (error) {
      throw fileError(error, visibleText(request))
    }
  }

  show(path: string): string {
    const near = rootOf(this.roots, path)
    return visibleText(near?.path === this.workspace ? relative(this.workspace, path) || '.' : path)
  }

  isSensitive(path: string): boolean {
    return isSensitivePath(this.#below(path))
  }

  isProtected(path: string): boolean {
    const absolute = resolve(this.workspace, path)
    return isProtectedName(this.#below(path)) || isInFolders(absolute, this.#protected)
  }

  /** Whether it is Toolyard's own, or in a folder that is. */
  isOwn(path: string): boolean {
    return isInFolders(resolve(this.workspace, path), this.#own)
  }

  /** What is Toolyard's own below a folder, which is a real path: names from there. */
  ownBelow(folder: string): string[] {
    return [
      ...new Set(this.#own.filter((path) => isWithin(folder, path)).map((path) => relative(folder, path))),
    ]
  }

  /** Throws `protected_path` if no tool may write there. */
  #checkWritable({ path, written, shown, root }: ResolvedPath): void {
    if (root.access === 'read')
      throw new ToolyardError('protected_path', `"${shown}" is below ${root.path}, which is read-only`, {
        hint: `Write inside the workspace ${this.workspace}.`,
      })
    if (this.isProtected(path) || this.isProtected(written))
      throw new ToolyardError(
        'protected_path',
        `"${shown}" is protected: it configures this machine, this project or its tools`,
        { hint: 'Ask the user to make the change.' },
      )
  }

  /** What was opened is not what was checked. */
  moved(request: string): ToolyardError {
    return new ToolyardError(
      'outside_workspace',
      `"${visibleText(request)}" was moved or replaced while it was being opened; nothing outside the workspace ${this.workspace} is used`,
      { hint: 'Try again when nothing else changes these folders.', retryable: true },
    )
  }

  #below(path: string): string {
    const absolute = resolve(this.workspace, path)
    return relative(rootOf(this.roots, absolute)?.path ?? '/', absolute)
  }

  #outside(request: string, reason: string): ToolyardError {
    return new ToolyardError(
      'outside_workspace',
      `"${visibleText(request)}" is outside the workspace ${this.workspace}: ${reason}`,
      { hint: this.#hint() },
    )
  }

  #hint(): string {
    const others = this.roots.slice(1).map(({ path }) => path)
    return `Use a path inside the workspace${others.length > 0 ? ` or below ${others.join(', ')}` : ''}.`
  }
}

function ownError(request: string): ToolyardError {
  return new ToolyardError(
    'protected_path',
    `"${visibleText(request)}" belongs to Toolyard itself: tools can't read or change it`,
    { hint: 'Leave it alone; the user can look at it with the toolyard command.' },
  )
}
