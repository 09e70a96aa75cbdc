/**
 * What is known of the definitions that the tools of one source share, for as long as its tools are made.
 *
 * Documents exist in which every model leads to every other, so that each tool has the same definitions: each is checked and
 * written for fingerprints once.
 *
 * @module
 */
import { createSharedCheck, type SharedCheck } from '../kernel/index.ts'
import type { DefinitionTexts } from './fingerprint.ts'

export interface SharedSchemas {
  /** Whether a schema is right as it is; `false` means that it has to be looked at whole. */
  readonly isRight: SharedCheck
  readonly texts: DefinitionTexts
}

export function createSharedSchemas(): SharedSchemas {
  return { isRight: createSharedCheck(), texts: new WeakMap() }
}
