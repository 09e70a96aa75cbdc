/** `AgentStore` in memory. */
import type { AgentRecord, AgentStore } from '../agents.ts'
import { nameTaken } from '../name-taken.ts'
import type { Revision } from './revision.ts'

export function createMemoryAgents(revision: Revision): AgentStore {
  const agents = new Map<string, AgentRecord>()
  const named = (name: string): AgentRecord | undefined =>
    [...agents.values()].find((agent) => agent.name === name)
  return {
    list: () => [...agents.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    find: (idOrName) => agents.get(idOrName) ?? named(idOrName),
    save(agent) {
      const other = named(agent.name)
      if (other && other.id !== agent.id) throw nameTaken(agent.name)
      agents.set(agent.id, agent)
      revision.now++
    },
    remove(id) {
      revision.now++
      return agents.delete(id)
    },
  }
}
