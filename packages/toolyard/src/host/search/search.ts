/**
 * Looking through many files: the folder that is searched, and the program that does it.
 *
 * @module
 */
import type { Workspace } from '../files/index.ts'
import type { Programs } from '../proc/program.ts'
import { createRipgrep, type RunRipgrep } from './ripgrep.ts'
import { openSearchPlace, type SearchPlace } from './search-folder.ts'

export interface Search {
  /**
   * The folder that a path names, or that the file stands in which it names; dispose of it. Throws `outside_workspace`,
   * `not_found`, or `tool_failed` if it is neither.
   */
  open(request: string): SearchPlace
  readonly ripgrep: RunRipgrep
}

export function createSearch(files: Workspace, programs: Programs): Search {
  return {
    open: (request) => openSearchPlace(files, request),
    ripgrep: createRipgrep(programs),
  }
}
