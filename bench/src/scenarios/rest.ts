/**
 * A REST tool beside the same request made by hand with undici: processor time and the time until half of the calls are
 * answered, one after the other on one connection. The server is another process.
 *
 * @module
 */
import type { RestCalls } from '../children/rest-calls.ts'
import { runChild } from '../children/run-child.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

export const rest: Scenario = {
  name: 'rest',
  title: 'A call of a REST tool',
  run: async ({ quick }) => {
    const rounds = quick ? 1 : 120
    return [
      ...linesOf('GET', await runChild<RestCalls>('rest-calls', ['GET', 'open', rounds]), 1.3),
      ...linesOf('POST', await runChild<RestCalls>('rest-calls', ['POST', 'open', rounds]), 1.3),
      ...linesOf('GET, a token to hide', await runChild<RestCalls>('rest-calls', ['GET', 'secret', rounds])),
    ]
  },
}

function linesOf(what: string, found: RestCalls, limit?: number): Line[] {
  const line = (measure: string, [ours, bare, ratio]: readonly [number, number, number]): Line => ({
    what: `${what}, ${measure}`,
    ours,
    unit: 'µs',
    reference: { name: 'undici', value: bare },
    ratio,
    ...(limit !== undefined && { bar: atMost(limit) }),
  })
  return [
    line('processor', [found.cpu, found.bareCpu, found.cpuRatio]),
    line('p50', [found.p50, found.bareP50, found.p50Ratio]),
  ]
}
