/**
 * The lines of the files that results lie in: read once a call, and only if they may be shown.
 *
 * @module
 */
import type { Workspace } from '../../../host/index.ts'
import { type LineColumn, LineIndex, type Location } from './servers/index.ts'
import type { PlaceResult } from './output.ts'

/** The longest file that is read for the sake of a line. */
const maxBytes = 4 * 1024 * 1024
/** Characters of a line. */
const mostText = 200

interface ShownFile {
  readonly shown: string
  readonly outside: boolean
  /** Absent if the text may not be shown. */
  readonly lines: LineIndex | undefined
}

export class FileLines {
  readonly #files: Workspace
  readonly #known = new Map<string, Promise<ShownFile>>()

  constructor(files: Workspace) {
    this.#files = files
  }

  /** Whether rules let the call know of it. */
  isOpen({ path }: Location): boolean {
    return path === undefined || !this.#files.isClosed(path)
  }

  /** Where something is, as people see it. */
  async placeOf({ path, uri, range: { start } }: Location): Promise<PlaceResult> {
    const file = path === undefined ? undefined : await this.#file(path)
    const { line, column } = placeIn(file?.lines, start)
    const text = file?.lines?.line(line - 1)
    return {
      path: file?.shown ?? uri,
      line,
      column,
      ...(text !== undefined && { text: cutAround(text.trimEnd(), column) }),
      ...(file?.outside !== false && { outside: true }),
    }
  }

  #file(path: string): Promise<ShownFile> {
    let file = this.#known.get(path)
    if (!file) this.#known.set(path, (file = this.#read(path)))
    return file
  }

  async #read(path: string): Promise<ShownFile> {
    let shown: string
    try {
      shown = this.#files.resolve(path).shown
    } catch {
      return { shown: path, outside: true, lines: undefined }
    }
    if (this.#files.isSensitive(path)) return { shown, outside: false, lines: undefined }
    try {
      using file = this.#files.openRead(path)
      if (file.size > maxBytes) return { shown, outside: false, lines: undefined }
      const text = new TextDecoder().decode(await file.readPart(0, file.size))
      return { shown, outside: false, lines: new LineIndex(text) }
    } catch {
      // Gone since the server read it: its place is reported all the same.
      return { shown, outside: false, lines: undefined }
    }
  }
}

function placeIn(lines: LineIndex | undefined, start: Location['range']['start']): LineColumn {
  return lines ? lines.place(start) : { line: start.line + 1, column: start.character + 1 }
}

/** A long line around its column; a short one without its indentation. */
function cutAround(text: string, column: number): string {
  const trimmed = text.trimStart()
  if (trimmed.length <= mostText) return trimmed
  const points = Array.from(text)
  const from = Math.max(0, Math.min(column - 1 - mostText / 4, points.length - mostText))
  const part = points.slice(from, from + mostText).join('')
  return `${from > 0 ? '…' : ''}${part.trim()}${from + mostText < points.length ? '…' : ''}`
}
