/**
 * What the configuration says of models: services, prices, limits. Checked whole, before anything runs.
 *
 * @module
 */
import { type DialectName, dialectNames } from '../../dialects/index.ts'
import { referencesIn } from '../../host/index.ts'
import { checkKeys, tellValue, ToolyardError } from '../../kernel/index.ts'
import type { ModelPrice } from './model.ts'

export interface ModelSettings {
  /**
   * The model that `search_tools` finds tools by meaning with, such as `openai/text-embedding-3-small`. Names and
   * descriptions of tools and what is searched for are sent to its service; without one, search goes by words alone.
   */
  readonly embedding?: string
  /**
   * Services by the name that stands before the `/`: other keys or addresses for `anthropic`, `openai` and `google`, any
   * service that speaks OpenAI's Chat Completions by its `baseUrl`, any other by a model of the `ai` package.
   */
  readonly providers?: Readonly<Record<string, ProviderSettings>>
  /** By the whole name of a model. Without a price there is no cost, and no run with a cost budget. */
  readonly prices?: Readonly<Record<string, ModelPrice>>
  /** By the whole name of a model, or `PROVIDER/*`: tokens that question and answer may have together. */
  readonly limits?: Readonly<Record<string, number>>
}

export interface ProviderSettings {
  readonly baseUrl?: string | undefined
  /** A reference such as `${OPENAI_API_KEY}`, never the key itself. */
  readonly apiKey?: string | undefined
  /** Sent with every request; values may be references. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Makes the model of that name with a provider package of `ai`: a language model, or the embedding model of `models.embedding`. */
  readonly create?: ((model: string) => ProviderModel | Promise<ProviderModel>) | undefined
  /** Of a model that `create` makes: the form of tools that it takes; `openai` by default. */
  readonly dialect?: DialectName | undefined
}

/** What provider packages of `ai` make, as far as a configuration must know: its types need not be there to write one. */
export interface ProviderModel {
  readonly specificationVersion: string
}

/** Services that are known without configuration. */
export const vendorNames = ['anthropic', 'openai', 'google'] as const
export type VendorName = (typeof vendorNames)[number]
export const scriptedName = 'scripted'

const neededPrices = ['input', 'output'] as const
const otherPrices = ['cachedInput', 'cacheWrite'] as const
const nameForm = /^[a-zA-Z][\w-]{0,63}$/

export function isVendor(name: string): name is VendorName {
  return (vendorNames as readonly string[]).includes(name)
}

/** Throws `invalid_config` at the first thing that is wrong. */
export function checkModelSettings(settings: ModelSettings): void {
  checkKeys(settings, ['embedding', 'providers', 'prices', 'limits'], 'models')
  const { embedding } = settings
  if (embedding !== undefined && !(typeof embedding === 'string' && /^[^/]+\/./s.test(embedding)))
    throw wrong('models.embedding', embedding, 'a model, such as openai/text-embedding-3-small')
  for (const [name, provider] of Object.entries(objectAt(settings.providers, 'models.providers')))
    checkProvider(name, provider)
  for (const [name, price] of Object.entries(objectAt(settings.prices, 'models.prices')))
    checkPrice(`models.prices["${name}"]`, price)
  for (const [name, limit] of Object.entries(objectAt(settings.limits, 'models.limits')))
    if (!(typeof limit === 'number' && limit >= 1000))
      throw wrong(`models.limits["${name}"]`, limit, 'a number of tokens from 1000')
}

function checkProvider(name: string, provider: ProviderSettings): void {
  const place = `models.providers.${name}`
  if (!nameForm.test(name) || name === scriptedName)
    throw wrong(
      'models.providers',
      name,
      `a name of letters, digits, "-" and "_", other than "${scriptedName}"`,
    )
  objectAt(provider, place)
  checkKeys(provider, ['baseUrl', 'apiKey', 'headers', 'create', 'dialect'], place)
  const { baseUrl, apiKey, headers, create, dialect } = provider
  if (baseUrl !== undefined && !isHttpUrl(baseUrl))
    throw wrong(`${place}.baseUrl`, baseUrl, 'an http or https URL')
  if (apiKey !== undefined && !(typeof apiKey === 'string' && referencesIn(apiKey).length > 0))
    throw new ToolyardError(
      'invalid_config',
      `${place}.apiKey is not a reference to an environment variable`,
      {
        hint: `Put the key into a variable and write "\${NAME}"; leave apiKey out where the service wants none.`,
      },
    )
  for (const [header, value] of Object.entries(objectAt(headers, `${place}.headers`)))
    if (typeof value !== 'string') throw wrong(`${place}.headers["${header}"]`, value, 'a text')
  if (create !== undefined && typeof create !== 'function')
    throw wrong(`${place}.create`, create, 'a function')
  if (dialect !== undefined && !dialectNames.includes(dialect))
    throw wrong(`${place}.dialect`, dialect, `one of ${dialectNames.join(', ')}`)
  if (baseUrl === undefined && create === undefined && !isVendor(name))
    throw new ToolyardError('invalid_config', `${place} has neither a baseUrl nor a create function`, {
      hint: 'Give the base URL of a service that speaks the Chat Completions of OpenAI, such as http://localhost:11434/v1.',
    })
}

function checkPrice(place: string, price: ModelPrice): void {
  objectAt(price, place)
  checkKeys(price, [...neededPrices, ...otherPrices], place)
  for (const key of [...neededPrices, ...otherPrices]) {
    const value = price[key]
    if (value === undefined && otherPrices.some((other) => other === key)) continue
    if (!(typeof value === 'number' && value >= 0))
      throw wrong(`${place}.${key}`, value, 'a price for a million tokens, from 0')
  }
}

function objectAt<T extends object>(value: T | undefined, place: string): T | Record<string, never> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(place, value, 'an object')
  return value
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value)
}

function wrong(place: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError('invalid_config', `${place}: ${tellValue(value)} is not ${expected}`, {
    hint: `Give ${expected}.`,
  })
}
