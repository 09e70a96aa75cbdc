/**
 * From the name of a model to the service that has it: what the configuration says of it, with keys in the place of
 * references.
 *
 * @module
 */
import type { SecretReader } from '../../host/index.ts'
import { didYouMean, nearest, ToolyardError } from '../../kernel/index.ts'
import { isVendor, type ModelSettings, type ProviderSettings, scriptedName, vendorNames } from './settings.ts'

export interface FoundProvider {
  readonly provider: string
  /** The service's own name of the model. */
  readonly model: string
}

/** `openrouter/meta/llama`: all after the first `/` is the service's own name. */
export function findProvider(name: string, { providers = {} }: ModelSettings): FoundProvider {
  const [, provider = '', model = ''] = /^([^/]+)\/(.+)$/s.exec(name) ?? []
  const known = [...new Set([...vendorNames, scriptedName, ...Object.keys(providers)])]
  if (provider === '')
    throw new ToolyardError(
      'invalid_config',
      `"${name.slice(0, 200)}" is not the name of a model.${meantModel(name)}`,
      {
        hint: `Write PROVIDER/MODEL, such as anthropic/claude-sonnet-5. Providers: ${known.join(', ')}.`,
        says: { key: 'modelName', values: [name.slice(0, 200), known.join(', ')] },
      },
    )
  if (known.includes(provider)) return { provider, model }
  throw new ToolyardError(
    'invalid_config',
    `model "${name.slice(0, 200)}": there is no provider "${provider.slice(0, 100)}".${didYouMean(provider, known)}`,
    {
      hint: `Providers: ${known.join(', ')}. Add others under models.providers of the configuration.`,
      says: { key: 'providerNotFound', values: [provider.slice(0, 100), nearest(provider, known)[0] ?? ''] },
    },
  )
}

/** A name without its provider, as vendors write it. */
function meantModel(name: string): string {
  const families = { anthropic: /^claude/i, openai: /^(gpt|o\d|chatgpt)/i, google: /^gemini/i } as const
  const vendor = vendorNames.find((one) => families[one].test(name))
  return vendor === undefined ? '' : ` Did you mean "${vendor}/${name.slice(0, 200)}"?`
}

/** The settings with values in the place of references; a vendor's key from its own variable if none is named. */
export function filledSettings(
  given: ProviderSettings,
  { name, provider, secrets }: { name: string; provider: string; secrets: SecretReader },
): ProviderSettings {
  const place = `model "${name}"`
  const reference = keyReference(provider, given)
  return {
    ...given,
    apiKey: reference === undefined ? undefined : secrets.fill(reference, place),
    headers: Object.fromEntries(
      Object.entries(given.headers ?? {}).map(([header, value]) => [header, secrets.fill(value, place)]),
    ),
  }
}

/** The text that stands for the key; a vendor has one unless a model is made by other means. */
export function keyReference(provider: string, given: ProviderSettings): string | undefined {
  return given.apiKey ?? (given.create === undefined ? usualKey(provider) : undefined)
}

function usualKey(provider: string): string | undefined {
  if (!isVendor(provider)) return undefined
  return provider === 'google' ? '${GOOGLE_GENERATIVE_AI_API_KEY}' : `\${${provider.toUpperCase()}_API_KEY}`
}
