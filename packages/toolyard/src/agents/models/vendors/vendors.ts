/**
 * The services that we know how to speak to, each through its package of `ai`.
 *
 * @module
 */
import type { DialectName } from '../../../dialects/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ProviderSettings } from '../settings.ts'
import type { LanguageModelV4 } from './language-model.ts'

export interface Vendor {
  readonly dialect: DialectName
  /** Whether schemas are asked to be held. */
  readonly strict: boolean
  /** Whether it takes reasoning back that came with these facts: most take their own alone. */
  takesReasoning(facts: Readonly<Record<string, unknown>> | undefined): boolean
  /** Sent with every request. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>> | undefined
  make(model: string, settings: ProviderSettings): Promise<LanguageModelV4>
}

/** Known ones, then `create`, then whatever speaks Chat Completions. */
export function vendorOf(provider: string, settings: ProviderSettings): Vendor {
  if (settings.create !== undefined) return otherVendor(provider, settings)
  return vendors[provider] ?? compatibleVendor(provider)
}

const vendors: Readonly<Record<string, Vendor>> = {
  anthropic: {
    dialect: 'anthropic',
    strict: false,
    takesReasoning: (facts) => facts?.['anthropic'] !== undefined,
    async make(model, settings) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(access(settings))(model)
    },
  },
  openai: {
    dialect: 'openai-responses',
    strict: true,
    takesReasoning: (facts) => facts?.['openai'] !== undefined,
    /** The thread is ours: nothing is kept there, and reasoning comes back to us in a form that we can send again. */
    options: { openai: { store: false } },
    async make(model, settings) {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(access(settings)).responses(model)
    },
  },
  google: {
    dialect: 'gemini',
    strict: false,
    takesReasoning: (facts) => facts?.['google'] !== undefined,
    async make(model, settings) {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle(access(settings))(model)
    },
  },
}

function compatibleVendor(provider: string): Vendor {
  return {
    dialect: 'openai',
    strict: false,
    takesReasoning: (facts) => facts === undefined,
    async make(model, settings) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const baseURL = settings.baseUrl ?? ''
      return createOpenAICompatible({ ...access(settings), baseURL, name: provider, includeUsage: true })(
        model,
      )
    },
  }
}

function otherVendor(provider: string, { dialect = 'openai' }: ProviderSettings): Vendor {
  return {
    dialect,
    strict: false,
    takesReasoning: () => true,
    async make(model, { create }) {
      const made = (await create?.(model)) as Partial<LanguageModelV4> | undefined
      if (made?.specificationVersion === 'v4' && made.doStream !== undefined) return made as LanguageModelV4
      throw new ToolyardError(
        'invalid_config',
        `models.providers.${provider}.create made no language model for "${model}"`,
        { hint: 'Return what a provider package of "ai" 7 makes, such as mistral("large").' },
      )
    },
  }
}

export function access({ baseUrl, apiKey, headers }: ProviderSettings): {
  baseURL?: string
  apiKey?: string
  headers: Record<string, string>
} {
  return {
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    headers: { ...headers },
  }
}
