/**
 * `createNet`: checks the settings at once, and loads what speaks HTTP with the first request.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Resolve } from './connect.ts'
import { createGuard } from './guard.ts'
import type { Net, NetSettings } from './net.ts'

/** What only tests replace. */
export interface NetParts {
  /** Looks names up, instead of the system. */
  readonly resolve?: Resolve
}

type OpenNet = Omit<Net, 'objection'>

export function createNet(settings: NetSettings = {}, { resolve }: NetParts = {}): Net {
  const guard = createGuard(settings)
  let opened: OpenNet | undefined
  let opening: Promise<OpenNet> | undefined
  let isClosed = false
  const open = async (): Promise<OpenNet> => {
    const { openNet } = await import('./open-net.ts')
    if (isClosed) throw closed()
    return (opened = openNet(guard, resolve))
  }
  const use = <T>(work: (net: OpenNet) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(closed())
    return opened ? work(opened) : (opening ??= open()).then(work)
  }
  return {
    request: (request) => use((net) => net.request(request)),
    fetch: (input, init) => use((net) => net.fetch(input, init)),
    connect: (url) => use((net) => net.connect(url)),
    open: (request) => use((net) => net.open(request)),
    objection: (url) => objectionOf(() => guard.check(url)),
    close: async () => {
      isClosed = true
      await opened?.close()
    },
  }
}

function objectionOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    const { message, hint } = ToolyardError.from(error)
    return hint === undefined ? message : `${message} ${hint}`
  }
}

function closed(): ToolyardError {
  return new ToolyardError('closed', 'the network is closed: Toolyard is shutting down.')
}
