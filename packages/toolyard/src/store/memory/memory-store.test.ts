import { describeFullBoard, describeStore } from '../conformance/index.ts'
import { createMemoryResults, createMemoryStore } from '../index.ts'
import { createMemoryBoard } from './memory-board.ts'

describeStore('memory', (_test, { results } = {}) =>
  results === undefined
    ? createMemoryStore()
    : { ...createMemoryStore(), results: createMemoryResults(results) },
)
describeFullBoard('memory', () => createMemoryBoard(5))
