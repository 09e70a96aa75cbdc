export { createFleetEngine, type FleetEngine } from './fleet-engine.ts'
export type { RedisFacts } from './check-redis.ts'
