/**
 * `createModels`: models by name, from the configured services.
 *
 * Keys are read when a model is opened, through the one reader of secrets, so that they are never shown afterwards. The
 * vendors' packages are loaded then too, each only where it is used.
 *
 * @module
 */
import type { SecretReader } from '../../host/index.ts'
import { didYouMean, ToolyardError } from '../../kernel/index.ts'
import type { Model, Models } from './model.ts'
import {
  checkModelSettings,
  isVendor,
  type ModelSettings,
  type ProviderSettings,
  scriptedName,
  vendorNames,
} from './settings.ts'

export interface ModelParts {
  /** Where scripts are: `scripted/demo.json` is a file in it. */
  readonly folder: string
  readonly secrets: SecretReader
  /** Takes secrets out of what services say. */
  readonly redact?: ((text: string) => string) | undefined
}

/** Cautious where nobody has told the limit of a model. */
const usualLimits: Readonly<Record<string, number>> = {
  anthropic: 200_000,
  openai: 200_000,
  google: 1_000_000,
  [scriptedName]: 1_000_000,
}
const smallLimit = 32_000

/** Throws `invalid_config` where a setting is wrong. */
export function createModels(settings: ModelSettings, parts: ModelParts): Models {
  checkModelSettings(settings)
  return { open: (name) => open(name, settings, parts) }
}

async function open(name: string, settings: ModelSettings, parts: ModelParts): Promise<Model> {
  const { provider, model } = nameParts(name, settings)
  const facts = {
    name,
    contextLimit:
      settings.limits?.[name] ?? settings.limits?.[`${provider}/*`] ?? usualLimits[provider] ?? smallLimit,
    price: settings.prices?.[name],
  }
  if (provider === scriptedName) {
    const { openScript } = await import('./scripted/scripted-model.ts')
    return openScript(facts, { folder: parts.folder, file: model })
  }
  const { openVendorModel } = await import('./vendors/vendor-model.ts')
  const found = filled(settings.providers?.[provider] ?? {}, { name, provider, secrets: parts.secrets })
  return openVendorModel(facts, {
    provider,
    model,
    settings: found,
    redact: parts.redact ?? ((text) => text),
  })
}

/** `openrouter/meta/llama`: all after the first `/` is the service's own name. */
function nameParts(name: string, { providers = {} }: ModelSettings): { provider: string; model: string } {
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

/** The settings with values in the place of references; a vendor's key from its own variable where none is named. */
function filled(
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
