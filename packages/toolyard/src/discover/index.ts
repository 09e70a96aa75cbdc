export type { DiscoveredTool, Discovery, DiscoverProblem, SourceTools } from './discovery.ts'
export { discoverTools } from './discover-tools.ts'
