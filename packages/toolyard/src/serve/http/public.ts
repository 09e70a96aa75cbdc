/**
 * What `toolyard/http` offers: the API in one's own server.
 *
 * @module
 */
export { createHttpHandler, type HttpHandlerOptions } from './create-http-handler.ts'
export type { Authenticate, HostRequest, HttpPrincipal } from './host-application.ts'
export type { HttpHandler } from './http-handler.ts'
export { jsonLog, type RequestLog, type RequestNote } from './request-log.ts'
