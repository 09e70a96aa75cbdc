/**
 * The engine as one process sees it: four ports that belong together.
 *
 * @module
 */
import type { Bus } from './bus.ts'
import type { Inspection } from './inspection.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'

export interface Engine {
  readonly jobs: Jobs
  readonly bus: Bus
  readonly limits: Limits
  readonly inspection: Inspection
  /** Takes no more jobs, waits for those that run here, and gives back its leases. */
  close(): Promise<void>
}
