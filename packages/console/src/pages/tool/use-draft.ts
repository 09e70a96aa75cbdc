/**
 * What is typed for the next run of a tool. It outlives its page: it is there again until the tab is closed.
 *
 * @module
 */
import { useCallback, useState } from 'react'
import type { RunRequest } from '../../api/runs.ts'
import { useRuns } from '../../api/runs-context.tsx'
import type { ToolDetail } from '../../api/types.ts'
import { initialValue } from '../../components/schema/value.ts'
import type { CallerValues } from './caller-fields.tsx'

export interface Draft {
  readonly input: unknown
  readonly caller: CallerValues
  readonly view: 'form' | 'json'
  /** The text of the JSON view, and the value that it was read to last: newer values have another text. */
  readonly json?: { readonly text: string; readonly of: unknown } | undefined
  /** Texts of fields that can't be read yet, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** The call whose arguments were filled in, and what was missing there. */
  readonly again?:
    | { readonly id: string; readonly at: number; readonly leftOut: readonly string[] }
    | undefined
}

export type ChangeDraft = (change: Partial<Draft>) => void

export function useDraft(tool: ToolDetail): readonly [Draft, ChangeDraft] {
  const runs = useRuns()
  const { name } = tool
  const [draft, setDraft] = useState(
    () => (runs.drafts.get(name) as Draft | undefined) ?? firstDraft(tool, runs.of(name)?.request),
  )
  const change = useCallback<ChangeDraft>(
    (step) =>
      setDraft((before) => {
        const after = { ...before, ...step }
        runs.drafts.set(name, after)
        return after
      }),
    [runs, name],
  )
  return [draft, change]
}

function firstDraft({ inputSchema }: ToolDetail, request: RunRequest | undefined): Draft {
  return {
    input: request?.input ?? initialValue(inputSchema, inputSchema),
    caller: {
      agent: request?.agent ?? '',
      threadId: request?.threadId ?? '',
      explanation: request?.explanation ?? '',
    },
    view: 'form',
    texts: new Map(),
  }
}
