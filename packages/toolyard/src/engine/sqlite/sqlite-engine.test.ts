import { createManualClock, describeEngine } from '../conformance/index.ts'
import { createSqliteFleet } from '../conformance/sqlite-fleet.ts'

const leaseMs = 10_000

describeEngine(
  'SQLite',
  (test, limits = {}) => {
    const clock = createManualClock({ turns: 12 })
    return { ...clock, ...createSqliteFleet(test, { clock, leaseMs, limits }), leaseMs }
  },
  { runs: 30 },
)
