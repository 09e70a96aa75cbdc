/**
 * Step 1: finds the tool that this caller means, among those that it may use, in the version that it was shown.
 *
 * @module
 */
import type { Tool, ToolManifest } from '../../define/index.ts'
import { messageOf, nearest } from '../../kernel/index.ts'
import type { RegistryEntry } from '../../registry/index.ts'
import { boundTools } from '../bound-tools.ts'
import type { Core, PipelineParts } from '../core.ts'
import type { Invocation, Plan } from '../invocation.ts'
import { fromThrown, refuse, type Refused } from '../outcome.ts'
import { isHidden } from '../policy/index.ts'
import type { AgentTools, CompanyCaller } from '../ports.ts'

type Resolved = Plan | Refused
type Needed = Pick<PipelineParts, 'core' | 'plans'>

export function resolve(parts: Needed, invocation: Invocation): Resolved | Promise<Resolved> {
  const fresh = parts.core.people.rights.fresh(invocation.startedAt)
  return fresh ? fresh.then(() => find(parts, invocation)) : find(parts, invocation)
}

function find({ core, plans }: Needed, invocation: Invocation): Resolved | Promise<Resolved> {
  const { name, thread, ticket } = invocation
  const isAgent = ticket.agent !== undefined || ticket.run !== undefined
  const bound = isAgent ? boundTools(core.people.rights, ticket) : undefined
  if (bound?.kind === 'refused') return bound
  if (bound && !bound.has(name) && !isOffered(core, invocation))
    return notFound(name, bound.names, ticket.agent)
  if (thread?.shown === undefined && ticket.fingerprint === undefined) {
    const known = plans.named.get(name)
    if (known) return pinnedElsewhere(bound, name, known.manifest.fingerprint) ?? known
  }
  const shown = thread?.shown?.get(name)
  const current = core.tools.get(name)
  const entry = shown && current ? shown : current
  if (!entry)
    return shown ? gone(name) : notFound(name, bound?.names ?? core.tools.snapshot().names, undefined)
  const refusal = refusalOf(core, invocation, (entry.loaded ?? entry).manifest)
  if (refusal) return refusal
  if (entry.loaded) {
    const plan = plans.for(entry.loaded)
    return entry === current && !entry.beside ? plans.remember(name, plan) : plan
  }
  return load(entry, (tool) => refusalOf(core, invocation, tool.manifest) ?? plans.for(tool))
}

/** Why this caller may not, or may no longer, run this version of the tool. */
export function refusalOf(core: Core, invocation: Invocation, manifest: ToolManifest): Refused | undefined {
  const { name, ticket } = invocation
  const bound = boundTools(core.people.rights, ticket)
  if (bound?.kind === 'refused') return bound
  if (bound && !bound.has(name) && !isOffered(core, invocation))
    return notFound(name, bound.names, ticket.agent)
  const { fingerprint } = manifest
  const isOther = ticket.fingerprint !== undefined && ticket.fingerprint !== fingerprint
  if (isOther || manifest.name !== name) return stale(name)
  const beside = core.tools.get(name)?.beside
  if (beside) return mayUseOneOf(core, ticket, beside()) ? undefined : closed(name)
  return core.people.rights.hold(manifest) ?? pinnedElsewhere(bound, name, fingerprint)
}

/** Whether a client uses what comes beside tools. The model of an agent has the tools that it is bound to, and nothing else. */
function isOffered(core: Core, { name, ticket, companion }: Invocation): boolean {
  return (ticket.isOffer || companion.sample !== undefined) && core.tools.get(name)?.beside !== undefined
}

/** Whether a caller is shown at least one of these tools: it is bound, accepted, and no rule denies it. */
export function mayUseOneOf(
  { policy, people: { rights } }: Pick<Core, 'policy' | 'people'>,
  caller: Pick<CompanyCaller, 'agent' | 'run'>,
  manifests: readonly ToolManifest[],
): boolean {
  const bound = boundTools(rights, caller)
  if (bound?.kind === 'refused') return false
  return manifests.some((manifest) => {
    const { name, fingerprint } = manifest
    const isBound = !bound || (bound.has(name) && !pinnedElsewhere(bound, name, fingerprint))
    return isBound && !rights.hold(manifest) && !isHidden(policy, manifest)
  })
}

/** The file may give another version than it was known by: what was found is looked at again. */
async function load(entry: RegistryEntry, use: (tool: Tool) => Resolved): Promise<Resolved> {
  try {
    return use(await entry.load())
  } catch (error) {
    const { name } = entry.manifest
    const refused = fromThrown(error, name)
    return {
      ...refused,
      fault: {
        ...refused.fault,
        message: `"${name}" could not be loaded: ${messageOf(error)}`,
        says: { key: 'toolNotLoaded', values: [name, messageOf(error)] },
      },
    }
  }
}

function notFound(name: string, names: readonly string[], agent: string | undefined): Refused {
  const near = nearest(name, names)
  const others =
    names.length === 0
      ? agent === undefined
        ? 'No tools are registered.'
        : 'It has no tools at all.'
      : `Tools: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`
  return refuse('error', 'tool_not_found', {
    message:
      agent === undefined
        ? `there is no tool named "${name.slice(0, 100)}".`
        : `agent "${agent}" has no tool named "${name.slice(0, 100)}".`,
    hint: near.length > 0 ? `Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?` : others,
    says:
      agent === undefined
        ? { key: 'toolNotFound', values: [name.slice(0, 100), near[0] ?? ''] }
        : { key: 'agentHasNoTool', values: [agent, name.slice(0, 100), near[0] ?? ''] },
  })
}

function pinnedElsewhere(
  bound: AgentTools | undefined,
  name: string,
  fingerprint: string,
): Refused | undefined {
  const pinned = bound?.pinned(name)
  if (pinned === undefined || pinned === fingerprint) return undefined
  return refuse('held', 'held', {
    message: `"${name}" has changed, and this agent is bound to the version before.`,
    hint: 'Somebody has to look at the change and bind the agent to the new version.',
    says: { key: 'toolPinned', values: [name] },
  })
}

function closed(name: string): Refused {
  return refuse('held', 'held', {
    message: `"${name}" can't be used: none of the tools of its server is accepted, allowed and yours.`,
    hint: 'Somebody has to look at the tools of the server and accept one: toolyard accept.',
    says: { key: 'serverNotAccepted', values: [name] },
  })
}

function gone(name: string): Refused {
  return refuse('error', 'stale_tool', {
    message: `"${name}" was removed since you were shown it.`,
    hint: 'Look at the list of tools again.',
    says: { key: 'toolRemoved', values: [name] },
  })
}

function stale(name: string): Refused {
  return refuse('error', 'stale_tool', {
    message: `"${name}" has changed since you were shown it.`,
    hint: 'Look at its definition again, then call it by that.',
    says: { key: 'toolChanged', values: [name] },
    retryable: true,
  })
}
