/**
 * `execute_tool`: the span of a call, below the run or the call that makes it.
 *
 * @module
 */
import type { Span as OtelSpan } from '@opentelemetry/api'
import type { ToolResult } from '../../define/index.ts'
import type { Redactor } from '../../host/index.ts'
import type { TracedCall, Tracer } from '../../pipeline/index.ts'
import type { SpanPlaces } from './span-places.ts'

interface ToolSpanOptions {
  readonly redactor: Redactor
  /** Whether arguments and results stand on the span. */
  readonly content: boolean
}

export function toolSpans(places: SpanPlaces, options: ToolSpanOptions): Tracer {
  const { SpanStatusCode } = places.api
  return {
    start(call) {
      const span = startSpan(places, call, options)
      places.calls.set(call.id, span)
      const tell = (result: ToolResult): void => {
        span.setAttribute('gen_ai.execute_tool.duration', result.durationMs / 1000)
        if (options.content) span.setAttribute('gen_ai.tool.call.result', JSON.stringify(result.content))
        if (result.error) {
          span.setAttribute('error.type', result.error.code)
          span.setStatus({ code: SpanStatusCode.ERROR, message: result.error.message })
        }
        span.end()
      }
      return {
        end(result) {
          if (places.calls.get(call.id) === span) places.calls.delete(call.id)
          safely(() => tell(result))
        },
      }
    },
  }
}

function startSpan(places: SpanPlaces, call: TracedCall, { redactor, content }: ToolSpanOptions): OtelSpan {
  const { id, manifest, input, threadId, agent, parentId = '', runId = '' } = call
  const { SpanKind } = places.api
  const above = places.calls.get(parentId) ?? places.runs.get(runId)
  const options = {
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
      ...(content && { 'gen_ai.tool.call.arguments': contentOf(input, redactor) }),
    },
  }
  return places.tracer.startSpan(`execute_tool ${manifest.name}`, options, places.below(above))
}

/** An exporter that fails must not fail the call. */
function safely(tell: () => void): void {
  try {
    tell()
  } catch {
    // It can't be told any more.
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
