import { createManualClock, describeEngine } from './conformance/index.ts'
import { createMemoryFleet } from './memory/memory-engine.ts'
import { usualStreams } from './memory/memory-bus.ts'

const leaseMs = 10_000

describeEngine('memory', (_test, limits = {}) => {
  const clock = createManualClock()
  const { waitingJobs, waitingOfTenant, streamEvents, endedStreams, keepMs } = limits
  const fleet = createMemoryFleet({
    clock,
    leaseMs,
    jobs: {
      ...(waitingJobs !== undefined && { waiting: waitingJobs }),
      ...(waitingOfTenant !== undefined && { waitingOfTenant }),
    },
    streams: {
      ...(streamEvents !== undefined && { each: { ...usualStreams.each, events: streamEvents } }),
      ...(endedStreams !== undefined && { ended: endedStreams }),
      ...(keepMs !== undefined && { keepMs }),
    },
  })
  return { ...clock, ...fleet, leaseMs }
})
