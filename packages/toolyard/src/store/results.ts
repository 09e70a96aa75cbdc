/**
 * The port to results that were too long for the model: kept whole, or as head and tail past the limit.
 *
 * @module
 */
import type { StoredResult } from '../define/index.ts'

export interface ResultStore {
  /** Keeps a text and answers the handle under which it is read. */
  put(result: {
    readonly tool: string
    readonly text: string
    readonly dropped: number
    /** Whose it is. */
    readonly principal?: string | undefined
  }): string | Promise<string>
  read(handle: string): Promise<StoredResult | undefined>
  /** Takes results away before their time. A store without it keeps them until then. */
  remove?(handles: readonly string[]): void | Promise<void>
}
