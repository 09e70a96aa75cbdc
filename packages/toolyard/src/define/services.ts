/**
 * What an installation offers its tools beside the machine: ports that the runtime fills in, as one caller may use them.
 * A member is undefined if the installation does not have it. Parts that bring a service declare its member themselves.
 *
 * @module
 */
import type { AgentAccess, ToolFinder } from './agent-access.ts'
import type { AttachmentAccess } from './attachment-access.ts'
import type { BoardAccess } from './board-access.ts'
import type { CalendarAccess } from './calendar-access.ts'
import type { ChannelAccess } from './channel-access.ts'
import type { FindAccess } from './find-access.ts'
import type { McpAccess } from './mcp-facts.ts'
import type { RemoteAccess } from './remote-access.ts'
import type { ResultReader } from './result.ts'
import type { WebSettings } from './web-settings.ts'

export interface Services {
  /** Answers that were too long to show. */
  readonly results?: ResultReader | undefined
  /** What was sent in this conversation. */
  readonly attachments?: AttachmentAccess | undefined
  /** The MCP servers that are configured. */
  readonly mcp?: McpAccess | undefined
  /** Other agents. */
  readonly agents?: AgentAccess | undefined
  /** Tools that are not shown yet. */
  readonly finder?: ToolFinder | undefined
  /** How the web is searched and browsed, as configured. */
  readonly web?: WebSettings | undefined
  /** Where messages to people are sent. */
  readonly channels?: ChannelAccess | undefined
  /** Endpoints elsewhere that may be triggered. */
  readonly remotes?: RemoteAccess | undefined
  /** The caller's calendar. */
  readonly calendar?: CalendarAccess | undefined
  /** The board that agents and people share. */
  readonly board?: BoardAccess | undefined
  /** Looks through everything that is kept here. */
  readonly find?: FindAccess | undefined
}
