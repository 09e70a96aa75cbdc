/**
 * Where spans of calls, runs and answers stand in a trace: each below what started it, known by its id.
 *
 * Ids and not what is active: a run goes on when its starter has left, and its calls come from wherever its answers are read.
 *
 * @module
 */
import type * as Otel from '@opentelemetry/api'

export type OtelApi = typeof Otel

export class SpanPlaces {
  readonly api: OtelApi
  readonly tracer: Otel.Tracer
  /** Those that have not ended. */
  readonly calls = new Map<string, Otel.Span>()
  readonly runs = new Map<string, Otel.Span>()

  constructor(api: OtelApi) {
    this.api = api
    this.tracer = api.trace.getTracer('toolyard')
  }

  /** Below this span, or else what is active. */
  below(span: Otel.Span | undefined): Otel.Context {
    const { trace, context } = this.api
    return span ? trace.setSpan(context.active(), span) : context.active()
  }

  /** Below a span of any process. */
  belowPlace(place: Otel.SpanContext | undefined): Otel.Context {
    const { trace, context } = this.api
    return place ? trace.setSpanContext(context.active(), place) : context.active()
  }

  /** W3C's `traceparent`. */
  tell(span: Otel.Span | undefined): string | undefined {
    const place = span?.spanContext()
    if (!place || !this.api.isSpanContextValid(place)) return undefined
    return `00-${place.traceId}-${place.spanId}-${place.traceFlags.toString(16).padStart(2, '0')}`
  }

  read(traceparent: string | undefined): Otel.SpanContext | undefined {
    const form = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
    const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? []
    if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
    const place = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    return this.api.isSpanContextValid(place) ? place : undefined
  }
}

/** In the words of the conventions, as far as they have one: what stands before the `/` of a model. */
export function providerOf(model: string): string {
  const [provider = ''] = model.split('/', 1)
  return providers[provider] ?? provider
}

/** What the service calls the model. */
export function modelOf(model: string): string {
  const place = model.indexOf('/')
  return place === -1 ? model : model.slice(place + 1)
}

const providers: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  mistral: 'mistral_ai',
  xai: 'x_ai',
}
