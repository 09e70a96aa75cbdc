/** The database of a project, looked at beside the yard. */
import type { LoadedConfig } from '../../runtime/index.ts'
import { openStore, type Store } from '../../store/index.ts'
import { databaseOf } from './open-yard.ts'

export interface KnownPlace {
  readonly config: LoadedConfig
  readonly workspace: string
}

/** Looks at the database that is there already, for commands that open their yard without it. Undefined if there is none yet. */
export async function withKnownStore<Seen>(
  { config, workspace }: KnownPlace,
  look: (store: Store) => Promise<Seen>,
): Promise<Seen | undefined> {
  const named = databaseOf(config, { workspace, database: 'known' })
  if (named === 'memory:') return undefined
  const store = typeof named === 'string' ? await openStore(named, { folder: workspace }) : named
  try {
    return await look(store)
  } finally {
    if (store !== named) await store.close()
  }
}
