export { RegisteredTool } from './registered-tool.ts'
export { Registrations, type Scope, type ScopeOptions } from './registrations.ts'
export { entryOf, type RegistryEntry } from './registry-entry.ts'
export { type SearchHit } from './search.ts'
export { Snapshot } from './snapshot.ts'
export { type RegisterOptions, RegistryScope, ToolRegistry } from './tool-registry.ts'
export {
  compareManifests,
  type ManifestChange,
  renderChanges,
  type VersionComparison,
} from './compare-manifests.ts'
export { type SyncReport, syncTools, type ToolChange } from './sync-tools.ts'
export { ToolHistory, type VersionEntry } from './tool-history.ts'
