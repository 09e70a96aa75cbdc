/**
 * What the routes work with: one Toolyard, and what this server keeps beside it.
 *
 * @module
 */
import type { McpServerState } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { AccessToken, Awaitable } from '../../store/index.ts'
import type { AgentNames } from './agent-names.ts'
import type { Doorkeeper } from './authenticate.ts'
import type { BodyRoom } from './body-room.ts'
import type { HttpCaller } from './caller.ts'
import type { Connections } from './connections.ts'
import type { HttpExchange } from './message.ts'
import type { Metrics } from './metrics.ts'
import type { Overload } from './overload.ts'
import type { Outbox } from './outbox.ts'
import type { Readiness } from './readiness.ts'
import type { RequestLog } from './request-log.ts'
import type { CallStreams } from './streams/call-streams.ts'
import type { EventHub } from './streams/event-hub.ts'
import type { OpenStreams } from './streams/open-streams.ts'
import type { ToolViews } from './tool-views.ts'

export interface HttpServices extends Doorkeeper {
  /** Who sends a request. Throws `unauthorised`. */
  readonly authenticate: (exchange: HttpExchange) => Awaitable<HttpCaller>
  readonly yard: ToolService
  readonly agents: AgentNames
  readonly calls: CallStreams
  readonly streams: OpenStreams
  readonly hub: EventHub
  readonly tools: ToolViews
  readonly metrics: Metrics
  readonly log: RequestLog
  /** Undefined if they are the host application's. */
  readonly connections: Connections | undefined
  readonly outbox: Outbox
  readonly overload: Overload
  /** For bodies of senders who are not known yet. */
  readonly bodies: BodyRoom
  readonly readiness: Readiness
  readonly mcpServers: () => readonly McpServerState[]
  /** The documentation of all routes. */
  readonly openApi: () => Readonly<Record<string, unknown>>
  /** Told after a token was taken back. */
  readonly onTokenRemoved: (token: AccessToken) => Awaitable<void>
}
