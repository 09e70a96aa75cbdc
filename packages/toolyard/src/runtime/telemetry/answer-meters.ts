/**
 * Tokens and times of answers as OpenTelemetry metrics, in the names, units and steps of the conventions.
 *
 * @module
 */
import type { Histogram } from '@opentelemetry/api'
import type { AnswerWatch, AskedModel } from '../../agents/index.ts'
import { modelOf, type OtelApi, providerOf } from './span-places.ts'

const tokenSteps = Array.from({ length: 14 }, (_, index) => 4 ** index)
const secondSteps = Array.from({ length: 14 }, (_, index) => 0.01 * 2 ** index)

interface Instruments {
  readonly tokens: Histogram
  readonly seconds: Histogram
}

export class AnswerMeters {
  readonly #api: OtelApi
  #made: Instruments | undefined

  constructor(api: OtelApi) {
    this.#api = api
  }

  ask({ model, startedAt = Date.now() }: AskedModel): AnswerWatch {
    // When the first question is asked the application has set its metrics up.
    const { tokens, seconds } = (this.#made ??= instruments(this.#api))
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerOf(model),
      'gen_ai.request.model': modelOf(model),
    }
    return {
      end: ({ usage: { inputTokens, outputTokens } = {}, error }) => {
        const told = { ...attributes, ...(error !== undefined && { 'error.type': error }) }
        seconds.record(Math.max(0, Date.now() - startedAt) / 1000, told)
        for (const [type, count] of [
          ['input', inputTokens],
          ['output', outputTokens],
        ] as const)
          if (count !== undefined) tokens.record(count, { ...attributes, 'gen_ai.token.type': type })
      },
    }
  }
}

function instruments({ metrics }: OtelApi): Instruments {
  const meter = metrics.getMeter('toolyard')
  return {
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Number of input and output tokens used.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: tokenSteps },
    }),
    seconds: meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'GenAI operation duration.',
      unit: 's',
      advice: { explicitBucketBoundaries: secondSteps },
    }),
  }
}
