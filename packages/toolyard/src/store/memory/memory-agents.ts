/** `AgentStore` in memory. */
import { type AgentRecord, type AgentStore, type AgentVersion, keptAgentVersions } from '../agents.ts'
import { nameTaken } from '../name-taken.ts'
import type { Revision } from './revision.ts'

export function createMemoryAgents(revision: Revision): AgentStore {
  const agents = new Map<string, AgentRecord>()
  const history = new Map<string, readonly AgentVersion[]>()
  const named = (name: string): AgentRecord | undefined =>
    [...agents.values()].find((agent) => agent.name === name)
  return {
    list: () => [...agents.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    find: (idOrName) => agents.get(idOrName) ?? named(idOrName),
    save(agent, versions = []) {
      const other = named(agent.name)
      if (other && other.id !== agent.id) throw nameTaken(agent.name)
      agents.set(agent.id, agent)
      for (const version of versions) {
        const kept = history.get(agent.id) ?? []
        const next = { ...version, version: (kept[0]?.version ?? 0) + 1 }
        history.set(agent.id, [next, ...kept].slice(0, keptAgentVersions))
      }
      revision.now++
    },
    versions: (agentId) => history.get(agentId) ?? [],
    remove(id) {
      revision.now++
      history.delete(id)
      return agents.delete(id)
    },
  }
}
