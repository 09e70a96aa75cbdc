/** What a suite of runners needs of one: a model that says given turns. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
import type { Runner } from '../run/runner.ts'

/** What the model says. An input that is a text stands for arguments that are no JSON. */
export interface SaidTurn {
  readonly text?: string
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown }[]
  /** `length`: the answer was cut at its longest. `refusal`: the service withheld the rest. */
  readonly finish?: 'length' | 'refusal'
  /** Tokens that the service counts. Those that it had read before, and those that it wrote down to read again, are part of `input`. */
  readonly usage?: {
    readonly input: number
    readonly output: number
    readonly cached?: number
    readonly written?: number
  }
}

/** For a million tokens. */
export const modelPrice = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 } as const

export interface OpenedRunner {
  readonly runner: Runner
  /** With `modelPrice`, so that there are costs. */
  readonly model: string
  /** Everything that the model was shown, a text for each time it was asked. */
  readonly shown: () => readonly string[]
}

/** A runner whose model says these turns, one after the other. */
export type OpensRunner = (test: SuiteTest, turns: readonly SaidTurn[]) => Promise<OpenedRunner>
