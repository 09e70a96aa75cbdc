/**
 * OpenTelemetry, where the application has set it up: spans of runs, answers and calls, and what was used as metrics.
 *
 * The API registers itself under a global symbol; without it nothing is loaded and nothing costs.
 *
 * @module
 */
import type * as Otel from '@opentelemetry/api'
import type { RunObserver } from '../../agents/index.ts'
import type { Redactor } from '../../host/index.ts'
import { lazy } from '../../kernel/index.ts'
import type { Tracer } from '../../pipeline/index.ts'
import { AnswerMeters } from './answer-meters.ts'
import { answerSpan } from './answer-spans.ts'
import { runSpan } from './run-spans.ts'
import { SpanPlaces } from './span-places.ts'
import { toolSpans } from './tool-spans.ts'

const api = lazy((require) => require('@opentelemetry/api') as typeof Otel)
const registered = Symbol.for('opentelemetry.js.api.1')

export interface Telemetry {
  readonly calls: Tracer
  readonly runs: readonly RunObserver[]
}

export interface TelemetryOptions {
  /** Puts arguments, results and what was said on the spans. Off, because they may hold what should not leave. */
  readonly content: boolean
}

/** Undefined if OpenTelemetry is not in use. */
export function findTelemetry(redactor: Redactor, { content }: TelemetryOptions): Telemetry | undefined {
  if (!(registered in globalThis)) return undefined
  const otel = api()
  const places = new SpanPlaces(otel)
  const meters = new AnswerMeters(otel)
  const spans: RunObserver = {
    place: (callId = '') => places.tell(places.calls.get(callId) ?? otel.trace.getActiveSpan()),
    begin: (run) => runSpan(places, run),
    ask: (asked) => answerSpan(places, asked, content ? redactor : undefined),
  }
  return {
    calls: toolSpans(places, { redactor, content }),
    runs: [spans, { ask: (asked) => meters.ask(asked) }],
  }
}
