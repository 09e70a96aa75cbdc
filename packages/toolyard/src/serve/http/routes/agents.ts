/**
 * Agents and the tools that they have.
 *
 * @module
 */
import { z } from 'zod'
import type { Agent, AgentSpec } from '../../../agents/index.ts'
import { dialectNames } from '../../../dialects/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { agentVersionViews } from '../agent-versions.ts'
import { type HttpCaller, ownAgent, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import type { HttpServices } from '../services.ts'
import { agent, agentBody, agentVersion, versionParams } from '../shapes/agents.ts'
import { anything, idParams, listOf, whole } from '../shapes/common.ts'
import { definitionParams } from '../shapes/tool-query.ts'
import { tokenCost } from '../token-cost.ts'

export const agentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/agents',
    summary: 'All agents, by name, each with its tools as they stand now.',
    access: 'viewer',
    answer: listOf(agent),
    handle: async (services) =>
      whole((await services.yard.agents.list()).map((one) => withCost(services, one))),
  }),
  route({
    method: 'POST',
    path: '/api/agents',
    summary: 'Makes an agent; toolIds names its tools, by id or name.',
    access: 'operator',
    status: 201,
    body: agentBody,
    answer: agent,
    handle: async (services, { body, caller }) =>
      withCost(services, await services.yard.agents.create(body as unknown as AgentSpec, personOf(caller))),
  }),
  route({
    method: 'GET',
    path: '/api/agents/:id',
    summary: 'One agent, by id or name.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: agent,
    handle: async (services, { params, caller }) =>
      withCost(services, await findFor(services, caller, params.id)),
  }),
  change('PATCH', 'Changes what is given, and leaves the rest.'),
  change('PUT', 'Changes what is given, and leaves the rest; a new list of toolIds replaces the old one.'),
  route({
    method: 'DELETE',
    path: '/api/agents/:id',
    summary: 'Removes an agent, and what was granted to it.',
    access: 'operator',
    params: idParams,
    answer: agent,
    handle: async (services, { params }) => withCost(services, await services.yard.agents.remove(params.id)),
  }),
  route({
    method: 'GET',
    path: '/api/agents/:id/versions',
    summary: 'What an agent was after each change, the newest first, with who changed it and what.',
    access: 'viewer',
    params: idParams,
    answer: listOf(agentVersion),
    handle: async ({ yard }, { params }) => whole(await agentVersionViews(yard, params.id)),
  }),
  route({
    method: 'POST',
    path: '/api/agents/:id/versions/:version/restore',
    summary: 'Brings back the prompt, model, runner, settings and tools that an agent had; its name stays.',
    access: 'operator',
    params: versionParams,
    answer: agent,
    handle: async (services, { params, caller }) =>
      withCost(services, await services.yard.agents.restore(params.id, params.version, personOf(caller))),
  }),
  route({
    method: 'GET',
    path: '/api/agents/:id/definitions/:dialect',
    summary: 'The definitions of the tools that an agent has, as a provider gets them.',
    access: 'viewer',
    agents: true,
    params: definitionParams,
    answer: z.object({ definitions: z.array(anything), tokens: z.int() }),
    handle: async (services, { params, caller }) => {
      const { id } = await findFor(services, caller, params.id)
      const definitions = await services.yard.definitionsFor(id, params.dialect)
      return { definitions, tokens: definitions.reduce((sum, definition) => sum + tokenCost(definition), 0) }
    },
  }),
]

function change(method: 'PATCH' | 'PUT', summary: string): Route {
  return route({
    method,
    path: '/api/agents/:id',
    summary,
    access: 'operator',
    params: idParams,
    body: agentBody,
    answer: agent,
    handle: async (services, { params, body, caller }) =>
      withCost(
        services,
        await services.yard.agents.update(params.id, body as Partial<AgentSpec>, personOf(caller)),
      ),
  })
}

/** An agent's token is not told whether there are others. */
export async function findFor(
  { yard, agents }: HttpServices,
  caller: HttpCaller,
  idOrName: string,
): Promise<Agent> {
  const own = await ownAgent(agents, caller)
  if (own === undefined || idOrName === own || idOrName === caller.agent) return yard.agents.find(idOrName)
  throw new ToolyardError('agent_not_found', `there is no agent named "${idOrName}"`, {
    hint: `This token speaks for agent "${own}".`,
  })
}

function withCost({ yard, tools }: HttpServices, one: Agent) {
  const manifests = one.tools.flatMap(({ name }) => yard.registry.manifest(name) ?? [])
  const tokens = Object.fromEntries(
    dialectNames.map((dialect) => [
      dialect,
      manifests.reduce((sum, manifest) => sum + tools.cost(manifest, dialect), 0),
    ]),
  )
  return { ...one, tokens }
}
