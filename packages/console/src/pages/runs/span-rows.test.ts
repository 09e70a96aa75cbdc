import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunSpan } from '../../api/types.ts'
import { type LoadedRun, placeOf, rangeOf, rowsOf, waitedMs } from './span-rows.ts'

function span(
  id: string,
  [kind, level]: readonly [RunSpan['kind'], number],
  over: Partial<RunSpan> = {},
): RunSpan {
  return { id, kind, level, name: id, status: 'ok', startedAt: 0, endedAt: 10, ...over }
}

function loaded(spans: readonly RunSpan[], next: string | null = null): LoadedRun {
  return { pages: [{ after: '', spans, next }], isOpen: false }
}

const tree = new Map<string, LoadedRun>([
  [
    'top',
    loaded([
      span('s1', ['step', 0]),
      span('c1', ['call', 1]),
      span('below', ['run', 2], { runId: 'below' }),
      span('s2', ['step', 0]),
    ]),
  ],
  ['below', loaded([span('b1', ['step', 0]), span('deep', ['run', 1], { runId: 'deep' })], '1.2')],
])

function lines(toggled: readonly string[]): string[] {
  return rowsOf('top', { loaded: tree, toggled: new Set(toggled) }).map((row) =>
    row.kind === 'span'
      ? `${'-'.repeat(row.depth)}${row.span.id}`
      : `${'-'.repeat(row.depth)}more ${row.runId}`,
  )
}

describe('the rows of a waterfall', () => {
  it('have sub-agents folded, and unfold them where they stand, with what is still to be loaded', () => {
    assert.deepEqual(lines([]), ['s1', '-c1', '--below', 's2'])
    assert.deepEqual(lines(['below']), ['s1', '-c1', '--below', '---b1', '----deep', '---more below', 's2'])
    assert.deepEqual(lines(['below', 'deep'])[5], '-----more deep')
  })

  it('fold a step with all that is inside', () => {
    assert.deepEqual(lines(['s1', 'below']), ['s1', 's2'])
    const [first, , run, last] = rowsOf('top', { loaded: tree, toggled: new Set() })
    const folds = [first, run, last].map((row) => (row?.kind === 'span' ? row.isUnfolded : 'more'))
    assert.deepEqual(folds, [true, false, undefined])
  })

  it('come to an end though a run stands below itself', () => {
    const round = new Map([['a', loaded([span('a', ['run', 0], { runId: 'a' })])]])
    assert.ok(rowsOf('a', { loaded: round, toggled: new Set(['a']) }).length < 50)
  })

  it('stand on a scale that holds all of them, whatever the clocks say', () => {
    const rows = rowsOf('top', { loaded: tree, toggled: new Set() })
    assert.deepEqual(rangeOf(rows, 50), [0, 10])
    assert.deepEqual(rangeOf([], 50), [50, 51])
    assert.deepEqual(placeOf([2, 7], [0, 10]), { left: 20, width: 50 })
    assert.deepEqual(placeOf([-5, 100], [0, 10]), { left: 0, width: 100 })
    assert.deepEqual(placeOf([7, 2], [0, 10]), { left: 70, width: 0 })
  })

  it('count waiting that overlaps once', () => {
    const wait = (startedAt: number, endedAt?: number) =>
      ({ requestId: 'r', kind: 'approval', startedAt, ...(endedAt !== undefined && { endedAt }) }) as const
    assert.equal(waitedMs(span('c', ['call', 1], { waits: [wait(0, 10), wait(5, 20), wait(30)] }), 40), 30)
    assert.equal(waitedMs(span('c', ['call', 1]), 40), 0)
  })
})
