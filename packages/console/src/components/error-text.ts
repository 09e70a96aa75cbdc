/**
 * An error in one line, in the reader's language.
 *
 * @module
 */
import { ApiError, offlineCode } from '../api/api-error.ts'
import type { Words } from '../i18n/words.ts'
import { serverWords } from './server-words.ts'

export function errorText(error: unknown, { common, errors }: Pick<Words, 'common' | 'errors'>): string {
  if (error instanceof ApiError)
    return error.code === offlineCode ? common.offlineTitle : serverWords(error, errors).text
  return error instanceof Error ? error.message : String(error)
}
