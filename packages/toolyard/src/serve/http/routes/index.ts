/**
 * Every route of the API.
 *
 * @module
 */
import type { Route } from '../route.ts'
import { agentRoutes } from './agents.ts'
import { approvalRoutes } from './approvals.ts'
import { boardRoutes } from './board.ts'
import { callRoutes } from './calls.ts'
import { decisionRoutes } from './decisions.ts'
import { eventRoutes } from './events.ts'
import { grantRoutes } from './grants.ts'
import { infoRoutes } from './info.ts'
import { journalRoutes } from './journal.ts'
import { mcpServerRoutes } from './mcp-servers.ts'
import { policyRoutes } from './policy.ts'
import { questionRoutes } from './questions.ts'
import { resultRoutes } from './results.ts'
import { runRoutes } from './runs.ts'
import { serverRoutes } from './server.ts'
import { sessionRoutes } from './session.ts'
import { threadRoutes } from './threads.ts'
import { tokenRoutes } from './tokens.ts'
import { toolRoutes } from './tools.ts'
import { triggerRoutes } from './triggers.ts'

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...infoRoutes,
  ...toolRoutes,
  ...decisionRoutes,
  ...callRoutes,
  ...journalRoutes,
  ...agentRoutes,
  ...runRoutes,
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
  ...serverRoutes,
]
