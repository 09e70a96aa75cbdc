/**
 * `createEmbedder`: the embedding model that the configuration names. Found as chat models are; its key is read and its
 * package loaded when it is opened.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Embedder } from '../../registry/index.ts'
import type { ModelParts } from './create-models.ts'
import { filledSettings, findProvider } from './find-provider.ts'
import { checkModelSettings, type ModelSettings, scriptedName } from './settings.ts'

/** Throws `invalid_config` if a setting is wrong or the provider has no embedding models. */
export function createEmbedder(
  name: string,
  settings: ModelSettings,
  parts: Omit<ModelParts, 'folder'>,
): () => Promise<Embedder> {
  checkModelSettings(settings)
  const { provider, model } = findProvider(name, settings)
  const given = settings.providers?.[provider] ?? {}
  if (provider === scriptedName || (provider === 'anthropic' && given.create === undefined))
    throw new ToolyardError('invalid_config', `models.embedding: "${provider}" has no embedding models`, {
      hint: 'Name one of another provider, such as openai/text-embedding-3-small.',
    })
  return async () => {
    const { openVendorEmbedder } = await import('./vendors/vendor-embedder.ts')
    const found = filledSettings(given, { name, provider, secrets: parts.secrets })
    return openVendorEmbedder(name, {
      provider,
      model,
      settings: found,
      redact: parts.redact ?? ((text) => text),
    })
  }
}
