/**
 * Whether the `web` section says what it can: how the web is searched, which browser is used, and which secret may be sent where.
 *
 * @module
 */
import type {
  BrowserSettings,
  SearchProviderName,
  WebSearchSettings,
  WebSettings,
} from '../../define/index.ts'
import { referencesIn } from '../../host/index.ts'
import { checkKeys, didYouMean, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'

const sections = ['search', 'browser', 'secrets'] satisfies (keyof WebSettings)[]
const searchSettings = ['provider', 'apiKey', 'url'] satisfies (keyof WebSearchSettings)[]
const browserSettings = ['executable', 'most', 'idleMs'] satisfies (keyof BrowserSettings)[]
const providers: Readonly<Record<SearchProviderName, true>> = {
  brave: true,
  searxng: true,
  tavily: true,
  exa: true,
  serper: true,
  bocha: true,
}
const providerNames = Object.keys(providers)
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Throws `invalid_config`; `place` is the file that it stands in, or empty. */
export function checkWeb(web: WebSettings, place: string): void {
  checkKeys(web, sections, `${place}web`)
  const { search, browser, secrets } = web
  if (search !== undefined) checkSearch(objectAt(search, `${place}web.search`), `${place}web.search`)
  if (browser !== undefined) checkBrowser(objectAt(browser, `${place}web.browser`), `${place}web.browser`)
  if (secrets === undefined) return
  for (const [name, origins] of Object.entries(objectAt(secrets, `${place}web.secrets`)))
    checkOrigins(name, origins, `${place}web.secrets`)
}

function checkSearch(search: Readonly<Record<string, unknown>>, place: string): void {
  checkKeys(search, searchSettings, place)
  const { provider, apiKey, url } = search
  const name = typeof provider === 'string' ? provider : ''
  if (provider !== undefined && !providerNames.includes(name))
    throw wrong(
      `${place}.provider: ${tellValue(provider)} is not known.${didYouMean(name, providerNames)}`,
      `Use one of ${providerNames.join(', ')}.`,
    )
  if (apiKey !== undefined && !(typeof apiKey === 'string' && referencesIn(apiKey).length > 0))
    throw wrong(
      `${place}.apiKey must be a reference to a secret`,
      "Write apiKey: '${BRAVE_API_KEY}', and set the key itself in the environment.",
    )
  if (url !== undefined && !isAddress(url))
    throw wrong(
      `${place}.url: ${tellValue(url)} is not an http or https address`,
      "Write url: 'https://searx.example.org'.",
    )
  if (provider === undefined && (apiKey ?? url) !== undefined)
    throw wrong(
      `${place}: apiKey and url are settings of a provider, and none is named`,
      `Add provider: one of ${providerNames.join(', ')}.`,
    )
}

function checkBrowser(browser: Readonly<Record<string, unknown>>, place: string): void {
  checkKeys(browser, browserSettings, place)
  const { executable, most, idleMs } = browser
  if (executable !== undefined && (typeof executable !== 'string' || executable.trim() === ''))
    throw wrong(
      `${place}.executable must be the path of a program, not ${tellValue(executable)}`,
      "Write executable: '/usr/bin/chromium', or leave it out.",
    )
  for (const [name, value] of Object.entries({ most, idleMs }))
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) < 2 ** 31))
      throw wrong(
        `${place}.${name} must be a whole number from 1, not ${tellValue(value)}`,
        `Correct ${name}, or leave it out.`,
      )
}

/** A whole origin, so that a path is not taken for a limit. */
function checkOrigins(name: string, origins: unknown, place: string): void {
  if (!variable.test(name))
    throw wrong(
      `${place}: ${tellValue(name)} is not the name of an environment variable`,
      "Write secrets: { API_TOKEN: ['https://api.example.com'] }.",
    )
  if (!Array.isArray(origins) || origins.length === 0)
    throw wrong(
      `${place}.${name} must be a list of the origins that it may be sent to`,
      `Write ${name}: ['https://api.example.com'].`,
    )
  const bad: unknown = (origins as unknown[]).find((origin) => !isOrigin(origin))
  if (bad !== undefined)
    throw wrong(
      `${place}.${name}: ${tellValue(bad)} is not an origin`,
      'Write scheme, host and port alone, such as https://api.example.com or http://localhost:3000.',
    )
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || value.includes('*') || !isAddress(value)) return false
  return URL.parse(value)?.origin === value.replace(/\/$/, '').toLowerCase()
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value
  throw wrong(`${place} must be an object, not ${tellValue(value)}`, `Correct ${place}, or leave it out.`)
}

function wrong(message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_config', message, { hint })
}
