/**
 * The first thing of a run: what it is asked is read, hooks are asked about it, and the run stands in the store with its first words.
 *
 * @module
 */
import type { RunRecord, ThreadMessage } from '../../store/index.ts'
import { partsOf, type Prompt, readPrompt, type ReadPrompt, wordsOf } from './attachments/index.ts'
import type { RunGround } from './run-ground.ts'
import { submitPrompt } from './run-moments.ts'
import { titleOf } from './run-words.ts'
import { startedBefore } from './start-run.ts'

/** Throws if it may not begin; then nothing is kept of it. */
export async function beginRun<Run extends RunRecord>(
  ground: RunGround,
  run: Run,
  prompt: Prompt,
): Promise<Run> {
  const { store, ids, clock } = ground
  const { id: runId, threadId } = run
  const read = await readFor(ground, run, prompt)
  const begun = { ...run, task: read.text.trim() === '' ? namesOf(read) : read.text }
  const first = await submitPrompt(ground, begun, wordsOf(read))
  const said: ThreadMessage = {
    id: ids.next('msg'),
    role: 'user',
    parts: partsOf(read),
    at: clock.wall(),
    runId,
  }
  await keeping(ground, read, threadId, async () => {
    const hasBegun = await store.runs.begin(begun, { title: titleOf(begun.task), messages: [...first, said] })
    if (!hasBegun) throw startedBefore(runId)
  })
  return begun
}

/** Of a run, or to one that goes on. */
export function readFor(
  { ids, clock, openFile }: RunGround,
  { threadId, principal }: Pick<RunRecord, 'threadId' | 'principal'>,
  prompt: Prompt,
): Promise<ReadPrompt> {
  return readPrompt(prompt, {
    threadId,
    handle: () => ids.next('att'),
    at: clock.wall(),
    open: (path, most) => openFile({ path, most, principal }),
  })
}

/** The bytes are there before the message that names them is, and go again if it never comes to be. */
export async function keeping<T>(
  { store: { attachments } }: Pick<RunGround, 'store'>,
  { kept }: ReadPrompt,
  ...[threadId, write]: [threadId: string, write: () => Promise<T>]
): Promise<T> {
  if (kept.length > 0) await attachments.put(kept)
  try {
    return await write()
  } catch (error) {
    if (kept.length > 0)
      await attachments.remove(
        threadId,
        kept.map(({ handle }) => handle),
      )
    throw error
  }
}

function namesOf({ attached }: ReadPrompt): string {
  return attached.map(({ name }) => name).join(', ')
}
