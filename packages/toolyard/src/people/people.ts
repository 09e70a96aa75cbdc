/**
 * Who is asked: the inbox if there is one to answer through, or only who was given in code or with the call.
 *
 * @module
 */
import type { Approver, CallRights, Core, People } from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { Inbox } from './inbox.ts'
import { createInboxApprover } from './inbox-approver.ts'

export interface PeopleOptions {
  /** Asks a person in this process. */
  readonly approver?: Approver | undefined
  /** What happens to a call that needs a person if no approver is given. */
  readonly approvals?: 'wait' | 'pending' | 'deny' | undefined
}

interface PeopleParts {
  readonly store: Store
  readonly inbox: Inbox
  readonly rights: CallRights
}

export function peopleOf(
  { approver, approvals = 'deny' }: PeopleOptions,
  { store, inbox, rights }: PeopleParts,
  { redactor, ids, clock, settings }: Pick<Core, 'redactor' | 'ids' | 'clock' | 'settings'>,
): Core['people'] {
  const through = (person: Approver | undefined): People => {
    const asks = createInboxApprover({
      store,
      inbox,
      redactor,
      clock,
      ids,
      person,
      waits: approvals !== 'pending',
      questionMs: settings.approvalMs,
      room: settings.waiting,
    })
    return { approver: asks, questioner: asks.questions }
  }
  const usual =
    approvals === 'deny' && !(approver && store.durable)
      ? { approver, questioner: undefined }
      : through(approver)
  return { rights, for: (person) => (person === undefined ? usual : through(person)) }
}
