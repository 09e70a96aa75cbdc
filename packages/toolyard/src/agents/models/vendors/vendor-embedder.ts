/**
 * An embedding model behind a service, as an `Embedder`: through the interface that `ai`'s provider packages share.
 *
 * What comes back is checked and brought to length one, so that a product is a likeness.
 *
 * @module
 */
import type { EmbeddingModel } from 'ai'
import { ToolyardError } from '../../../kernel/index.ts'
import type { Embedder } from '../../../registry/index.ts'
import type { ProviderSettings } from '../settings.ts'
import { serviceFault } from './service-fault.ts'
import type { VendorModelRequest } from './vendor-model.ts'
import { access } from './vendors.ts'

type EmbeddingModelV4 = Extract<EmbeddingModel, { specificationVersion: 'v4' }>

/** Services take more, but a smaller batch is answered sooner and loses less if it fails. */
const mostTexts = 64
const mostNumbers = 65_536

export async function openVendorEmbedder(name: string, request: VendorModelRequest): Promise<Embedder> {
  const { redact } = request
  const model = await modelOf(request)
  return {
    mostTexts: Math.max(1, Math.min(mostTexts, (await model.maxEmbeddingsPerCall) ?? mostTexts)),
    async embed(texts, signal) {
      try {
        const { embeddings } = await model.doEmbed({ values: [...texts], abortSignal: signal })
        if (embeddings.length !== texts.length)
          throw new ToolyardError(
            'unavailable',
            `the service answered ${embeddings.length} vectors for ${texts.length} texts`,
          )
        return embeddings.map(unitVector)
      } catch (error) {
        throw serviceFault(error, { model: name, redact })
      }
    },
  }
}

async function modelOf({ provider, model, settings }: VendorModelRequest): Promise<EmbeddingModelV4> {
  if (settings.create !== undefined) return made(provider, model, settings)
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(access(settings)).embeddingModel(model)
  }
  if (provider === 'google') {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle(access(settings)).embeddingModel(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const baseURL = settings.baseUrl ?? ''
  return createOpenAICompatible({ ...access(settings), baseURL, name: provider }).embeddingModel(model)
}

async function made(
  provider: string,
  model: string,
  { create }: ProviderSettings,
): Promise<EmbeddingModelV4> {
  const given = (await create?.(model)) as Partial<EmbeddingModelV4> | undefined
  if (given?.specificationVersion === 'v4' && given.doEmbed !== undefined) return given as EmbeddingModelV4
  throw new ToolyardError(
    'invalid_config',
    `models.providers.${provider}.create made no embedding model for "${model}"`,
    {
      hint: 'Return what a provider package of "ai" 7 makes, such as mistral.embeddingModel("mistral-embed").',
    },
  )
}

function unitVector(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers.slice(0, mostNumbers))
  if (numbers.length === 0 || numbers.length > mostNumbers || !(length > 0 && length < Infinity))
    throw new ToolyardError('unavailable', 'the service answered a vector without a direction')
  return Float32Array.from(numbers, (number) => number / length)
}
