/**
 * Who is asked: the inbox if there is one to answer through, or only who was given in code or with the call.
 *
 * @module
 */
import type { ApprovalRequest, Approver, CallRights, Core, People } from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { Inbox } from './inbox.ts'
import { createInboxApprover } from './inbox-approver.ts'
import { type Asked, notify } from './notify.ts'

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
  { hooks, redactor, ids, clock, settings }: Pick<Core, 'hooks' | 'redactor' | 'ids' | 'clock' | 'settings'>,
): Core['people'] {
  const asked = (kind: Asked['kind'], request: Omit<Asked, 'kind'>): void =>
    notify(hooks.runs, { ...request, kind })
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
      parkedMs: settings.parkedMs,
      room: settings.waiting,
      put: (item) => asked(item.kind, item),
    })
    return { approver: asks, questioner: asks.questions }
  }
  const usual =
    approvals === 'deny' && !(approver && store.durable)
      ? {
          approver: approver && telling(approver, (request) => asked('approval', request)),
          questioner: undefined,
        }
      : through(approver)
  return { rights, for: (person) => (person === undefined ? usual : through(person)) }
}

/** Who is asked without an inbox. */
function telling(approver: Approver, asked: (request: ApprovalRequest) => void): Approver {
  return {
    ask(request, signal) {
      asked(request)
      return approver.ask(request, signal)
    },
    ...(approver.earlier && { earlier: approver.earlier.bind(approver) }),
  }
}
