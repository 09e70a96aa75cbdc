/**
 * The models that fit what was typed, in groups by their provider, and what is wrong with a name.
 *
 * @module
 */
import type { ListedModel, ModelList } from '../../api/types.ts'

export interface ModelGroup {
  readonly provider: string
  readonly missing: readonly string[]
  readonly models: readonly ListedModel[]
}

const mostShown = 100

/** Providers that can be used at once first, then those that miss a variable. Everything, as long as a known name stands there. */
export function modelGroups({ providers, models }: ModelList, typed: string): readonly ModelGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isChosen = models.some(({ name }) => name === typed)
  const fits = ({ name }: ListedModel): boolean =>
    isChosen || words.every((word) => name.toLowerCase().includes(word))
  let left = mostShown
  return providers
    .toSorted((one, other) => Number(one.missing.length > 0) - Number(other.missing.length > 0))
    .flatMap(({ name, missing }) => {
      const found = models.filter((model) => model.provider === name && fits(model)).slice(0, left)
      left -= found.length
      return found.length === 0 ? [] : [{ provider: name, missing, models: found }]
    })
}

export type ModelTrouble =
  | { readonly kind: 'form' }
  | { readonly kind: 'provider'; readonly provider: string; readonly known: readonly string[] }
  | { readonly kind: 'key'; readonly variables: readonly string[] }

/** Undefined if nothing is known to be wrong. */
export function modelTrouble(list: ModelList | undefined, model: string): ModelTrouble | undefined {
  const name = model.trim()
  if (!list || name === '') return undefined
  const at = name.indexOf('/')
  if (at <= 0 || at === name.length - 1) return { kind: 'form' }
  const provider = name.slice(0, at)
  const found = list.providers.find((one) => one.name === provider)
  if (!found) return { kind: 'provider', provider, known: list.providers.map((one) => one.name) }
  return found.missing.length > 0 ? { kind: 'key', variables: found.missing } : undefined
}
