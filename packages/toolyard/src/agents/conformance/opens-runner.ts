/** What a suite of runners needs of one: a model that says given turns. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
import type { Runner } from '../run/runner.ts'

/** What the model says. An input that is a text stands for arguments that are no JSON. */
export interface SaidTurn {
  readonly text?: string
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown }[]
  /** `length`: the answer was cut at its longest. `refusal`: the service withheld the rest. */
  readonly finish?: 'length' | 'refusal'
}

export interface OpenedRunner {
  readonly runner: Runner
  /** With a price, so that there are costs. */
  readonly model: string
  /** Everything that the model was shown, a text for each time it was asked. */
  readonly shown: () => readonly string[]
}

/** A runner whose model says these turns, one after the other. */
export type OpensRunner = (test: SuiteTest, turns: readonly SaidTurn[]) => Promise<OpenedRunner>
