/**
 * The limits of calls: those that were given over those that stand.
 *
 * @module
 */
import { defaultSettings, type PipelineSettings } from '../pipeline/index.ts'

export type Limits = Omit<PipelineSettings, 'workspace' | 'explanation'>

/** Any of the limits; of a group, any of its members. */
export type LimitOptions = {
  readonly [Name in keyof Limits]?: Limits[Name] extends number ? number : Readonly<Partial<Limits[Name]>>
}

const { explanation: _, ...rest } = defaultSettings
export const limitDefaults: Limits = rest

export function completeLimits(given: LimitOptions): Limits {
  return {
    ...over(limitDefaults, given as Partial<Limits>),
    arguments: over(limitDefaults.arguments, given.arguments),
    output: over(limitDefaults.output, given.output),
    concurrency: over(limitDefaults.concurrency, given.concurrency),
    loop: over(limitDefaults.loop, given.loop),
    waiting: over(limitDefaults.waiting, given.waiting),
  }
}

function over<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}
