/**
 * The documents that are measured.
 *
 * @module
 */
import { toYaml } from '@scalar/openapi-parser'
import { largeDocument } from '../../../packages/toolyard/test/openapi/large-document.ts'
import {
  expandableDocument,
  resourceDocument,
} from '../../../packages/toolyard/test/openapi/linked-document.ts'

export interface Sample {
  readonly what: string
  readonly operations: number
  readonly file: string
  readonly text: string
}

export const sampleNames = ['json', 'yaml', 'expandable', 'resources'] as const
export type SampleName = (typeof sampleNames)[number]

export function sampleOf(name: SampleName, quick: boolean): Sample {
  const operations = quick ? 50 : 1000
  const linked = quick
    ? { operations: 20, models: 20, links: 5 }
    : { operations: 600, models: 400, links: 10 }
  return samples[name](operations, linked)
}

type Linked = Parameters<typeof expandableDocument>[0]

const samples: Readonly<Record<SampleName, (operations: number, linked: Linked) => Sample>> = {
  json: (operations) => ({
    what: 'JSON',
    operations,
    file: 'api.json',
    text: JSON.stringify(largeDocument(operations)),
  }),
  yaml: (operations) => ({
    what: 'YAML',
    operations,
    file: 'api.yaml',
    text: toYaml(largeDocument(operations)),
  }),
  expandable: (_, linked) => ({
    what: 'every model leads to every other: answers with fields to expand',
    operations: linked.operations,
    file: 'expandable.json',
    text: JSON.stringify(expandableDocument(linked)),
  }),
  resources: (_, linked) => ({
    what: 'every model leads to every other: bodies and answers, 2.0',
    operations: linked.operations,
    file: 'resources.json',
    text: JSON.stringify(resourceDocument(linked)),
  }),
}
