/**
 * What the operating system says of a file, as an error that a model can act on.
 *
 * @module
 */
import type { Stats, BigIntStats, Dirent } from 'node:fs'
import { messageOf, ToolyardError } from '../../kernel/index.ts'

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** `shown` is the path as the caller knows it. One of our own errors passes through. */
export function fileError(error: unknown, shown: string): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const known = meanings[errnoOf(error) ?? '']
  if (!known)
    return new ToolyardError('tool_failed', `"${shown}" could not be used: ${messageOf(error)}`, {
      cause: error,
    })
  const { code, text, hint } = known
  return new ToolyardError(code, `"${shown}" ${text}`, { hint, cause: error })
}

interface ErrnoMeaning {
  readonly code: 'not_found' | 'tool_failed' | 'invalid_arguments'
  readonly text: string
  readonly hint: string
}

const meanings: Readonly<Record<string, ErrnoMeaning>> = {
  ENOENT: { code: 'not_found', text: 'does not exist', hint: 'List the folder to see what is there.' },
  ENOTDIR: {
    code: 'not_found',
    text: 'does not exist: a part of its path is a file, not a folder',
    hint: 'List the folder to see what is there.',
  },
  ELOOP: {
    code: 'not_found',
    text: 'is a link that leads in a circle',
    hint: 'Name the file itself.',
  },
  ENAMETOOLONG: {
    code: 'invalid_arguments',
    text: 'has a name that is too long',
    hint: 'Give a shorter name.',
  },
  EACCES: {
    code: 'tool_failed',
    text: 'may not be used: permission denied',
    hint: 'Ask the user to change its permissions.',
  },
  EPERM: {
    code: 'tool_failed',
    text: 'may not be used: not permitted',
    hint: 'Ask the user to change its permissions.',
  },
  EROFS: {
    code: 'tool_failed',
    text: 'is on a read-only file system',
    hint: 'Write somewhere else.',
  },
  ENOSPC: { code: 'tool_failed', text: 'does not fit: the disk is full', hint: 'Tell the user.' },
  EDQUOT: { code: 'tool_failed', text: 'does not fit: the quota is used up', hint: 'Tell the user.' },
  EMFILE: {
    code: 'tool_failed',
    text: 'can not be opened: too many files are open',
    hint: 'Try again later.',
  },
  ENXIO: { code: 'tool_failed', text: 'is not a regular file', hint: 'Only regular files can be used.' },
}

/** What a thing is that is neither file nor folder, or the wrong one of the two. */
export function kindOf(stat: Stats | BigIntStats | Dirent): string {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'folder'
  if (stat.isSymbolicLink()) return 'link'
  if (stat.isFIFO()) return 'named pipe'
  if (stat.isSocket()) return 'socket'
  return 'device'
}
