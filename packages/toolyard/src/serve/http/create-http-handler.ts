/**
 * The API, the console and MCP for an application that has a server already.
 *
 * @module
 */
import { sha256 } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { checkedBasePath } from './base-path.ts'
import { consoleFolder } from './console-files.ts'
import type { Authenticate } from './host-application.ts'
import { createMountGuard } from './host-guard.ts'
import { type HttpHandler, openHandler } from './http-handler.ts'
import type { RequestLog } from './request-log.ts'
import { TokenBook } from './token-book.ts'
import { checkedToken } from './token-file.ts'

export interface HttpHandlerOptions {
  /** The path under which the application mounts it: `/toolyard`. The whole server by default. */
  readonly basePath?: string
  /**
   * Says who sends a request, in place of Toolyard's own tokens; undefined is answered 401. Asked for every request but those that are
   * open to anyone: `/healthz`, `/readyz`, `/openapi.json`, the console's files, and triggers, which carry a signature.
   */
  readonly authenticate?: Authenticate
  /** Without `authenticate`: a token with the role admin for this handler alone, at least 32 characters. Tokens of the database work as well. */
  readonly token?: string
  /**
   * The names under which the application is reached, such as `tools.example.com`; one without a port stands for all its ports. A
   * request with another `Host` is refused. Without it any `Host` will do.
   */
  readonly allowedHosts?: readonly string[]
  /** Whether the console is served; it is by default. */
  readonly console?: boolean
  /** Event streams at once; 256 by default. */
  readonly streams?: number
  /** Whether `/metrics` is shown to anyone. */
  readonly openMetrics?: boolean
  /** Told of every request once it is answered. */
  readonly log?: RequestLog
}

/** Requests from pages of other origins are refused. Close it before the Toolyard. */
export async function createHttpHandler(
  yard: ToolService,
  options: HttpHandlerOptions = {},
): Promise<HttpHandler> {
  const basePath = checkedBasePath(options.basePath ?? '')
  const tokens = new TokenBook(yard.store.tokens)
  if (options.token !== undefined)
    tokens.setOwn(checkedToken(options.token, 'token'), { name: 'own token', role: 'admin' })
  const { handler, ready } = openHandler(yard, {
    tokens,
    basePath,
    // Browsers keep cookies by host, not by port: two applications on one machine need two names.
    cookieName: `toolyard_session_${sha256(`${yard.installation.workspace} ${basePath}`).slice(0, 8)}`,
    guard: createMountGuard(options.allowedHosts),
    authenticate: options.authenticate,
    consoleFolder: options.console === false ? false : consoleFolder,
    mostStreams: options.streams,
    openMetrics: options.openMetrics ?? false,
    log: options.log,
  })
  await ready
  return handler
}
