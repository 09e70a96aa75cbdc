/**
 * Whose a task is: the caller's that made it, whichever server it is asked about. Others hear that there is none.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { BackgroundCall } from '../../../parts/index.ts'
import type { McpClient } from '../client.ts'
import { ProtocolError, ProtocolErrorCode } from '../sdk.ts'

const shownId = 100

/** Undefined if there is none, or it is another's. */
export async function findTask(client: McpClient, id: string): Promise<BackgroundCall | undefined> {
  const call = await client.yard.background.find(id)
  return call?.principal === client.principal && call.agent === (await agentName(client)) ? call : undefined
}

/** Throws an error of the protocol. */
export async function ownTask(client: McpClient, id: unknown): Promise<BackgroundCall> {
  const call = typeof id === 'string' ? await findTask(client, id) : undefined
  if (call) return call
  const named = typeof id === 'string' ? ` "${id.slice(0, shownId)}"` : ''
  const message = `Task not found: there is no task${named} of this client. It has expired, or was never here.`
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** Newest first: those of the caller, or of this connection if callers can't be told apart. */
export async function ownTasks(client: McpClient): Promise<readonly BackgroundCall[]> {
  const { yard, principal, session, isIdentified } = client
  const agent = await agentName(client)
  const all = await yard.background.list({
    principal,
    ...(agent !== undefined && { agent }),
    limit: mostListed,
  })
  return all.filter((call) => call.agent === agent && (isIdentified || session.tasks.has(call.id)))
}

const mostListed = 1000

/** Calls name agents by their names, clients also by their ids. A name that no agent has is only a label. */
export async function agentName({ yard, agent }: McpClient): Promise<string | undefined> {
  if (agent === undefined) return undefined
  try {
    return (await yard.agents.find(agent)).name
  } catch (error) {
    if (ToolyardError.isInstance(error) && error.code === 'agent_not_found') return agent
    throw error
  }
}
