/**
 * `invoke_agent`: the span of a run in this process, below the call that started it. What another process goes on with is a span of its own in
 * the same trace, linked to the first.
 *
 * @module
 */
import type { Attributes, Span } from '@opentelemetry/api'
import type { ObservedRun, RunEvent, RunWatch } from '../../agents/index.ts'
import { isOpenRun, type RunRecord } from '../../store/index.ts'
import { modelOf, providerOf, type SpanPlaces } from './span-places.ts'
import { usageAttributes } from './usage-attributes.ts'

export function runSpan(places: SpanPlaces, { record, agentId, trace }: ObservedRun): RunWatch {
  const first = places.read(trace)
  const isTakenUp = record.attempt > 1
  const span = places.tracer.startSpan(
    `invoke_agent ${record.agent}`,
    {
      kind: places.api.SpanKind.INTERNAL,
      attributes: attributesOf(record, agentId),
      ...(isTakenUp && first && { links: [{ context: first }] }),
    },
    places.belowPlace(first),
  )
  places.runs.set(record.id, span)
  return {
    trace: places.tell(span),
    note: (event) => noteEvent(span, event),
    end(run) {
      if (places.runs.get(record.id) === span) places.runs.delete(record.id)
      endSpan(places, span, { before: record, run })
    },
  }
}

function attributesOf({ id, agent, threadId, model, attempt }: RunRecord, agentId: string): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.agent.id': agentId,
    'gen_ai.conversation.id': threadId,
    ...(model !== undefined && {
      'gen_ai.provider.name': providerOf(model),
      'gen_ai.request.model': modelOf(model),
    }),
    'toolyard.run.id': id,
    'toolyard.run.attempt': attempt,
  }
}

function noteEvent(span: Span, event: RunEvent): void {
  if (event.type === 'retry')
    span.addEvent('retry', { reason: event.reason, 'toolyard.retry.delay_ms': event.delayMs })
  else if (event.type === 'compacted') {
    const { by, messages, tokensBefore, tokensAfter } = event
    span.addEvent('compacted', { by, messages, tokensBefore, tokensAfter })
  } else if (event.type === 'message') span.addEvent('message')
}

/** Of tokens only those that were used here: the span of the process before has its own. */
function endSpan(
  { api: { SpanStatusCode } }: SpanPlaces,
  span: Span,
  { before, run }: { readonly before: RunRecord; readonly run: RunRecord },
): void {
  const { status, reason, error, inputTokens, outputTokens } = run
  if (isOpenRun(run)) span.addEvent('left')
  span.setAttributes({
    'toolyard.run.status': status,
    ...(reason !== undefined && { 'toolyard.run.reason': reason }),
    ...usageAttributes({
      inputTokens: inputTokens - before.inputTokens,
      outputTokens: outputTokens - before.outputTokens,
      cachedTokens: less(run.cachedTokens, before.cachedTokens),
      cacheWriteTokens: less(run.cacheWriteTokens, before.cacheWriteTokens),
      reasoningTokens: less(run.reasoningTokens, before.reasoningTokens),
    }),
  })
  if (status === 'failed') {
    span.setAttribute('error.type', reason ?? 'internal')
    span.setStatus({ code: SpanStatusCode.ERROR, message: error ?? '' })
  }
  span.end()
}

function less(now: number | undefined, before = 0): number | undefined {
  return now === undefined ? undefined : now - before
}
