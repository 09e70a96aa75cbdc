/** What every application of these tests mounts: a Toolyard with a few tools, behind the users that the application knows. */
import { createToolyard, defineTool, type ToolService, type ToolyardOptions } from 'toolyard'
import {
  createHttpHandler,
  type HttpHandler,
  type HttpHandlerOptions,
  type HttpPrincipal,
} from 'toolyard/http'

export const basePath = '/toolyard'

const users: Readonly<Record<string, HttpPrincipal>> = {
  vera: { name: 'vera', role: 'viewer' },
  otto: { name: 'otto', role: 'operator' },
  anna: { name: 'anna', role: 'approver' },
  root: { name: 'root', role: 'admin' },
}

/** As an application would look up the session of a cookie. */
function userOf(headers: Headers): HttpPrincipal | undefined {
  return users[/(?:^|; )user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '']
}

const tools = [
  defineTool({
    name: 'echo',
    description: 'Says again what it was given.',
    permission: 'read',
    effects: 'none',
    inputSchema: { text: String },
    execute: ({ text }) => text,
  }),
  defineTool({
    name: 'note',
    description: 'Writes a note down.',
    permission: 'write',
    effects: 'local_state',
    confirm: true,
    inputSchema: { text: String },
    execute: ({ text }) => `noted: ${text}`,
  }),
  defineTool({
    name: 'tick',
    description: 'Says something again and again until it is told to stop.',
    permission: 'read',
    effects: 'none',
    async *execute(_input, { signal }) {
      while (!signal.aborted) {
        yield 'tick\n'
        await new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      }
      return 'stopped'
    },
  }),
]

export interface Application {
  readonly yard: ToolService
  readonly handler: HttpHandler
}

export interface ApplicationOptions extends HttpHandlerOptions {
  readonly yard?: ToolyardOptions
}

export async function openApplication({ yard: more, ...options }: ApplicationOptions): Promise<Application> {
  const yard = await createToolyard({ tools, builtins: [], approvals: 'wait', ...more })
  const handler = await createHttpHandler(yard, {
    basePath,
    authenticate: ({ headers }) => userOf(headers),
    ...options,
  })
  return { yard, handler }
}
