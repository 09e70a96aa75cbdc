/**
 * Where playwright-core is installed: beside Toolyard, or in a folder above it.
 *
 * @module
 */
import { createRequire } from 'node:module'

export function findPlaywright(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('playwright-core')
  } catch {
    return undefined
  }
}
