/**
 * Sends the parts of an answer to those who read the call's events.
 *
 * @module
 */
import { ChunkStream } from '../chunk-stream.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'

export function chunksOf(core: Core, invocation: Invocation): ChunkStream {
  return (invocation.chunks ??= new ChunkStream(core.redactor, core.settings.storedOutput))
}

/** Sends chunks one after the other, at the reader's pace. */
export async function sendChunks(invocation: Invocation, chunks: readonly unknown[]): Promise<void> {
  if (invocation.plan?.tool.muted) return
  const { companion, id: callId } = invocation
  for (const data of chunks) await companion.sink?.push({ type: 'chunk', callId, data })
}
