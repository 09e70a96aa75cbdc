/**
 * What a server tells of its own accord: work in progress, its status, and the diagnostics of documents.
 *
 * Kept within limits whatever it sends. Everything that arrives fires the pulse, so that a waiting caller can look again.
 *
 * @module
 */
import { isPlainObject } from '../../../../kernel/index.ts'
import { pathOf } from './uri.ts'
import { createPulse, type Pulse } from './wait.ts'

const maxJobs = 1000
const maxDocuments = 2000

/** Diagnostics of one document as they arrived. */
export interface PublishedDiagnostics {
  /** Counts up with everything that arrives. */
  readonly order: number
  readonly version: number | undefined
  readonly items: unknown
}

export interface ServerWork {
  readonly stirred: Pulse
  /** How much has arrived; what comes later has a higher order. */
  readonly order: number
  /** What it is doing, by the title that it gave. */
  readonly jobs: readonly string[]
  /** Whether it has begun any work since its start. */
  readonly hasWorked: boolean
  /** Whether it said that it is done; `undefined` if it said nothing. */
  readonly isQuiet: boolean | undefined
  published(path: string): PublishedDiagnostics | undefined
  onProgress(token: unknown, value: unknown): void
  onStatus(params: unknown): void
  onDiagnostics(params: unknown): void
}

export function createServerWork(): ServerWork {
  const stirred = createPulse()
  const jobs = new Map<unknown, string>()
  const documents = new Map<string, PublishedDiagnostics>()
  let order = 0
  let hasWorked = false
  let isQuiet: boolean | undefined
  const stir = (): void => {
    order++
    stirred.fire()
  }
  return {
    stirred,
    get order() {
      return order
    },
    get jobs() {
      return [...jobs.values()]
    },
    get hasWorked() {
      return hasWorked
    },
    get isQuiet() {
      return isQuiet
    },
    published: (path) => documents.get(path),
    onProgress(token, value) {
      if (!isPlainObject(value)) return
      if (value['kind'] === 'begin' && jobs.size < maxJobs) {
        jobs.set(token, typeof value['title'] === 'string' ? value['title'] : '')
        hasWorked = true
      }
      if (value['kind'] === 'end') jobs.delete(token)
      stir()
    },
    onStatus(params) {
      if (!isPlainObject(params) || typeof params['quiescent'] !== 'boolean') return
      isQuiet = params['quiescent']
      stir()
    },
    onDiagnostics(params) {
      const path = isPlainObject(params) ? pathOf(params['uri']) : undefined
      if (path === undefined || !isPlainObject(params)) return
      const { version, diagnostics } = params
      documents.delete(path)
      documents.set(path, {
        order: order + 1,
        version: typeof version === 'number' ? version : undefined,
        items: diagnostics,
      })
      const [oldest] = documents.keys()
      if (documents.size > maxDocuments && oldest !== undefined) documents.delete(oldest)
      stir()
    },
  }
}
