/**
 * OpenTelemetry spans for calls, where the application has set OpenTelemetry up.
 *
 * The API registers itself under a global symbol; without it there is nobody to tell, nothing is loaded and nothing costs.
 *
 * @module
 */
import type { Span as OtelSpan } from '@opentelemetry/api'
import type * as Otel from '@opentelemetry/api'
import type { ToolResult } from '../define/index.ts'
import type { Redactor } from '../host/index.ts'
import { lazy } from '../kernel/index.ts'
import type { Tracer } from '../pipeline/index.ts'

const api = lazy((require) => require('@opentelemetry/api') as typeof Otel)
const registered = Symbol.for('opentelemetry.js.api.1')

export interface TracingOptions {
  /** Puts arguments and results on the span. Off, because they may hold what should not leave. */
  readonly content?: boolean
}

/** A tracer, or nothing where OpenTelemetry is not in use. */
export function findTracer(redactor: Redactor, options: TracingOptions = {}): Tracer | undefined {
  if (!(registered in globalThis)) return undefined
  const { trace, SpanKind, SpanStatusCode } = api()
  const tracer = trace.getTracer('toolyard')
  return {
    start({ id, manifest, input, threadId, agent }) {
      const span: OtelSpan = tracer.startSpan(`execute_tool ${manifest.name}`, {
        kind: SpanKind.INTERNAL,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': manifest.name,
          'gen_ai.tool.call.id': id,
          'gen_ai.tool.type':
            manifest.source === 'app' || manifest.source === 'builtin' ? 'function' : 'extension',
          'gen_ai.tool.description': manifest.description,
          ...(threadId !== undefined && { 'gen_ai.conversation.id': threadId }),
          ...(agent !== undefined && { 'gen_ai.agent.name': agent }),
          ...(options.content && { 'gen_ai.tool.call.arguments': contentOf(input, redactor) }),
        },
      })
      const tell = (result: ToolResult): void => {
        span.setAttribute('gen_ai.execute_tool.duration', result.durationMs / 1000)
        if (options.content) span.setAttribute('gen_ai.tool.call.result', JSON.stringify(result.content))
        if (result.error) {
          span.setAttribute('error.type', result.error.code)
          span.setStatus({ code: SpanStatusCode.ERROR, message: result.error.message })
        }
        span.end()
      }
      return { end: (result) => safely(() => tell(result)) }
    },
  }
}

/** An exporter that fails must not fail the call. */
function safely(tell: () => void): void {
  try {
    tell()
  } catch {
    // There is nobody left to tell.
  }
}

/** Arguments as they came may be anything. */
function contentOf(input: unknown, redactor: Redactor): string {
  try {
    return redactor.redact(JSON.stringify(redactor.redactValue(input)) ?? '')
  } catch {
    return '[unreadable]'
  }
}
