/**
 * Versions of an agent as they are shown: with the names of its tools, and what each changed.
 *
 * @module
 */
import type { ToolService } from '../../runtime/index.ts'
import type { AgentVersion } from '../../store/index.ts'
import { diffBudget, lineDiff } from '../views/index.ts'

type Names = ReadonlyMap<string, string>

/** Throws `agent_not_found`. */
export async function agentVersionViews({ agents, store }: ToolService, idOrName: string) {
  const versions = await agents.versions(idOrName)
  const { tools } = await store.catalogue.overview()
  const names: Names = new Map(tools.map(({ id, name }) => [id, name]))
  const budget = diffBudget()
  return versions.map(({ tools: bound, ...version }, place) => {
    const before = versions[place + 1]
    return {
      ...version,
      tools: bound.map(({ toolId, pinned }) => ({ id: toolId, name: names.get(toolId) ?? toolId, pinned })),
      ...(before && { changes: changesOf(before, { ...version, tools: bound }, { names, budget }) }),
    }
  })
}

interface Around {
  readonly names: Names
  readonly budget: ReturnType<typeof diffBudget>
}

function changesOf(before: AgentVersion, after: AgentVersion, { names, budget }: Around) {
  const named = (id: string): string => names.get(id) ?? id
  const added = idsOf(after).filter((id) => !idsOf(before).includes(id))
  const removed = idsOf(before).filter((id) => !idsOf(after).includes(id))
  const plain = (['name', 'prompt', 'model', 'runner'] as const).filter((key) => before[key] !== after[key])
  const [oldSettings, newSettings] = [before.settings, after.settings].map(textOf) as [string, string]
  const isSame = added.length === 0 && removed.length === 0
  return {
    fields: [
      ...plain,
      ...(oldSettings === newSettings ? [] : (['settings'] as const)),
      ...(isSame ? [] : (['tools'] as const)),
      ...(isSame && pinsOf(before) !== pinsOf(after) ? (['pins'] as const) : []),
    ],
    added: added.map(named),
    removed: removed.map(named),
    diff: [
      ...(before.prompt === after.prompt
        ? []
        : [{ title: 'prompt', ...lineDiff(before.prompt, after.prompt, budget) }]),
      ...(oldSettings === newSettings
        ? []
        : [{ title: 'settings', ...lineDiff(oldSettings, newSettings, budget) }]),
    ],
  }
}

function idsOf({ tools }: AgentVersion): readonly string[] {
  return tools.map(({ toolId }) => toolId)
}

function pinsOf({ tools }: AgentVersion): string {
  const pins = tools.map(({ toolId, pinned = '' }) => `${toolId} ${pinned}`)
  return pins.toSorted((left, right) => left.localeCompare(right)).join('\n')
}

function textOf(settings: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(settings, null, 2)
}
