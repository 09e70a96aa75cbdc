/**
 * What is known of the definitions that the tools of one source share, for as long as its tools are made.
 *
 * Documents exist in which every model leads to every other, so that each tool has the same definitions: each is checked and
 * written for fingerprints once.
 *
 * @module
 */
import { createSharedCheck, type SchemaCheck } from '../kernel/index.ts'
import type { DefinitionTexts } from './fingerprint.ts'

export interface SharedSchemas {
  readonly check: SchemaCheck
  readonly texts: DefinitionTexts
}

export function createSharedSchemas(): SharedSchemas {
  return { check: createSharedCheck(), texts: new WeakMap() }
}
