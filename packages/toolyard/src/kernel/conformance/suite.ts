/**
 * What conformance suites are written with, so that they run under any test runner: `node:test`, or `describe` and `it` of another one.
 * What a test opens is closed when it ends, whatever the runner.
 *
 * @module
 */
import type * as NodeTest from 'node:test'
import { lazy } from '../lazy.ts'

/** What a suite needs of a test runner: both functions take a title and a body. */
export interface TestRunner {
  readonly describe: (title: string, body: () => void) => unknown
  readonly it: (title: string, body: () => Promise<void>) => unknown
}

/** A test at work. */
export interface SuiteTest {
  /** Called when the test has ended; what was opened last is closed first. */
  after(close: () => unknown): void
}

export interface Suite {
  describe(title: string, body: () => void): void
  it(title: string, body: (test: SuiteTest) => unknown): void
}

const nodeTest = lazy((require) => require('node:test') as typeof NodeTest)

/** `node:test` is loaded only if no other runner is given. */
export function suiteOn(runner: TestRunner = nodeTest()): Suite {
  return {
    describe: (title, body) => void runner.describe(title, body),
    it: (title, body) => void runner.it(title, () => runOnce(body)),
  }
}

async function runOnce(body: (test: SuiteTest) => unknown): Promise<void> {
  const closes: (() => unknown)[] = []
  try {
    await body({ after: (close) => void closes.push(close) })
  } finally {
    for (const close of closes.toReversed()) await close()
  }
}
