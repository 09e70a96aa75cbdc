export { createNet } from './create-net.ts'
export type { Net, NetRequest, NetResponse, NetSettings } from './net.ts'
