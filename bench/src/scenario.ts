/**
 * A question that the benchmark answers.
 *
 * @module
 */
import type { Line } from './report.ts'

export interface ScenarioContext {
  /** Fewer rounds, smaller counts: for a quick look, not for figures to quote. */
  readonly quick: boolean
}

export interface Scenario {
  /** As `--only` names it. */
  readonly name: string
  readonly title: string
  run(this: void, context: ScenarioContext): Promise<readonly Line[]>
}
