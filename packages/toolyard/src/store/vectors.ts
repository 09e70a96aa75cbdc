/**
 * The port to vectors: what an embedding model made of texts. A cache: what is lost is computed again.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

/** By key: the fingerprint of the tool that the text describes. */
export type Vectors = ReadonlyMap<string, Float32Array>

export interface VectorStore {
  /** Those of these keys that are kept for a model. */
  read(model: string, keys: readonly string[]): Awaitable<Vectors>
  /** Replaces those that are there. May drop any that were saved long before. */
  save(vectors: Vectors, about: { readonly model: string; readonly at: number }): Awaitable<void>
}
