/**
 * Every route of the API.
 *
 * @module
 */
import { partRoutes } from '../../../parts/routes.ts'
import type { Route } from '../route.ts'
import { agentRoutes } from './agents.ts'
import { approvalRoutes } from './approvals.ts'
import { attachmentRoutes } from './attachments.ts'
import { boardRoutes } from './board.ts'
import { callRoutes } from './calls.ts'
import { conversationRoutes } from './conversations.ts'
import { decisionRoutes } from './decisions.ts'
import { eventRoutes } from './events.ts'
import { grantRoutes } from './grants.ts'
import { infoRoutes } from './info.ts'
import { journalRoutes } from './journal.ts'
import { journalStatsRoutes } from './journal-stats.ts'
import { mcpServerRoutes } from './mcp-servers.ts'
import { modelRoutes } from './models.ts'
import { policyRoutes } from './policy.ts'
import { questionRoutes } from './questions.ts'
import { resultRoutes } from './results.ts'
import { runViewRoutes } from './run-views.ts'
import { runRoutes } from './runs.ts'
import { serverRoutes } from './server.ts'
import { sessionRoutes } from './session.ts'
import { threadRoutes } from './threads.ts'
import { tokenRoutes } from './tokens.ts'
import { toolTestRoutes } from './tool-tests.ts'
import { toolRoutes } from './tools.ts'
import { triggerRoutes } from './triggers.ts'

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...infoRoutes,
  ...toolRoutes,
  ...toolTestRoutes,
  ...decisionRoutes,
  ...callRoutes,
  ...journalRoutes,
  ...journalStatsRoutes,
  ...agentRoutes,
  ...modelRoutes,
  ...runRoutes,
  ...attachmentRoutes,
  ...runViewRoutes,
  ...conversationRoutes,
  ...threadRoutes,
  ...boardRoutes,
  ...approvalRoutes,
  ...questionRoutes,
  ...grantRoutes,
  ...resultRoutes,
  ...policyRoutes,
  ...mcpServerRoutes,
  ...tokenRoutes,
  ...triggerRoutes,
  ...eventRoutes,
  ...partRoutes,
  ...serverRoutes,
]
