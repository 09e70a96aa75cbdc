/**
 * What tools may ask of the servers: which there are, and what they offer beside tools. Calls go through the pipeline.
 *
 * @module
 */
import type { McpAccess } from '../../define/index.ts'
import type { Redactor } from '../../host/index.ts'
import type { McpServer } from './server.ts'

export function createAccess(
  find: (name: string) => McpServer,
  all: () => readonly McpServer[],
  redactor?: Pick<Redactor, 'clean'>,
): McpAccess {
  // A program's last words may hold the secrets that it was given.
  const shown = (error: string | undefined): string | undefined =>
    error === undefined ? undefined : (redactor?.clean(error) ?? error)
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
      find(name).use('the list of resources', signal, (connection) => connection.resources(signal)),
    read: async (name, uri, signal) =>
      find(name).use(`reading "${uri}"`, signal, (connection) => connection.read(uri, signal)),
    prompts: async (name, signal) =>
      find(name).use('the list of prompts', signal, (connection) => connection.prompts(signal)),
    prompt: async (name, request, signal) =>
      find(name).use(`the prompt "${request.name}"`, signal, (connection) =>
        connection.prompt(request, signal),
      ),
  }
}
