/** `GrantStore` in memory. */
import type { Grant, GrantStore } from '../grants.ts'
import type { Revision } from './revision.ts'

export function createMemoryGrants(revision: Revision): GrantStore {
  const grants = new Map<string, Grant>()
  return {
    list: () => [...grants.values()],
    add(grant) {
      grants.set(grant.id, grant)
      revision.now++
    },
    revoke(id) {
      revision.now++
      return grants.delete(id)
    },
  }
}
