export type {
  DiscoveredTool,
  Discovery,
  DiscoveryChange,
  DiscoverOptions,
  DiscoverProblem,
} from './discovery.ts'
export { discoverTools } from './discover-tools.ts'
