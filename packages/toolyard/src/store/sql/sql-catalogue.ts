/**
 * The catalogue over SQL.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import type { Catalogue, CatalogueChange, CatalogueEntry, CatalogueTool, ToolVersion } from '../catalogue.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { bumpRevision, readRevision } from './revision.ts'

/** Rows of one statement: databases limit the number of values. */
const rowsPerInsert = 200

export function createSqlCatalogue(database: SqlDatabase): Catalogue {
  const { build } = database
  const columns = [
    'id',
    'name',
    'state',
    'enabled',
    'type',
    'source',
    'fingerprint',
    'facts',
    'version',
    'accepted',
    'pinned',
    'origin',
    'error',
    'created_at',
    'updated_at',
  ] as const
  return {
    overview: () =>
      // The number first: who changes something in between makes the change that is based on it fail.
      whenKnown(readRevision(database), (revision) =>
        whenKnown(rowsOf(database, build.selectFrom('tools').select(columns).orderBy('name')), (rows) => ({
          revision,
          tools: rows.map(toolOf),
        })),
      ),
    list({ state, type, source, after, limit }) {
      let query = build.selectFrom('tools').selectAll().orderBy('name')
      if (state !== undefined) query = query.where('state', '=', state)
      if (type !== undefined) query = query.where('type', '=', type)
      if (source !== undefined) query = query.where('source', '=', source)
      if (after !== undefined) query = query.where('name', '>', plain(after))
      if (limit !== undefined) query = query.limit(limit)
      return whenKnown(rowsOf(database, query), (rows) => rows.map(entryOf))
    },
    find(idOrName) {
      const key = plain(idOrName)
      const query = build
        .selectFrom('tools')
        .selectAll()
        .where((row) => row.or([row('id', '=', key), row('name', '=', key)]))
      return whenKnown(rowsOf(database, query), (rows) => {
        const row = rows.find(({ id }) => id === key) ?? rows[0]
        return row && entryOf(row)
      })
    },
    versions(toolId) {
      const query = build
        .selectFrom('tool_versions')
        .selectAll()
        .where('tool_id', '=', plain(toolId))
        .orderBy('version', 'desc')
      return whenKnown(rowsOf(database, query), (rows) => rows.map(versionOf))
    },
    apply: (change) =>
      whenKnown(database.write(changesOf(database, change)), (counts) => counts !== undefined),
  }
}

function changesOf(database: SqlDatabase, { revision, tools, versions }: CatalogueChange): Change[] {
  const { build } = database
  const changes: Change[] = [{ ...bumpRevision(database, revision), expects: 1 }]
  const textOf = manifestTexts()
  const whole = tools.filter((tool) => tool.manifest !== undefined)
  for (const part of parts(whole)) {
    const insert = build.insertInto('tools').values(
      part.map((tool) => ({
        ...factsOf(tool),
        description: plain(tool.manifest?.description ?? ''),
        manifest: tool.manifest === undefined ? '' : textOf(tool.manifest),
      })),
    )
    changes.push(
      insert
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            name: row.ref('excluded.name'),
            state: row.ref('excluded.state'),
            enabled: row.ref('excluded.enabled'),
            type: row.ref('excluded.type'),
            source: row.ref('excluded.source'),
            description: row.ref('excluded.description'),
            manifest: row.ref('excluded.manifest'),
            fingerprint: row.ref('excluded.fingerprint'),
            facts: row.ref('excluded.facts'),
            version: row.ref('excluded.version'),
            accepted: row.ref('excluded.accepted'),
            pinned: row.ref('excluded.pinned'),
            origin: row.ref('excluded.origin'),
            error: row.ref('excluded.error'),
            created_at: row.ref('excluded.created_at'),
            updated_at: row.ref('excluded.updated_at'),
          })),
        )
        .compile(),
    )
  }
  for (const tool of tools) {
    if (tool.manifest !== undefined) continue
    const { id, ...facts } = factsOf(tool)
    changes.push({ ...build.updateTable('tools').set(facts).where('id', '=', id).compile(), expects: 1 })
  }
  for (const part of parts(versions))
    changes.push(
      build
        .insertInto('tool_versions')
        .values(part.map((version) => versionRowOf(version, textOf(version.manifest))))
        .compile(),
    )
  return changes
}

/** A tool and its newest version have one manifest; those of large documents are long. */
function manifestTexts(): (manifest: ToolManifest) => string {
  const known = new Map<ToolManifest, string>()
  return (manifest) => {
    const text = known.get(manifest) ?? JSON.stringify(manifest)
    known.set(manifest, text)
    return text
  }
}

function* parts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += rowsPerInsert) yield items.slice(at, at + rowsPerInsert)
}

function factsOf(tool: CatalogueTool) {
  return {
    id: plain(tool.id),
    name: plain(tool.name),
    state: tool.state,
    enabled: Number(tool.enabled),
    type: tool.type,
    source: tool.source,
    fingerprint: tool.fingerprint,
    facts: tool.facts,
    version: tool.version,
    accepted: optional(tool.accepted),
    pinned: Number(tool.pinned),
    origin: optional(tool.origin),
    error: optional(tool.error),
    created_at: tool.createdAt,
    updated_at: tool.updatedAt,
  }
}

function toolOf(row: Row): CatalogueTool {
  return {
    id: row['id'] as string,
    name: row['name'] as string,
    state: row['state'] as CatalogueTool['state'],
    enabled: row['enabled'] === 1,
    type: row['type'] as CatalogueTool['type'],
    source: row['source'] as CatalogueTool['source'],
    fingerprint: row['fingerprint'] as string,
    facts: row['facts'] as string,
    version: row['version'] as number,
    accepted: (row['accepted'] as string | null) ?? undefined,
    pinned: row['pinned'] === 1,
    origin: (row['origin'] as string | null) ?? undefined,
    error: (row['error'] as string | null) ?? undefined,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  }
}

function entryOf(row: Row): CatalogueEntry {
  return { ...toolOf(row), manifest: JSON.parse(row['manifest'] as string) as ToolManifest }
}

function versionRowOf(version: ToolVersion, manifest: string) {
  return {
    tool_id: plain(version.toolId),
    version: version.version,
    fingerprint: version.fingerprint,
    manifest,
    verdict: version.verdict ?? null,
    reasons: JSON.stringify(version.reasons),
    seen_at: version.seenAt,
  }
}

function versionOf(row: Row): ToolVersion {
  return {
    toolId: row['tool_id'] as string,
    version: row['version'] as number,
    fingerprint: row['fingerprint'] as string,
    manifest: JSON.parse(row['manifest'] as string) as ToolManifest,
    verdict: (row['verdict'] as ToolVersion['verdict'] | null) ?? undefined,
    reasons: JSON.parse(row['reasons'] as string) as string[],
    seenAt: row['seen_at'] as number,
  }
}
