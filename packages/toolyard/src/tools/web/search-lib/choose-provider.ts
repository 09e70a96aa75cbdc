/**
 * Which service is asked: the one that the configuration names, else the first whose key is in the environment.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import { referencesIn } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { bocha } from './bocha.ts'
import { brave } from './brave.ts'
import { exa } from './exa.ts'
import type { SearchProvider } from './provider.ts'
import { searxng } from './searxng.ts'
import { serper } from './serper.ts'
import { tavily } from './tavily.ts'

export interface ChosenProvider {
  readonly provider: SearchProvider
  readonly address: string
  readonly key: string
  /** The variable that the key, or the address, comes from: what a person has to look at. */
  readonly variable: string
}

const providers: readonly SearchProvider[] = [brave, tavily, exa, serper, bocha, searxng]

/** Throws `unavailable`, with the variables that may be set. */
export function chooseProvider(context: Pick<ToolContext, 'host' | 'services'>): ChosenProvider {
  const { provider: named } = context.services?.web?.search ?? {}
  const candidates = named === undefined ? providers : providers.filter(({ name }) => name === named)
  for (const provider of candidates) {
    const chosen =
      provider.address === undefined ? ownInstance(provider, context) : withKey(provider, context)
    if (chosen) return chosen
  }
  const variables = candidates.map(({ variable, title }) => `${variable} (${title})`)
  throw new ToolyardError(
    'unavailable',
    named === undefined
      ? 'no search service is configured'
      : `the search service ${named} is configured, but ${variables.join()} is not set`,
    {
      hint: `A person has to set ${variables.length === 1 ? '' : 'one of: '}${variables.join(', ')}, and start Toolyard again.`,
    },
  )
}

function withKey(
  provider: SearchProvider,
  { host, services }: Pick<ToolContext, 'host' | 'services'>,
): ChosenProvider | undefined {
  const { apiKey, url } = services?.web?.search ?? {}
  const filled = host.secrets.fill(apiKey ?? `\${${provider.variable}:-}`, 'web.search.apiKey')
  const variable = referencesIn(apiKey ?? '')[0] ?? provider.variable
  const key = filled.trim()
  if (key === '') return undefined
  if (key !== filled) host.secrets.hide(key, variable)
  if (/[^\x21-\x7e]/.test(key))
    throw new ToolyardError(
      'unavailable',
      `the value of ${variable} is not a key: it has blanks or other signs`,
      {
        hint: `A person has to correct ${variable}.`,
      },
    )
  return { provider, key, variable, address: url ?? provider.address ?? '' }
}

/** An address is no secret: hidden as one, it would vanish from every text that names it. */
function ownInstance(
  provider: SearchProvider,
  { host, services }: Pick<ToolContext, 'host' | 'services'>,
): ChosenProvider | undefined {
  const { variable } = provider
  const configured = services?.web?.search?.url
  const address = (configured ?? host.settings.environment[variable] ?? '').trim()
  if (address === '') return undefined
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new ToolyardError(
      'unavailable',
      `${configured === undefined ? variable : 'web.search.url'} is not an http or https address`,
      {
        hint: 'A person has to correct it: https://searx.example.org.',
      },
    )
  return { provider, address, key: '', variable: configured === undefined ? variable : 'web.search.url' }
}
