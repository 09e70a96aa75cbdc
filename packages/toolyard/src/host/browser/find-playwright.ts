/**
 * Where playwright-core is installed: beside Toolyard, or in a folder above it.
 *
 * @module
 */
import { createRequire } from 'node:module'
import type { TrustGate } from '../trust/gate.ts'

/** What is asked before it is loaded. */
export interface PlaywrightGround {
  readonly trust: TrustGate | undefined
  /** Whether tools could have put a file there, or changed it. */
  readonly isOpen: (path: string) => boolean
}

export function findPlaywright(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('playwright-core')
  } catch {
    return undefined
  }
}
