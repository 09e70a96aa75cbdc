/**
 * `createModels`: models by name, from the configured services.
 *
 * Keys are read when a model is opened, through the one reader of secrets, so that they are never shown afterwards. The
 * vendors' packages are loaded then too, each only if it is used.
 *
 * @module
 */
import type { SecretReader } from '../../host/index.ts'
import { filledSettings, findProvider } from './find-provider.ts'
import type { Model, Models } from './model.ts'
import type { RefusedMedia } from './vendors/refused-media.ts'
import { checkModelSettings, type ModelSettings, scriptedName } from './settings.ts'

export interface ModelParts {
  /** Where scripts are: `scripted/demo.json` is a file in it. */
  readonly folder: string
  readonly secrets: SecretReader
  /** Takes secrets out of what services say. */
  readonly redact?: ((text: string) => string) | undefined
}

/** Low on purpose: used if the limit of a model is not configured. */
const usualLimits: Readonly<Record<string, number>> = {
  anthropic: 200_000,
  openai: 200_000,
  google: 1_000_000,
  [scriptedName]: 1_000_000,
}
const smallLimit = 32_000

/** Throws `invalid_config` if a setting is wrong. */
export function createModels(settings: ModelSettings, parts: ModelParts): Models {
  checkModelSettings(settings)
  const refused = new Map<string, RefusedMedia>()
  return { open: (name) => open(name, settings, { ...parts, refused }) }
}

interface OpenParts extends ModelParts {
  /** What services do not take, by model. */
  readonly refused: Map<string, RefusedMedia>
}

async function open(name: string, settings: ModelSettings, parts: OpenParts): Promise<Model> {
  const { provider, model } = findProvider(name, settings)
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
  const { openVendorModel, RefusedMedia: Refused } = await import('./vendors/vendor-model.ts')
  const refused = parts.refused.get(name) ?? new Refused()
  parts.refused.set(name, refused)
  const found = filledSettings(settings.providers?.[provider] ?? {}, {
    name,
    provider,
    secrets: parts.secrets,
  })
  return openVendorModel(facts, {
    provider,
    model,
    settings: found,
    redact: parts.redact ?? ((text) => text),
    refused,
  })
}
