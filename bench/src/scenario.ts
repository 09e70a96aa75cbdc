/**
 * A question that the benchmark answers.
 *
 * @module
 */
import type { Line } from './report.ts'

export interface ScenarioContext {
  /** Tiny counts, one round: shows that everything can be measured. The figures mean nothing. */
  readonly quick: boolean
}

export interface Scenario {
  /** As `--only` names it. */
  readonly name: string
  readonly title: string
  run(this: void, context: ScenarioContext): Promise<readonly Line[]>
}
