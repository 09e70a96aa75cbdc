export { createNet } from './create-net.ts'
export { createFetch } from './fetch.ts'
export type { Net, NetRequest, NetSettings, Objection } from './net.ts'
export { neverSent } from './net-error.ts'
