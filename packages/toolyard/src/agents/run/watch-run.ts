/**
 * Tells those who watch runs that one goes on here, and keeps its place in their trace with its plan.
 *
 * @module
 */
import type { LiveRun } from './live-run.ts'
import type { RunWork } from './run-course.ts'
import type { RunGround } from './run-ground.ts'

/** Those who take it up stand below the first process that had it. */
export function watchRun(
  { observers, clock }: RunGround,
  live: LiveRun,
  { agent, runner, trace }: RunWork,
): void {
  const { record } = live
  const now = runner.tellsAnswers ? undefined : (): number => clock.wall()
  live.watch = observers.begin({ record, agentId: agent.id, trace }, now)
  const own = live.watch?.trace
  if (own === undefined || !record.plan || record.attempt > 1) return
  live.record = { ...record, plan: { ...record.plan, trace: own } }
}
