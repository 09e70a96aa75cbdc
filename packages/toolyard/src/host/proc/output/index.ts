export type { ByteLimits } from './bounded-bytes.ts'
export { OutputFeed } from './output-feed.ts'
export { OutputLog } from './output-log.ts'
