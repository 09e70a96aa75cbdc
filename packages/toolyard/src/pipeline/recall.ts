/**
 * Calls whose id was used before: answered from the journal, never run a second time.
 *
 * @module
 */
import type { ToolManifest, ToolResult } from '../define/index.ts'
import type { CallRecord } from '../store/index.ts'
import type { Core } from './core.ts'
import type { Invocation } from './invocation.ts'
import { fromStore, refuse } from './outcome.ts'
import { recordOf } from './steps/record.ts'
import { faultResult } from './steps/settle.ts'

export const recall = {
  /** The recorded result of a call that must not run again; undefined if it may run. */
  async find(core: Core, invocation: Invocation): Promise<ToolResult | undefined> {
    let record: CallRecord | undefined
    try {
      record = await core.records.journal?.find(invocation.id)
    } catch (error) {
      const what = 'the call was not run, because earlier calls could not be looked up'
      const hint = 'Call again with the same id when the journal can be read.'
      return faultResult(core, invocation, fromStore(error, { what, hint }))
    }
    if (!record) return undefined
    if (isAnother(record, invocation)) return recall.mixUp(core, invocation)
    if (record.permission === 'read') return undefined
    if (record.result) return mayHaveRun(record) ? record.result : undefined
    const manifest = core.tools.get(invocation.name)?.manifest
    if (manifest && isRepeatable(manifest)) return undefined
    return faultResult(
      core,
      invocation,
      refuse('unknown', 'duplicate_call', {
        message: `call ${invocation.id} was started before and never finished; whether "${invocation.name}" did its work is not known.`,
        hint: 'Check what it would have changed, then call again with a new id.',
        says: { key: 'callNeverEnded', values: [invocation.name] },
      }),
    )
  },

  /** Writes the call down before anything else; a result where its id is another call's, or nothing can be written. */
  async take(core: Core, invocation: Invocation, onTaken: () => void): Promise<ToolResult | undefined> {
    if (!core.records.journal) return withoutJournal(core, invocation)
    try {
      // What its tool may do is not known yet.
      const intent = { ...recordOf(core, invocation, undefined), permission: 'external' as const }
      if (!(await core.records.journal.begin(intent))) return recall.taken(core, invocation)
    } catch (error) {
      const what = 'the call was not run, because its intent could not be recorded'
      return faultResult(
        core,
        invocation,
        fromStore(error, { what, hint: 'Call again when the journal can be written.' }),
      )
    }
    invocation.isTaken = true
    onTaken()
    return undefined
  },

  /** An id that another call has, whether it is the same call or not. */
  taken(core: Core, invocation: Invocation): ToolResult {
    return faultResult(
      core,
      invocation,
      refuse('error', 'duplicate_call', {
        message: `call ${invocation.id} runs or has run.`,
        hint: 'Give every call an id of its own.',
        says: { key: 'callIdRuns', values: [invocation.id] },
      }),
    )
  },

  /** One id for two different calls. */
  mixUp(core: Core, invocation: Invocation): ToolResult {
    return faultResult(
      core,
      invocation,
      refuse('error', 'duplicate_call', {
        message: `call id "${invocation.id}" was used before for another call.`,
        hint: 'Give every call an id of its own.',
        says: { key: 'callIdUsed', values: [invocation.id] },
      }),
    )
  },
}

/** Whether a call that began and did not end may be made again: it finds what it began, or doing it twice is as good as once. */
export function isRepeatable({ idempotent, tags }: Pick<ToolManifest, 'idempotent' | 'tags'>): boolean {
  return idempotent || tags.includes('resumes')
}

function withoutJournal(core: Core, invocation: Invocation): ToolResult {
  return faultResult(
    core,
    invocation,
    refuse('error', 'unavailable', {
      message: 'the call was not run, because its intent could not be recorded: no journal is kept here.',
      hint: 'Leave out journal: false.',
    }),
  )
}

/**
 * Whether the row is of another request. One whose id we chose does not say what was asked: where it may have run, its result
 * is for the caller that it was given to.
 */
function isAnother(record: CallRecord, { requestDigest }: Invocation): boolean {
  if (record.requestDigest !== undefined) return record.requestDigest !== requestDigest
  return record.permission !== 'read' && (record.result === undefined || mayHaveRun(record))
}

/**
 * A call that ended before the tool started leaves nothing to repeat: the same id may try again. The result can't tell:
 * a hook may deny after the tool has run, and a tool may throw any of our codes. A row that does not say counts as run.
 */
function mayHaveRun({ ran }: CallRecord): boolean {
  return ran ?? true
}
