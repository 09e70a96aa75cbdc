/**
 * What the installation offers its tools beside the machine, one file for each service, as one caller may use it.
 *
 * @module
 */
import type { Services } from '../../define/index.ts'
import type { CompanyCaller, Core } from '../../pipeline/index.ts'
import type { Settings } from '../settings.ts'
import { type BoardAuthor, createBoardAccess } from './board.ts'
import { calendarOf } from './calendar.ts'
import { channelsOf } from './channels.ts'
import { createFindAccess, type FindParts } from './find.ts'
import { createRemotes } from './remotes.ts'

export interface ServiceParts extends FindParts {
  readonly core: Core
  readonly now: () => number
}

export function servicesOf(options: Settings, parts: ServiceParts): (caller: CompanyCaller) => Services {
  const channels = channelsOf(options, parts)
  const { core, store, now } = parts
  const boardParts = {
    board: store.board,
    ids: core.ids,
    now,
    redact: (text: string) => core.redactor.redact(text),
  }
  return (caller) => {
    const services: Services = {
      web: options.web ?? {},
      board: createBoardAccess(boardParts, authorOf(caller)),
      remotes: createRemotes(options.remotes ?? {}, core),
      channels: channels(),
      calendar: calendarOf(caller, store.calendar, now),
    }
    return { ...services, find: createFindAccess(parts, caller, services.calendar) }
  }
}

function authorOf({ agent, principal = 'local' }: CompanyCaller): BoardAuthor {
  return agent === undefined ? { author: principal, kind: 'person' } : { author: agent, kind: 'agent' }
}
