/**
 * What the configuration leaves out: tools by name, `group:shell` of the built-in ones, `plugin:NAME`.
 *
 * @module
 */
import type { RegistryEntry } from '../registry/index.ts'

export interface Disabled {
  readonly entry: (entry: RegistryEntry) => boolean
  readonly group: (name: string) => boolean
  readonly plugin: (name: string) => boolean
}

export function disabledBy(names: readonly string[]): Disabled {
  const all = new Set(names)
  return {
    entry: ({ manifest }) => all.has(manifest.name),
    group: (name) => all.has(`group:${name}`),
    plugin: (name) => all.has(`plugin:${name}`),
  }
}
