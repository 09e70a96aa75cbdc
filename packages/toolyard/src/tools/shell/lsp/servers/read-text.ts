/**
 * The text of a file of the workspace, for a server to work on.
 *
 * @module
 */
import { ToolyardError } from '../../../../kernel/index.ts'
import type { Workspace } from '../../../../host/index.ts'

/** No source file that people write is as long; a server would choke on one. */
const maxBytes = 8 * 1024 * 1024

/** Without its byte order mark. Throws where it may not be read. */
export type ReadText = (path: string) => Promise<string>

export function textReader(files: Pick<Workspace, 'openRead'>): ReadText {
  return async (path) => {
    using file = files.openRead(path)
    if (file.size > maxBytes) {
      throw new ToolyardError(
        'invalid_arguments',
        `"${file.shown}" has ${file.size} bytes; language servers are given files of at most ${maxBytes}`,
        { hint: 'Use grep or read_file on it.' },
      )
    }
    return new TextDecoder().decode(await file.readPart(0, file.size))
  }
}
