/**
 * Imports one file and reads its tools. Never rejects: what went wrong is part of the outcome.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { importFailure, timeLimitFailure } from './import-failure.ts'
import { type FileOutcome, isEndpoint, readTools } from './read-tools.ts'
import type { ScannedFile } from './scan-folder.ts'
import { settlesWithin } from '../kernel/index.ts'

export interface ImportOptions {
  /** The address of the file's current generation. */
  readonly url: string
  readonly timeoutMs: number
}

export async function importFile(file: ScannedFile, { url, timeoutMs }: ImportOptions): Promise<FileOutcome> {
  try {
    const importing = import(url) as Promise<Readonly<Record<string, unknown>>>
    if (!(await settlesWithin(importing, timeoutMs)))
      return { tools: [], failures: [timeLimitFailure(timeoutMs)] }
    const exports = await importing
    const source = await readFile(file.real, 'utf8')
    const endpoint = isEndpoint(exports['default'])
      ? (await import('../kinds/rest/definition/index.ts')).restTool
      : undefined
    return readTools(exports, { path: file.path, category: file.category, source, endpoint })
  } catch (error) {
    return { tools: [], failures: [importFailure(error, file.path)] }
  }
}
