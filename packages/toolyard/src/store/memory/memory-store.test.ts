import { describeStore } from '../conformance/index.ts'
import { createMemoryResults, createMemoryStore } from '../index.ts'

describeStore('memory', (_test, { results } = {}) =>
  results === undefined
    ? createMemoryStore()
    : { ...createMemoryStore(), results: createMemoryResults(results) },
)
