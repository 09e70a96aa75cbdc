/**
 * What a sync has to do: the tools that are registered, against one state of the catalogue. It writes nothing.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import { sha256 } from '../kernel/index.ts'
import type { Catalogue, CatalogueChange, CatalogueTool, ToolState, ToolVersion } from '../store/index.ts'
import type { VersionComparison } from './compare/manifest-change.ts'
import { newFromOutside, standing } from './standing.ts'

export interface SyncInput {
  readonly tools: readonly { readonly manifest: ToolManifest; readonly origin?: string | undefined }[]
  /** Files and servers that gave no tool. */
  readonly problems: readonly { readonly origin: string; readonly reason: string }[]
}

export interface PlanOptions {
  readonly now: number
  readonly newId: () => string
}

export interface SyncStep {
  readonly tool: string
  readonly id?: string
  readonly kind: 'created' | 'updated' | 'unchanged' | 'removed' | 'invalid' | 'held'
  readonly version: number
  readonly comparison?: VersionComparison | undefined
  readonly error?: string | undefined
}

export interface SyncPlan {
  readonly steps: readonly SyncStep[]
  readonly changes: readonly SyncStep[]
  readonly change: CatalogueChange
}

export async function planSync(
  catalogue: Catalogue,
  input: SyncInput,
  options: PlanOptions,
): Promise<SyncPlan> {
  const { revision, tools } = await catalogue.overview()
  const known = new Map(tools.map((tool) => [tool.name, tool]))
  const steps: SyncStep[] = []
  const rows: CatalogueChange['tools'][number][] = []
  const versions: ToolVersion[] = []
  for (const current of input.tools) {
    const { manifest } = current
    const before = known.get(manifest.name)
    known.delete(manifest.name)
    const planned = before
      ? await planKnown(catalogue, before, { ...current, now: options.now })
      : planNew(current, options)
    steps.push(planned.step)
    if (planned.row) rows.push(planned.row)
    if (planned.version) versions.push(planned.version)
  }
  planAbsent(input, [...known.values()], { steps, rows, now: options.now })
  return {
    steps,
    changes: steps.filter(({ kind }) => kind !== 'unchanged'),
    change: { revision, tools: rows, versions },
  }
}

interface PlannedStep {
  readonly step: SyncStep
  readonly row?: CatalogueChange['tools'][number]
  readonly version?: ToolVersion
}

type CurrentTool = SyncInput['tools'][number] & { readonly now: number }

function planNew({ manifest, origin }: SyncInput['tools'][number], { now, newId }: PlanOptions): PlannedStep {
  const isForeign = isFromOutside(manifest)
  const row = {
    ...rowFacts(manifest, origin),
    id: newId(),
    enabled: true,
    version: 1,
    pinned: false,
    accepted: isForeign ? '' : undefined,
    state: isForeign ? ('held' as const) : ('active' as const),
    error: isForeign ? newFromOutside : undefined,
    createdAt: now,
    updatedAt: now,
    manifest,
  }
  return {
    row,
    version: versionOf(row, manifest, undefined),
    step: {
      tool: manifest.name,
      id: row.id,
      kind: isForeign ? 'held' : 'created',
      version: 1,
      error: row.error,
    },
  }
}

async function planKnown(
  catalogue: Catalogue,
  before: CatalogueTool,
  current: CurrentTool,
): Promise<PlannedStep> {
  const { manifest, origin, now } = current
  const facts = rowFacts(manifest, origin)
  const isNewVersion = facts.fingerprint !== before.fingerprint
  // A server may take over a name that was ours: what was decided about ours is not about its tool.
  const isTakenOver = isFromOutside(manifest) && before.source !== manifest.source
  const accepted = isTakenOver ? '' : before.accepted
  const { state, error } = standing({ ...before, accepted }, facts.fingerprint)
  const isSame =
    !isNewVersion &&
    facts.facts === before.facts &&
    facts.origin === before.origin &&
    state === before.state &&
    error === before.error
  if (isSame) {
    const kind = state === 'held' ? 'held' : 'unchanged'
    return { step: { tool: before.name, id: before.id, kind, version: before.version, error } }
  }
  const row = {
    ...before,
    ...facts,
    accepted,
    state,
    error,
    version: before.version + Number(isNewVersion),
    updatedAt: now,
    manifest,
  }
  const old = isNewVersion ? await catalogue.find(before.id) : undefined
  const comparison = old && (await compare(old.manifest, manifest))
  const kind = state === 'held' ? 'held' : 'updated'
  return {
    row,
    ...(isNewVersion && { version: versionOf(row, manifest, comparison) }),
    step: { tool: before.name, id: before.id, kind, version: row.version, comparison, error },
  }
}

/** Most starts change nothing: what compares definitions is loaded only if one has changed. */
async function compare(before: ToolManifest, after: ToolManifest): Promise<VersionComparison> {
  const { compareManifests } = await import('./compare/compare-manifests.ts')
  return compareManifests(before, after)
}

/** Tools that are no longer registered: their file is broken, or they are gone. */
function planAbsent(
  input: SyncInput,
  absent: readonly CatalogueTool[],
  plan: { steps: SyncStep[]; rows: CatalogueChange['tools'][number][]; now: number },
): void {
  const problems = new Map(input.problems.map(({ origin, reason }) => [origin, reason]))
  for (const tool of absent) {
    const error = tool.origin === undefined ? undefined : problems.get(tool.origin)
    if (tool.origin !== undefined) problems.delete(tool.origin)
    const state: ToolState = error === undefined ? 'removed' : 'invalid'
    const isNew = state !== tool.state || error !== tool.error
    if (isNew) plan.rows.push({ ...tool, state, error, updatedAt: plan.now })
    if (isNew || state === 'invalid')
      plan.steps.push({ tool: tool.name, id: tool.id, kind: state, version: tool.version, error })
  }
  for (const [origin, error] of problems)
    plan.steps.push({ tool: origin, kind: 'invalid', version: 0, error })
}

/** What a server elsewhere says of its tools is not believed before a person has looked at it. */
function isFromOutside({ source }: ToolManifest): boolean {
  return source === 'mcp'
}

function rowFacts(manifest: ToolManifest, origin: string | undefined) {
  const { name, type, source, fingerprint, category, tags, version, timeoutMs, examples } = manifest
  const { queue, taskSupport } = manifest
  const told: unknown[] = [source, category, tags, version, timeoutMs, examples]
  // Only if it is said: the hashes of all other tools stay as they were.
  if (queue !== undefined) told.push(queue)
  if (taskSupport !== undefined) told.push({ taskSupport })
  return {
    name,
    type,
    source,
    fingerprint,
    origin,
    facts: sha256(JSON.stringify(told)).slice(0, 16),
  }
}

function versionOf(
  row: { readonly id: string; readonly version: number; readonly updatedAt: number },
  manifest: ToolManifest,
  comparison: VersionComparison | undefined,
): ToolVersion {
  return {
    toolId: row.id,
    version: row.version,
    fingerprint: manifest.fingerprint,
    manifest,
    verdict: comparison?.verdict,
    reasons: comparison?.reasons ?? [],
    seenAt: row.updatedAt,
  }
}
