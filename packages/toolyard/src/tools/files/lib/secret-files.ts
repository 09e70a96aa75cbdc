/**
 * Files that are likely to hold secrets: a call that names one asks, and no other name leads to one.
 *
 * Policy decides on the name that was written, before anything is opened. So a link, or a folder that was swapped
 * meanwhile, must not lead to such a file unnoticed: it has to be named itself.
 *
 * @module
 */
import { isSensitivePath, type Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

/** Throws if `path`, which is what was opened, is secret and `request` did not say so. */
export function requireNamed(files: Workspace, request: string, path: string): void {
  if (!files.isSensitive(path) || isSensitivePath(request)) return
  throw new ToolyardError('denied', `"${request}" leads to a file that may hold secrets`, {
    hint: 'Name that file itself, so that the user can be asked.',
  })
}
