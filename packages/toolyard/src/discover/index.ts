export { discoverTools } from './discover-tools.ts'
