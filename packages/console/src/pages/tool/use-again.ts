/**
 * Fills in the arguments of an earlier call, which the address names by its id: once for each visit of that address.
 *
 * @module
 */
import { useEffect } from 'react'
import { useCall } from '../../api/queries.ts'
import type { CallRecord } from '../../api/types.ts'
import { inputAgain } from './left-out.ts'
import type { ChangeDraft, Draft } from './use-draft.ts'

interface Again {
  readonly error: Error | null
  /** The call, if it was of another tool. */
  readonly other: CallRecord | undefined
  readonly isLoading: boolean
}

const nothing: Again = { error: null, other: undefined, isLoading: false }

interface AgainOf {
  readonly id: string | null
  readonly tool: string
  readonly draft: Draft
  readonly change: ChangeDraft
}

export function useAgain({ id, tool, draft, change }: AgainOf): Again {
  const { data, error } = useCall(id ?? '')
  const call = id === null ? undefined : data?.call
  const isOther = call !== undefined && call.tool !== tool
  const isFilled = draft.again?.id === id
  useEffect(() => {
    if (!call || isOther || isFilled || id === null) return
    const { input, leftOut } = inputAgain(call)
    change({
      input,
      json: undefined,
      texts: new Map(),
      caller: { agent: '', threadId: '', explanation: call.explanation ?? '' },
      again: { id, at: call.startedAt, leftOut },
    })
  }, [call, isOther, isFilled, id, change])
  if (id === null || isFilled) return nothing
  return { error, other: isOther ? call : undefined, isLoading: !call && !error }
}
