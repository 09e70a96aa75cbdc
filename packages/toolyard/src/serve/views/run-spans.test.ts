import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunRecord, RunStep, ThreadMessage } from '../../store/index.ts'
import { estimatedSteps } from './estimated-steps.ts'
import { type RunSpan, runSpans, type SpanSources } from './run-spans.ts'
import { lengthOf } from './run-summary.ts'

function run(over: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'r',
    agent: 'helper',
    threadId: 't',
    task: 'Do it.',
    depth: 0,
    status: 'done',
    attempt: 1,
    steps: 2,
    inputTokens: 0,
    outputTokens: 0,
    model: 'm',
    startedAt: 1000,
    endedAt: 2000,
    ...over,
  }
}

function step(number: number, times: readonly [number, number], over: Partial<RunStep> = {}): RunStep {
  return {
    number,
    attempt: 1,
    startedAt: times[0],
    endedAt: times[1],
    end: 'answered',
    retries: 0,
    inputTokens: 1,
    outputTokens: 1,
    calls: [],
    position: number,
    ...over,
  }
}

const call = (id: string, tool = 'look') => ({ id: `r.${id}`, tool })

function record(
  status: 'ok' | 'error' | 'running' | 'pending' | 'unknown',
  startedAt: number,
  durationMs = 0,
) {
  return { status, startedAt, durationMs } as const
}

function request(callId: string, createdAt: number, over: Partial<SpanSources['requests'][number]> = {}) {
  return {
    id: `q ${callId} ${createdAt}`,
    kind: 'approval',
    status: 'used',
    callId: `r.${callId}`,
    createdAt,
    expiresAt: createdAt + 10_000,
    ...over,
  } as const
}

function spans(over: Partial<SpanSources>): readonly RunSpan[] {
  return runSpans({ run: run(), steps: [], calls: new Map(), requests: [], runs: [], now: 5000, ...over })
}

/** Kind, status and times; an open end is `…`. */
function lines(made: readonly RunSpan[]): string[] {
  return made.map(
    ({ kind, name, status, startedAt, endedAt, level }) =>
      `${'  '.repeat(level)}${kind} ${name} ${status} ${startedAt}–${endedAt ?? '…'}`,
  )
}

