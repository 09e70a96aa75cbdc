/**
 * `chat`: the span of one question to a model and its answer, below its run. A question that failed is a span with its error; asking again is
 * the next one.
 *
 * @module
 */
import type { Attributes } from '@opentelemetry/api'
import type { Answered, AnswerWatch, AskedModel } from '../../agents/index.ts'
import type { Redactor } from '../../host/index.ts'
import { answerContent, questionContent } from './span-content.ts'
import { modelOf, providerOf, type SpanPlaces } from './span-places.ts'
import { usageAttributes } from './usage-attributes.ts'

/** In the words of the conventions. */
const finishReasons: Readonly<Record<NonNullable<Answered['reason']>, string>> = {
  stop: 'stop',
  length: 'length',
  refused: 'content_filter',
}

export function answerSpan(
  places: SpanPlaces,
  asked: AskedModel,
  content: Redactor | undefined,
): AnswerWatch {
  const { runId = '', model, request, startedAt } = asked
  const { SpanKind, SpanStatusCode, context, trace } = places.api
  const above = places.runs.get(runId)
  const span = places.tracer.startSpan(
    `chat ${modelOf(model)}`,
    {
      kind: SpanKind.CLIENT,
      ...(startedAt !== undefined && { startTime: startedAt }),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(model),
        'gen_ai.request.model': modelOf(model),
        ...(runId !== '' && { 'toolyard.run.id': runId }),
        ...(request && requestAttributes(request)),
        ...(request && content && questionContent(request, content)),
      },
    },
    places.below(above),
  )
  const active = trace.setSpan(context.active(), span)
  return {
    within: (work) => context.with(active, work),
    end(answered) {
      const { usage, error, message } = answered
      span.setAttributes({
        ...(usage && usageAttributes(usage)),
        ...(answered.reason && { 'gen_ai.response.finish_reasons': [reasonOf(answered)] }),
        ...(content && answerContent(answered, content)),
      })
      if (error !== undefined) {
        span.setAttribute('error.type', error)
        span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) })
      }
      span.end()
    },
  }
}

function requestAttributes({ options, tools }: NonNullable<AskedModel['request']>): Attributes {
  const { temperature, maxOutputTokens } = options
  return {
    'gen_ai.request.stream': true,
    ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
    ...(maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': maxOutputTokens }),
    'toolyard.tools': tools.length,
  }
}

function reasonOf({ reason = 'stop', parts = [] }: Answered): string {
  if (reason === 'stop' && parts.some(({ type }) => type === 'tool_call')) return 'tool_call'
  return finishReasons[reason]
}
