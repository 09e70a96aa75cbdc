/**
 * Sends the events of runs to readers. Readers do not slow the run, and a reader that leaves does not end it.
 *
 * @module
 */
import { jsonText } from '../../../kernel/index.ts'
import type { AgentRuns } from '../../../agents/index.ts'
import { type EventStream, eventText } from './event-stream.ts'
import { missedText, sendTexts } from './send-stream.ts'

/** From the event after `after` on, as far as it is still kept, to the end of the run. */
export async function sendRun(
  runs: AgentRuns,
  reader: EventStream,
  { runId, after }: { readonly runId: string; readonly after: number },
): Promise<void> {
  await sendTexts(reader, textsOf(runs, { runId, after, signal: reader.gone }))
}

async function* textsOf(
  runs: AgentRuns,
  { runId, after, signal }: { runId: string; after: number; signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  for await (const { sequence, event, missed } of runs.streams.watch(runId, after, signal)) {
    if (missed > 0) yield missedText(missed)
    yield eventText(sequence, event.type, jsonText(event))
  }
}