describe('the waterfall of a run', () => {
  it('has its steps in order, with the calls of each below it, those that ran together side by side', () => {
    const made = spans({
      steps: [step(1, [1000, 1100], { calls: [call('a'), call('b', 'write')] }), step(2, [1400, 1500])],
      calls: new Map([
        ['r.a', record('ok', 1110, 250)],
        ['r.b', record('error', 1111, 20)],
      ]),
    })
    assert.deepEqual(lines(made), [
      'step m answered 1000–1100',
      '  call look ok 1110–1360',
      '  call write error 1111–1131',
      'step m answered 1400–1500',
    ])
  })

  it('tells of first words, compaction, retries and what a step used, and keeps their times within the step', () => {
    const [made] = spans({
      steps: [
        step(1, [1000, 1100], {
          compactedAt: 900,
          firstAt: 1200,
          retries: 2,
          cost: 0.5,
          model: 'other',
          end: 'failed',
          error: 'unavailable',
        }),
      ],
    })
    assert.deepEqual(
      [made?.compactedAt, made?.firstAt, made?.retries, made?.cost, made?.name, made?.status, made?.error],
      [1000, 1100, 2, 0.5, 'other', 'failed', 'unavailable'],
    )
  })

  it('keeps waiting for people apart, also of a call that was made again after its run was parked', () => {
    const [, made] = spans({
      steps: [step(1, [1000, 1100], { calls: [call('a')] })],
      calls: new Map([['r.a', record('ok', 1800, 50)]]),
      requests: [request('a', 1120, { answeredAt: 1700 }), request('x', 1)],
    })
    assert.deepEqual([made?.startedAt, made?.endedAt], [1120, 1850])
    assert.deepEqual(made?.waits, [
      { requestId: 'q a 1120', kind: 'approval', startedAt: 1120, endedAt: 1700 },
    ])
  })

  it('ends a wait that nobody answered when it expired, or with its run', () => {
    const waits = (over: Partial<RunRecord>, item: ReturnType<typeof request>) =>
      spans({
        run: run(over),
        steps: [step(1, [1000, 1100], { calls: [call('a')] })],
        requests: [item],
      })[1]?.waits?.map(({ endedAt }) => endedAt)
    assert.deepEqual(waits({}, request('a', 1100, { status: 'expired', expiresAt: 1300 })), [1300])
    assert.deepEqual(waits({}, request('a', 1100, { status: 'cancelled' })), [2000])
    const open = { status: 'waiting', endedAt: undefined } as const
    assert.deepEqual(waits(open, request('a', 1100, { status: 'pending' })), [undefined])
    assert.deepEqual(waits(open, request('a', 1100, { status: 'pending', expiresAt: 1200 })), [1200])
  })

  it('shows what goes on: the model, a call without a row yet, a call that waits, nothing once it is parked', () => {
    const open = run({ status: 'running', endedAt: undefined, steps: 1 })
    assert.deepEqual(lines(spans({ run: { ...open, steps: 0 } })), ['step m running 1000–…'])
    const steps = [step(1, [1000, 1100], { calls: [call('a')] })]
    assert.deepEqual(lines(spans({ run: open, steps })).slice(1), ['  call look running 1100–…'])
    const ended = new Map([['r.a', record('ok', 1100, 20)]])
    const [, , now] = spans({ run: open, steps, calls: ended })
    assert.deepEqual([now?.status, now?.step, now?.startedAt, now?.isEstimated], ['running', 2, 1120, true])
    const waiting = new Map([['r.a', record('pending', 1100, 20)]])
    assert.deepEqual(
      lines(
        spans({
          run: { ...open, status: 'waiting' },
          steps,
          calls: waiting,
          requests: [request('a', 1110, { status: 'pending' })],
        }),
      ).slice(1),
      ['  call look pending 1100–…'],
    )
    assert.deepEqual(lines(spans({ run: { ...open, status: 'queued' }, steps, calls: ended })).slice(2), [
      'paused  queued 1120–…',
    ])
    // The model has said its last word and the run waits for those below it.
    assert.deepEqual(lines(spans({ run: open, steps: [step(1, [1000, 1100])] })), [
      'step m answered 1000–1100',
    ])
  })

  it('leaves nothing open once the run is over', () => {
    const steps = [step(1, [1000, 1100], { calls: [call('a'), call('b'), call('c')] })]
    const calls = new Map([
      ['r.a', record('running', 1110)],
      ['r.b', record('unknown', 1110)],
    ])
    assert.deepEqual(lines(spans({ steps, calls })).slice(1), [
      '  call look running 1110–2000',
      '  call look unknown 1110–2000',
      '  call look unrecorded 1100–2000',
    ])
    const next = [...steps, step(2, [1500, 1600])]
    assert.equal(lines(spans({ steps: next }))[3], '  call look unrecorded 1100–1500')
  })

  it('shows the time in which no process had the run, and numbers the attempt', () => {
    const made = spans({
      run: run({ attempt: 3 }),
      steps: [step(1, [1000, 1100], { calls: [call('a')] }), step(2, [1600, 1700], { attempt: 3 })],
      calls: new Map([['r.a', record('ok', 1100, 100)]]),
    })
    assert.equal(lines(made)[2], 'paused  resumed 1200–1600')
    assert.deepEqual([made[2]?.attempt, made[3]?.attempt], [3, 3])
    // Lost before its first step.
    const [first] = spans({ steps: [step(1, [1300, 1400], { attempt: 2 })] })
    assert.deepEqual([first?.kind, first?.startedAt, first?.endedAt], ['paused', 1000, 1300])
    // A call that was made again took all of the time.
    const filled = spans({
      steps: [step(1, [1000, 1100], { calls: [call('a')] }), step(2, [1600, 1700], { attempt: 2 })],
      calls: new Map([['r.a', record('ok', 1550, 50)]]),
      requests: [request('a', 1100, { answeredAt: 1500 })],
    })
    assert.deepEqual(
      filled.map(({ kind }) => kind),
      ['step', 'call', 'step'],
    )
  })

  it('puts sub-agents below the call that started them, and others below the step in which they started', () => {
    const child = (id: string, startedAt: number, over: Partial<RunRecord> = {}) =>
      run({ id, agent: id, startedAt, endedAt: startedAt + 100, parentId: 'r', ...over })
    const steps = [step(1, [1000, 1100], { calls: [call('a', 'spawn')] }), step(2, [1500, 1600])]
    const runs = [
      child('late', 1300, { callId: 'r.a', status: 'running' }),
      child('early', 1200, { callId: 'r.a', steps: 4, cost: 0.1 }),
      child('inner', 1550, { callId: 'call_7' }),
      child('old', 1150),
    ]
    const made = spans({ steps, runs, calls: new Map([['r.a', record('ok', 1110, 10)]]) })
    assert.deepEqual(lines(made), [
      'step m answered 1000–1100',
      '  call spawn ok 1110–1120',
      '    run early done 1200–1300',
      '    run late running 1300–…',
      '  run old done 1150–1250',
      'step m answered 1500–1600',
      '  run inner done 1550–1650',
    ])
    assert.deepEqual([made[2]?.runId, made[2]?.steps, made[2]?.cost], ['early', 4, 0.1])
  })

  it('is the same in pages as at once', () => {
    const steps = Array.from({ length: 6 }, (_, index) =>
      step(index + 1, [1000 + index * 100, 1020 + index * 100], {
        attempt: index < 3 ? 1 : 2,
        calls: index % 2 === 0 ? [call(`c${index}`)] : [],
      }),
    )
    const calls = new Map(
      steps.flatMap((one) => one.calls.map(({ id }) => [id, record('ok', one.endedAt, 5)])),
    )
    const runs = [run({ id: 'x', startedAt: 1150, endedAt: 1160 }), run({ id: 'y', startedAt: 1450 })]
    const whole = spans({ steps, calls, runs })
    const parts = [0, 2, 4].flatMap((from) =>
      spans({
        steps: steps.slice(from, from + 2),
        previous: steps[from - 1],
        next: steps[from + 2],
        calls,
        runs,
      }),
    )
    assert.deepEqual(parts, whole)
  })

  it('never has a span that ends before it starts, or starts before its run, whatever the clocks say', () => {
    const made = spans({
      steps: [
        step(1, [900, 800], { calls: [call('a')] }),
        step(2, [1500, 1400], { attempt: 2, calls: [call('b')] }),
      ],
      calls: new Map([
        ['r.a', record('ok', 500, -50)],
        ['r.b', record('ok', 1, 3)],
      ]),
      requests: [request('b', 1450, { answeredAt: 1440 })],
      runs: [run({ id: 'k', callId: 'r.b', startedAt: 1600, endedAt: 1500 })],
    })
    for (const { startedAt, endedAt = Infinity, waits = [] } of made) {
      assert.ok(startedAt >= 1000 && endedAt >= startedAt)
      for (const wait of waits) assert.ok((wait.endedAt ?? Infinity) >= wait.startedAt)
    }
    assert.equal(made.length, 6)
  })
})

describe('the steps of a run of which none were written down', () => {
  it('are made from what was said', () => {
    const message = (role: ThreadMessage['role'], at: number, over: Partial<ThreadMessage> = {}) =>
      ({ id: `m${at}`, role, at, runId: 'r', parts: [], ...over }) as ThreadMessage
    const wanted = { type: 'tool_call', callId: 'a', tool: 'look', input: {} } as const
    const made = estimatedSteps(run(), [
      message('assistant', 10, { runId: 'before' }),
      message('user', 1000),
      message('assistant', 1100, { parts: [wanted] }),
      message('tool', 1200),
      message('assistant', 1190),
    ])
    assert.deepEqual(
      made.map(({ number, startedAt, endedAt, calls }) => [number, startedAt, endedAt, calls]),
      [
        [1, 1000, 1100, [{ id: 'r.a', tool: 'look' }]],
        [2, 1190, 1190, []],
      ],
    )
  })
})

describe('the length of stretches of time', () => {
  it('counts each moment once', () => {
    assert.equal(lengthOf([]), 0)
    assert.equal(
      lengthOf([
        [10, 20],
        [15, 30],
        [0, 5],
        [16, 18],
        [50, 40],
      ]),
      25,
    )
  })
})
