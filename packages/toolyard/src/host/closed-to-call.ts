/**
 * Files and folders without what rules close to a call: not opened, not written, not listed, not found by a search.
 *
 * @module
 */
import { join } from 'node:path'
import { ToolyardError } from '../kernel/index.ts'
import type { OpenFolder, Workspace } from './files/index.ts'
import type { Search, SearchFolder } from './search/index.ts'

/** Of a real path. */
export type IsClosed = (path: string) => boolean

export function closeFiles(files: Workspace, isClosed: IsClosed): Workspace {
  const resolve: Workspace['resolve'] = (request, access) => {
    const resolved = files.resolve(request, access)
    if (isClosed(resolved.path) || isClosed(resolved.written)) throw closed(resolved.shown)
    return resolved
  }
  return {
    ...files,
    isClosed,
    resolve,
    openRead(request) {
      resolve(request)
      const file = files.openRead(request)
      if (!isClosed(file.path)) return file
      file[Symbol.dispose]()
      throw closed(file.shown)
    },
    openFolder(request) {
      resolve(request)
      return closeFolder(files.openFolder(request), isClosed)
    },
    write(request, content, options) {
      resolve(request, 'write')
      return files.write(request, content, options)
    },
    remove(request, expected) {
      resolve(request, 'write')
      files.remove(request, expected)
    },
  }
}

export function closeSearch(search: Search, isClosed: IsClosed): Search {
  return {
    ripgrep: search.ripgrep,
    open(request) {
      const place = search.open(request)
      return { ...place, folder: closeFound(place.folder, isClosed) }
    },
  }
}

function closeFound(folder: SearchFolder, isClosed: IsClosed): SearchFolder {
  const isOpen: SearchFolder['holds'] = (name) => !isClosed(join(folder.path, name.toString()))
  return {
    ...folder,
    open: (name) => (isOpen(name) ? folder.open(name) : undefined),
    changedAt: (name) => (isOpen(name) ? folder.changedAt(name) : undefined),
    holds: (name) => isOpen(name) && folder.holds(name),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

function closeFolder(folder: OpenFolder, isClosed: IsClosed): OpenFolder {
  const isOpen = (name: string): boolean => !isClosed(join(folder.path, name))
  return {
    path: folder.path,
    shown: folder.shown,
    entries: async () => (await folder.entries()).filter(({ name }) => isOpen(name)),
    stat: (name) => (isOpen(name) ? folder.stat(name) : undefined),
    linkTarget: (name) => (isOpen(name) ? folder.linkTarget(name) : undefined),
    child(name) {
      const child = isOpen(name) ? folder.child(name) : undefined
      return child && closeFolder(child, isClosed)
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

function closed(shown: string): ToolyardError {
  return new ToolyardError('denied', `a rule of the policy closes "${shown}" to this call`, {
    hint: 'Work without it, or ask for another rule.',
  })
}
