/** What provider packages of `ai` make. */
import type { LanguageModel } from 'ai'

export type LanguageModelV4 = Extract<LanguageModel, { specificationVersion: 'v4' }>
