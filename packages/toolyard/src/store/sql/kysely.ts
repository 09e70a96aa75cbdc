/**
 * The parts of Kysely that build queries. Building is all that it does here: the adapters run what it built.
 * The published package holds these parts as one file, because three hundred small ones take 100 ms to load.
 *
 * @module
 */
export {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
export type { ExpressionBuilder, Generated, RawBuilder } from 'kysely'
