/**
 * Vectors over SQL, as 32-bit numbers in little-endian order. They are dropped some months after they were made.
 *
 * @module
 */
import type { VectorStore } from '../vectors.ts'
import { plain } from './call-row.ts'
import { rowsOf, type SqlDatabase } from './database.ts'

const maxAgeMs = 90 * 24 * 3_600_000
/** Databases take some thousand parameters in a query. */
const mostAtOnce = 500

export function createSqlVectors(database: SqlDatabase): VectorStore {
  const { build } = database
  return {
    async read(model, keys) {
      const found = new Map<string, Float32Array>()
      const given = new Map(keys.map((key) => [plain(key), key]))
      for (const some of chunksOf([...given.keys()])) {
        const query = build
          .selectFrom('vectors')
          .select(['key', 'vector'])
          .where('model', '=', plain(model))
          .where('key', 'in', some)
        for (const { key, vector } of await rowsOf(database, query))
          found.set(given.get(key) ?? key, numbersOf(vector))
      }
      return found
    },
    async save(vectors, { model, at }) {
      const old = build.deleteFrom('vectors').where('at', '<', at - maxAgeMs)
      const rows = Array.from(vectors, ([key, vector]) => ({
        model: plain(model),
        key: plain(key),
        vector: bytesOf(vector),
        at,
      }))
      const inserts = chunksOf(rows).map((some) =>
        build
          .insertInto('vectors')
          .values(some)
          .onConflict((conflict) =>
            conflict
              .columns(['model', 'key'])
              .doUpdateSet((row) => ({ vector: row.ref('excluded.vector'), at: row.ref('excluded.at') })),
          ),
      )
      await database.write(
        [old.compile(), ...inserts.map((insert) => insert.compile())],
        // Lost with the power, they are computed again.
        { durable: false },
      )
    },
  }
}

function chunksOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / mostAtOnce)
  return Array.from({ length: count }, (_, index) => all.slice(index * mostAtOnce, (index + 1) * mostAtOnce))
}

function bytesOf(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, number] of vector.entries()) view.setFloat32(index * 4, number, true)
  return new Uint8Array(view.buffer)
}

function numbersOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: Math.floor(bytes.byteLength / 4) }, (_, index) =>
    view.getFloat32(index * 4, true),
  )
}
