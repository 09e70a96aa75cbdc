/** `VectorStore` in memory. */
import type { VectorStore } from '../vectors.ts'

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
      models.set(model, new Map([...(models.get(model) ?? []), ...vectors]))
    },
  }
}
