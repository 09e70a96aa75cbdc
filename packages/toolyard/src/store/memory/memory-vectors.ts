/** `VectorStore` in memory. */
import type { VectorStore } from '../vectors.ts'

/** For each model; the oldest go first. */
const mostKept = 20_000

export function createMemoryVectors(): VectorStore {
  const models = new Map<string, Map<string, Float32Array>>()
  return {
    read(model, keys) {
      const known = models.get(model)
      return new Map(
        keys.flatMap((key) => {
          const vector = known?.get(key)
          return vector ? [[key, vector] as const] : []
        }),
      )
    },
    save(vectors, { model }) {
      const known = models.get(model) ?? new Map<string, Float32Array>()
      models.set(model, known)
      for (const [key, vector] of vectors) {
        known.delete(key)
        known.set(key, vector)
      }
      for (const oldest of [...known.keys()].slice(0, -mostKept)) known.delete(oldest)
    },
  }
}
