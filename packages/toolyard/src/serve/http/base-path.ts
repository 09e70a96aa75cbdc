/**
 * The path under which the API is mounted in another server: `/toolyard`, or nothing for all of it.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { HttpRequest } from './message.ts'

const segment = /^(?!\.+$)[\w.~-]+$/

/** Without a slash at its end. Throws `invalid_config`. */
export function checkedBasePath(given: string): string {
  const path = given.replace(/\/$/, '')
  if (path === '') return ''
  const [first, ...segments] = path.split('/')
  if (first === '' && segments.every((part) => segment.test(part))) return path
  throw new ToolyardError('invalid_config', `basePath "${given}" is not a path`, {
    hint: 'Begin with a slash and use letters, digits, ".", "_", "~" and "-": "/toolyard".',
  })
}

export interface RequestTarget {
  /** From the base path on, without the query: that may hold anything. */
  readonly path: string
  readonly search: string
}

/** Throws `not_found` for what is not under the base path. A target that names a host of its own, or tries to, is no path. */
export function targetOf(request: HttpRequest, basePath: string): RequestTarget {
  const url = request.originalUrl ?? request.url ?? ''
  const at = url.indexOf('?')
  const path = at === -1 ? url : url.slice(0, at)
  const isPath = path.startsWith('/') && !path.startsWith('//') && !path.includes('\\')
  const below = path.slice(basePath.length) || '/'
  if (!isPath || !path.startsWith(basePath) || !below.startsWith('/')) throw nothingAt(path, basePath)
  return { path: below, search: at === -1 ? '' : url.slice(at + 1) }
}

export function nothingAt(path: string, basePath: string): ToolyardError {
  return new ToolyardError('not_found', `there is nothing at ${path.slice(0, 200)}`, {
    hint: `See what there is at ${basePath}/docs.`,
  })
}
