/**
 * The machine as one call sees it: every program that the call starts is held to what policy decided about the call, and
 * shares a home folder with its conversation alone. A tool can ask for less, never for more. Files that rules close to the
 * call are not there for it.
 *
 * @module
 */
import { closeFiles, closeSearch, type IsClosed } from './closed-to-call.ts'
import type { HostAccess, LastingAccess } from './host-access.ts'
import { createFetch, type Net, type Objection } from './net/index.ts'
import type { ProgramRequest, Programs, Reach } from './proc/index.ts'

export interface CallPlace {
  readonly conversation: string
  /** Undefined if the call named no command: its programs `work`. */
  readonly reach?: Reach | undefined
  /** Paths that rules close to the call. */
  readonly isClosed?: IsClosed | undefined
  /** Why the call may not be sent on to a URL that it did not name; undefined if it may. */
  readonly objection?: Objection | undefined
  /** Those, and what rules ask about that the call has named. */
  readonly isClosedToAll?: IsClosed | undefined
}

export function hostForCall(host: HostAccess, place: CallPlace): HostAccess {
  const { isClosed } = place
  return {
    settings: host.settings,
    get files() {
      return isClosed ? closeFiles(host.files, isClosed) : host.files
    },
    get changes() {
      return host.changes
    },
    get programs() {
      return programsFor(host.programs, place)
    },
    get search() {
      return isClosed ? closeSearch(host.search, isClosed) : host.search
    },
    get lasting() {
      return lastingFor(host.lasting, place)
    },
    get net() {
      return place.objection ? netFor(host.net, place.objection) : host.net
    },
    get browsers() {
      return host.browsers
    },
    get secrets() {
      return host.secrets
    },
    close: () => host.close(),
  }
}

/** Held to the rules, not to what was allowed to one call: later calls use it too. */
function lastingFor({ files, programs }: LastingAccess, { isClosedToAll }: CallPlace): LastingAccess {
  return {
    files: { openRead: (request) => files.openRead(request) },
    programs: {
      find: (name, options) => programs.find(name, options),
      start: (request) => programs.start({ ...request, reach: undefined, isClosed: isClosedToAll }),
    },
  }
}

/** What the tool itself objects to counts as well. */
function netFor(net: Net, objection: Objection): Net {
  const request: Net['request'] = (given) =>
    net.request({
      ...given,
      objection: (url, method) => objection(url, method) ?? given.objection?.(url, method),
    })
  return { ...net, request, fetch: createFetch(request) }
}

function programsFor(programs: Programs, { conversation, reach, isClosed }: CallPlace): Programs {
  const held = (request: ProgramRequest): ProgramRequest => ({ conversation, ...request, reach, isClosed })
  return {
    run: (request) => programs.run(held(request)),
    start: (request) => programs.start(held(request)),
    find: (name, options) => programs.find(name, options),
    reach,
    sandbox: () => programs.sandbox(),
    close: () => programs.close(),
  }
}
