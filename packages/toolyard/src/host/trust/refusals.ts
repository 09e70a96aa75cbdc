/**
 * What is said where something is not, or can't be, trusted.
 *
 * @module
 */
import { dirname, relative } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'
import { isFileAt } from './code-files.ts'
import type { Difference } from './differences.ts'

export function notTrusted(why: string): ToolyardError {
  return new ToolyardError('untrusted', why, { hint: 'Run "toolyard trust" again.' })
}

export function trustRefusal(subject: string, { path, kind }: Difference, what = ''): ToolyardError {
  const shown = relative(process.cwd(), path) || path
  const how =
    kind === 'changed'
      ? 'has changed since it was trusted'
      : kind === 'unreadable'
        ? "can't be read as a whole"
        : 'was not there when it was trusted, or was not loaded'
  const folder = relative(process.cwd(), isFileAt(subject) ? dirname(subject) : subject)
  return new ToolyardError('untrusted', `${what}${shown.startsWith('../../') ? path : shown} ${how}`, {
    hint: `Look at the change and accept it with "toolyard trust${folder === '' ? '' : ` ${folder}`}".`,
  })
}

export function unreadable(path: string): ToolyardError {
  return new ToolyardError(
    'untrusted',
    `${path} can't be trusted: it is too large, or can't be read as a whole`,
    {
      hint: 'At most 20,000 files and 500 MB are looked at. Move it out of the folders that tools can write to.',
    },
  )
}
