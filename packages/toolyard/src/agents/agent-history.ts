/**
 * What is added to the versions of an agent when it changes.
 *
 * @module
 */
import { canonicalJson } from '../kernel/index.ts'
import type { AgentRecord, NewAgentVersion } from '../store/index.ts'

interface ChangeFacts {
  readonly by: string | undefined
  /** Whether versions of it are kept already: else what it was before is the first of them. */
  readonly known: boolean
}

/** None if nothing has changed that a version tells. */
export function newVersions(
  before: AgentRecord | undefined,
  after: AgentRecord,
  { by, known }: ChangeFacts,
): readonly NewAgentVersion[] {
  if (before && canonicalJson(factsOf(before)) === canonicalJson(factsOf(after))) return []
  const first = before && !known ? [{ ...factsOf(before), at: before.updatedAt }] : []
  return [...first, { ...factsOf(after), by, at: after.updatedAt }]
}

function factsOf({ name, prompt, model, runner, settings, tools }: AgentRecord) {
  return { name, prompt, model, runner, settings, tools }
}
