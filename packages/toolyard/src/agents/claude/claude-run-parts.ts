/**
 * What a run with the SDK is made of, and what it is started with.
 *
 * @module
 */
import type { ToolFault } from '../../define/index.ts'
import type { EventQueue } from '../loop/event-queue.ts'
import type { ToolBox } from '../loop/tool-box.ts'
import type { ClaudeUsage } from './claude-usage.ts'
import type { TalkParts } from './run-talk.ts'
import type { SaidContent, SdkQuery } from './sdk.ts'
import type { ToolServer } from './tool-server.ts'

export interface ClaudeRunParts extends TalkParts {
  readonly queue: EventQueue
  /** Resolves when those who follow the run know it. */
  readonly tellUsage: () => Promise<void>
  readonly usage: ClaudeUsage
  readonly box: ToolBox
  /** With secrets taken out. */
  readonly faultOf: (thrown: unknown) => ToolFault
}

/** What the SDK is started with. */
export interface ClaudeStart {
  readonly query: SdkQuery
  readonly server: ToolServer
  readonly said: readonly SaidContent[]
}
