/**
 * Who sends a request, and what the roles of tokens may do.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { TokenRole } from '../../store/index.ts'
import type { AgentNames } from './agent-names.ts'

/** The least role that a route asks for; `anyone` needs no token at all. */
export type Access = 'anyone' | Exclude<TokenRole, 'agent'>

export interface HttpCaller {
  readonly role: TokenRole
  /** The name of the token. */
  readonly name: string
  readonly tokenId: string
  /** The id of the one agent that an agent's token speaks for. */
  readonly agent?: string | undefined
  /** Of a browser that has signed in. */
  readonly csrf?: string | undefined
}

export const unknownCaller: HttpCaller = Object.freeze({ role: 'viewer', name: 'nobody', tokenId: '' })

/** Ids that no token of the database has: that of a token of one process alone, and those that an application's callers get. */
export const ownTokenId = 'own'
export const hostTokenMark = 'host-'

/**
 * The token that later work depends on: what it has asked for does not begin once it is revoked. Told by its id, not by a look into
 * the database: one that was revoked a moment ago may still be believed, and would leave work that nothing stops.
 */
export function keptToken({ tokenId }: Pick<HttpCaller, 'tokenId'>): string | undefined {
  return tokenId === '' || tokenId === ownTokenId || tokenId.startsWith(hostTokenMark) ? undefined : tokenId
}

const ranks: Readonly<Record<TokenRole | 'anyone', number>> = {
  anyone: 0,
  agent: 0,
  viewer: 1,
  operator: 2,
  approver: 3,
  admin: 4,
}

export function requireRole(
  { role, name }: HttpCaller,
  { access, agents }: { readonly access: Access; readonly agents: boolean },
): void {
  if (ranks[role] >= ranks[access] || (agents && role === 'agent')) return
  throw new ToolyardError('forbidden', `the token "${name}" is for the role ${role}; this needs ${access}`, {
    hint: `Use a token with the role ${access}.`,
    says: { key: 'needsRole', values: [access] },
  })
}

/** Whether a caller may let calls of others run. */
export function mayApprove({ role }: HttpCaller): boolean {
  return ranks[role] >= ranks.approver
}

/** As the inbox, grants and the journal remember a person who came in here. */
export function personOf({ name }: HttpCaller): string {
  return `http:${name}`
}

/** Whose rows a caller may see: those that it made itself. Undefined for people, who may see all. */
export interface OwnRows {
  readonly agent: string
  readonly principal: string
}

/** Of an agent's token: other tokens of the same agent are other callers. Throws `agent_not_found`. */
export async function ownRows(names: AgentNames, caller: HttpCaller): Promise<OwnRows | undefined> {
  const agent = await ownAgent(names, caller)
  return agent === undefined ? undefined : { agent, principal: personOf(caller) }
}

export function isOwn(
  own: OwnRows | undefined,
  row: { readonly agent?: string | undefined; readonly principal?: string | undefined },
): boolean {
  return own === undefined || (row.agent === own.agent && row.principal === own.principal)
}

/**
 * The conversation that a caller means by a name. Those of agents' tokens are marked, so that none is told whether another has
 * one of that name. People see each other's, and go on with their own; an admin with any. Throws `forbidden`.
 */
export async function ownThread(
  { threads, store }: Pick<ToolService, 'threads' | 'store'>,
  caller: HttpCaller,
  threadId: string,
): Promise<string> {
  if (caller.role === 'agent') return markedThread(caller, threadId)
  if (caller.role === 'admin') return threadId
  const open = threads.has(threadId) ? threads.get(threadId).principal : undefined
  const owner = open ?? (await store.threads.find(threadId))?.principal
  if (owner === undefined || owner === personOf(caller)) return threadId
  throw new ToolyardError('forbidden', `conversation "${threadId}" belongs to ${owner}`, {
    hint: 'Begin one of another name, or use a token with the role admin.',
  })
}

function markedThread({ tokenId }: HttpCaller, threadId: string): string {
  return threadId.startsWith(`${tokenId}:`) ? threadId : `${tokenId}:${threadId}`
}

/** The name of the agent on whose behalf is called. An agent's token may name only its own agent. */
export async function agentFor(
  names: AgentNames,
  caller: HttpCaller,
  asked: string | undefined,
): Promise<string | undefined> {
  const own = await ownAgent(names, caller)
  if (own === undefined) return asked === undefined ? undefined : ((await names.of(asked)) ?? asked)
  if (asked === undefined || asked === own || asked === caller.agent) return own
  throw new ToolyardError('forbidden', `this token speaks for agent "${own}", not for "${asked}"`, {
    hint: 'Leave out the agent, or use a token of that agent.',
  })
}

/** The name of the agent that a token speaks for; undefined for people, who may see all. Throws `agent_not_found`. */
export async function ownAgent(
  names: AgentNames,
  { role, agent = '' }: HttpCaller,
): Promise<string | undefined> {
  if (role !== 'agent') return undefined
  const name = await names.of(agent)
  if (name !== undefined) return name
  throw new ToolyardError('agent_not_found', 'the agent that this token speaks for is gone', {
    hint: 'Make the agent again, and a token for it.',
  })
}
