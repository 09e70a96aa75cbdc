/** What routes of parts are written with. */
export { personOf } from '../caller.ts'
export { keptToken, ownThread } from '../caller.ts'
export { type Route, route } from '../route.ts'
