/**
 * Who is asked: the inbox where there is one to answer through, or only who was given in code.
 *
 * @module
 */
import type { Approver, Core, Questioner } from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { Inbox } from './inbox.ts'
import { createInboxApprover } from './inbox-approver.ts'
import type { ToolyardOptions } from './options.ts'

interface Desk {
  readonly store: Store
  readonly inbox: Inbox
}

interface People {
  readonly approver: Approver | undefined
  readonly questioner: Questioner | undefined
}

export function peopleOf(
  { approver, approvals = 'deny' }: ToolyardOptions,
  { store, inbox }: Desk,
  { redactor, ids, clock, settings }: Pick<Core, 'redactor' | 'ids' | 'clock' | 'settings'>,
): People {
  if (approvals === 'deny' && !(approver && store.durable)) return { approver, questioner: undefined }
  const asks = createInboxApprover({
    store,
    inbox,
    redactor,
    clock,
    ids,
    person: approver,
    waits: approvals !== 'pending',
    questionMs: settings.approvalMs,
  })
  return { approver: asks, questioner: asks.questions }
}
