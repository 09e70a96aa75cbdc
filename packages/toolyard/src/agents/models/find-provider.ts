/**
 * From the name of a model to the service that has it: what the configuration says of it, with keys in the place of
 * references.
 *
 * @module
 */
import type { SecretReader } from '../../host/index.ts'
import { didYouMean, ToolyardError } from '../../kernel/index.ts'
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
    throw new ToolyardError('invalid_config', `"${name.slice(0, 200)}" is not the name of a model`, {
      hint: `Write PROVIDER/MODEL, such as anthropic/claude-sonnet-5. Providers: ${known.join(', ')}.`,
    })
  if (known.includes(provider)) return { provider, model }
  throw new ToolyardError(
    'invalid_config',
    `model "${name.slice(0, 200)}": there is no provider "${provider.slice(0, 100)}".${didYouMean(provider, known)}`,
    { hint: `Providers: ${known.join(', ')}. Add others under models.providers of the configuration.` },
  )
}

/** The settings with values in the place of references; a vendor's key from its own variable if none is named. */
export function filledSettings(
  given: ProviderSettings,
  { name, provider, secrets }: { name: string; provider: string; secrets: SecretReader },
): ProviderSettings {
  const place = `model "${name}"`
  const reference = given.apiKey ?? (given.create === undefined ? usualKey(provider) : undefined)
  return {
    ...given,
    apiKey: reference === undefined ? undefined : secrets.fill(reference, place),
    headers: Object.fromEntries(
      Object.entries(given.headers ?? {}).map(([header, value]) => [header, secrets.fill(value, place)]),
    ),
  }
}

function usualKey(provider: string): string | undefined {
  if (!isVendor(provider)) return undefined
  return provider === 'google' ? '${GOOGLE_GENERATIVE_AI_API_KEY}' : `\${${provider.toUpperCase()}_API_KEY}`
}
