import { describeFullBoard, describeStore } from '../conformance/index.ts'
import { createMemoryStore } from '../index.ts'
import { createMemoryBoard } from './memory-board.ts'

describeStore('memory', (_test, { results } = {}) => createMemoryStore({ results: { maxSize: results } }))
describeFullBoard('memory', () => createMemoryBoard(5))
