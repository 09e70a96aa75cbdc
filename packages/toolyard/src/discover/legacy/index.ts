export type { LegacyRegistry } from './legacy-registry.ts'
export { readToolRegistry } from './read-tool-registry.ts'
