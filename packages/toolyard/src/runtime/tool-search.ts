/**
 * Puts together the search for tools: with an embedding model if the configuration names one. The model is opened by the
 * first search.
 *
 * @module
 */
import { createSecretReader } from '../host/index.ts'
import type { Core } from '../pipeline/index.ts'
import { MeaningIndex, ToolSearch } from '../registry/index.ts'
import type { Store } from '../store/index.ts'
import type { Settings } from './settings.ts'

export interface ToolSearchParts {
  readonly core: Pick<Core, 'clock' | 'redactor'>
  readonly store: Store
}

/** Throws `invalid_config` if the settings of models are wrong. */
export async function openToolSearch(
  { models, environment = process.env }: Settings,
  { core: { clock, redactor }, store }: ToolSearchParts,
): Promise<ToolSearch> {
  if (models?.embedding === undefined) return new ToolSearch()
  const { createEmbedder } = await import('../agents/models/index.ts')
  const redact = (text: string): string => redactor.redact(text)
  const secrets = createSecretReader(environment, redactor)
  const open = createEmbedder(models.embedding, models, { secrets, redact })
  const { vectors } = store
  return new ToolSearch(new MeaningIndex({ model: models.embedding, open, vectors, clock, redact }))
}
