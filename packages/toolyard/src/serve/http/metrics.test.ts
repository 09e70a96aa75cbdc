import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ToolResult } from '../../define/index.ts'
import { type Gauges, Metrics } from './metrics.ts'

const gauges: Gauges = {
  running: 0,
  waiting: 0,
  streams: 0,
  sessions: 0,
  connections: { count: 0, dropped: { full: 0, rested: 0, stalled: 0 }, turnedAway: 0 },
  descriptors: undefined,
  jobs: [
    { queue: 'calls@1', waiting: 2, delayed: 1, running: 3, parked: 4, failed: 5, workers: 6, oldest: 500 },
  ],
  now: 2000,
}

const result = (tool: string, durationMs: number): ToolResult => ({
  callId: 'call',
  tool,
  status: 'ok',
  content: [],
  durationMs,
})

it('every family has a HELP and a TYPE line', (t) => {
  const metrics = new Metrics(() => true)
  t.after(() => metrics.close())
  metrics.noteCall(result('echo', 3), true)
  metrics.noteRequest(200)
  const text = metrics.text(gauges)
  const families = [...text.matchAll(/^(\w+)(?:\{|\s)/gm)].map(([, name = '']) =>
    name.replace(/^(toolyard_call_duration_seconds)_\w+$/, '$1'),
  )
  assert.ok(families.length > 10)
  for (const family of new Set(families))
    assert.match(text, new RegExp(`^# HELP ${family} \\S.*\\n# TYPE ${family} \\w+$`, 'm'), family)
})

it('durations are told by tool, and however many tools are called, the rows are bounded', (t) => {
  const metrics = new Metrics(() => true)
  t.after(() => metrics.close())
  for (let number = 0; number < 5000; number++) metrics.noteCall(result(`tool_${number}`, 20), true)
  const text = metrics.text(gauges)
  assert.match(text, /^toolyard_call_duration_seconds_bucket\{tool="tool_7",le="0.01"\} 0$/m)
  assert.match(text, /^toolyard_call_duration_seconds_bucket\{tool="tool_7",le="0.025"\} 1$/m)
  assert.match(text, /^toolyard_call_duration_seconds_sum\{tool="tool_7"\} 0.02$/m)
  const counts = [...text.matchAll(/^toolyard_call_duration_seconds_count\{tool="(.*)"\} (\d+)$/gm)]
  assert.equal(counts.length, 201)
  assert.equal(
    counts.reduce((sum, [, , count]) => sum + Number(count), 0),
    5000,
  )
  assert.ok(text.split('\n').length < 8000)
})

it('queues of jobs are told with their depth, age and workers; an engine that is away is told as that', (t) => {
  const metrics = new Metrics(() => true)
  t.after(() => metrics.close())
  const text = metrics.text(gauges)
  assert.match(text, /^toolyard_engine_up 1$/m)
  for (const [state, count] of [
    ['waiting', 2],
    ['delayed', 1],
    ['running', 3],
    ['parked', 4],
    ['failed', 5],
  ])
    assert.match(text, new RegExp(`^toolyard_jobs\\{queue="calls@1",state="${state}"\\} ${count}$`, 'm'))
  assert.match(text, /^toolyard_jobs_oldest_seconds\{queue="calls@1"\} 1\.5$/m)
  assert.match(text, /^toolyard_job_workers\{queue="calls@1"\} 6$/m)
  const away = metrics.text({ ...gauges, jobs: undefined })
  assert.match(away, /^toolyard_engine_up 0$/m)
  assert.doesNotMatch(away, /toolyard_jobs/)
})
