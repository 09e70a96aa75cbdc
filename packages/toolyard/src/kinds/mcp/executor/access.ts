/**
 * What tools may ask of the servers: which there are, and what they offer beside tools. Calls go through the pipeline.
 *
 * @module
 */
import type { ContentBlock, McpAccess, McpOfferMethod } from '../../../define/index.ts'
import { offerName } from '../definition/index.ts'
import type { Redactor } from '../../../host/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'
import { readBlock, readResource } from './content.ts'
import type { McpServer } from './server.ts'
import type { OfferKind } from './server-offers.ts'
import { untilAborted } from './until-aborted.ts'

/** How long a list is waited for after its last caller has gone. */
const lateMs = 60_000

export interface AccessParts {
  readonly find: (name: string) => McpServer
  readonly all: () => readonly McpServer[]
  readonly listeners: Set<(kind: OfferKind) => void>
  readonly redactor?: Pick<Redactor, 'clean'> | undefined
}

export function createAccess({ find, all, listeners, redactor }: AccessParts): McpAccess {
  // A program's last words may hold the secrets that it was given.
  const shown = (error: string | undefined): string | undefined =>
    error === undefined ? undefined : (redactor?.clean(error) ?? error)
  const ask = async (
    server: string,
    asked: {
      readonly method: McpOfferMethod
      readonly params: Readonly<Record<string, unknown>>
      readonly what: string
    },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> =>
    find(server).use(asked.what, signal, ({ offers }) =>
      offers.request(asked.method, asked.params, { signal }),
    )
  const told = (kind: OfferKind) => (): void => {
    for (const listener of listeners) listener(kind)
  }
  return {
    servers: () => all().map(({ state }) => ({ ...state, error: shown(state.error) })),
    async tools(name) {
      const server = find(name)
      if (!server.tools.isKnown) await server.connection()
      return server.tools.all.map(({ manifest, implementation }) => ({
        name: manifest.name,
        original: implementation.kind === 'mcp' ? implementation.mcp.name : manifest.name,
        description: manifest.description,
      }))
    },
    resources: async (name, signal) =>
      inTime(signal, told('resources'), (end) =>
        find(name).use('the list of resources', end, ({ offers }) => offers.resources(end)),
      ),
    async read(name, uri, signal) {
      const asked = { method: 'resources/read', params: { uri }, what: `reading "${uri}"` } as const
      const { contents } = await ask(name, asked, signal)
      return Array.isArray(contents) ? contents.flatMap(readResource) : []
    },
    prompts: async (name, signal) =>
      inTime(signal, told('prompts'), (end) =>
        find(name).use('the list of prompts', end, ({ offers }) => offers.prompts(end)),
      ),
    async prompt(name, request, signal) {
      const asked = { method: 'prompts/get', params: request, what: `the prompt "${request.name}"` } as const
      const { messages } = await ask(name, asked, signal)
      return Array.isArray(messages) ? messages.filter(isPlainObject).map(messageOf) : []
    },
    offerName,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What comes after its last caller has gone is told as a change. */
async function inTime<T>(
  signal: AbortSignal,
  late: () => void,
  list: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const listing = list(AbortSignal.timeout(lateMs))
  try {
    return await untilAborted(listing, signal)
  } catch (error) {
    listing.then(late, () => {})
    throw error
  }
}

function messageOf({ role, content }: Readonly<Record<string, unknown>>): {
  readonly role: string
  readonly content: readonly ContentBlock[]
} {
  return {
    role: String(role),
    content: (Array.isArray(content) ? content : [content]).flatMap(readBlock),
  }
}
