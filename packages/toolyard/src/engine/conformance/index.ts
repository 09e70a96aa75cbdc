/** What every engine must do. Tests of an implementation call this; third-party implementations can too. */
import { suiteOn, type TestRunner } from '../../kernel/conformance/index.ts'
import { describeBus } from './bus.ts'
import type { OpensFleet } from './fleet.ts'
import { describeInspection } from './inspection.ts'
import { describeInterleavings } from './interleavings.ts'
import { describeInterruptions } from './interruptions.ts'
import { describeJobs } from './jobs.ts'
import { describeLimits } from './limits.ts'

export type { Fleet, FleetLimits, OpensFleet } from './fleet.ts'
export { createManualClock } from './manual-clock.ts'

export interface EngineSuiteOptions {
  /** How many random orders of events are tried; 150. Fewer are enough in real time. */
  readonly runs?: number | undefined
  /** `describe` and `it` of another test runner than `node:test`. */
  readonly runner?: TestRunner | undefined
}

export function describeEngine(
  adapter: string,
  open: OpensFleet,
  { runs = 150, runner }: EngineSuiteOptions = {},
): void {
  const suite = suiteOn(runner)
  describeBus(adapter, open, suite)
  describeLimits(adapter, open, suite)
  describeJobs(adapter, open, suite)
  describeInterruptions(adapter, open, suite)
  describeInspection(adapter, open, suite)
  describeInterleavings(adapter, open, { suite, runs })
}
