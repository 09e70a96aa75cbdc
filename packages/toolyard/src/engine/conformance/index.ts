/** What every engine must do. Tests of an implementation call this; third-party implementations can too. */
import { describeBus } from './bus.ts'
import type { OpensFleet } from './fleet.ts'
import { describeInspection } from './inspection.ts'
import { describeInterleavings, type InterleavingOptions } from './interleavings.ts'
import { describeInterruptions } from './interruptions.ts'
import { describeJobs } from './jobs.ts'
import { describeLimits } from './limits.ts'

export { createManualClock } from './manual-clock.ts'

export function describeEngine(adapter: string, open: OpensFleet, options: InterleavingOptions = {}): void {
  describeBus(adapter, open)
  describeLimits(adapter, open)
  describeJobs(adapter, open)
  describeInterruptions(adapter, open)
  describeInspection(adapter, open)
  describeInterleavings(adapter, open, options)
}
