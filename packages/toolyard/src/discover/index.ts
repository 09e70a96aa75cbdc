export type { DiscoveredTool, Discovery, DiscoverProblem } from './discovery.ts'
export { discoverTools } from './discover-tools.ts'
