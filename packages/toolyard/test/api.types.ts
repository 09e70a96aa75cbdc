/**
 * Types hold between the API and what stands behind it, where no route checks them: events, what an agent is made from, problems
 * of a form. Only the compiler reads this file: it is right where it compiles.
 *
 * @module
 */
import type { AgentSpec, RunEvent, ToolEvent } from 'toolyard'
import type { FormProblem } from '../src/define/index.ts'
import type * as api from '../src/serve/http/shapes/types.ts'

export const runEvent = (event: api.Received<RunEvent>): api.RunEvent => event
export const toolEvent = (event: api.Received<ToolEvent>): api.ToolEvent => event
export const formProblem = (problem: api.Received<FormProblem>): api.FormProblem => problem
export const agentSpec = (spec: api.AgentSpec): AgentSpec => spec
