/**
 * Prompts, resources and completions of the MCP servers behind us, passed on to clients, and long answers as resources of our own.
 *
 * Lists show what the client may use; to get a prompt, read a resource or complete a word is a call through the pipeline, with
 * the person at the client asked as for a tool.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { callTool } from './call-tool.ts'
import type { CalledTool, McpClient } from './client.ts'
import { exchangeOf } from './exchange.ts'
import { completionOf, promptOf, resourceOf } from './offer-results.ts'
import { pageOf } from './pages.ts'
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from './sdk.ts'
import { resultsTemplate } from './stored-results.ts'

type Offers = Awaited<ReturnType<ToolService['servers']['offers']>>
type ClientOf = (context: ServerContext) => McpClient

export function offerCapabilities({ servers }: ToolService): ServerCapabilities {
  if (!servers.access) return { resources: {} }
  return { resources: { listChanged: true }, prompts: { listChanged: true }, completions: {} }
}

/** Calls `tell` when tools, prompts or resources come, go or change. Answers how to stop it. */
export function onChanges(
  yard: ToolService,
  tell: (kind: 'tools' | 'prompts' | 'resources') => void,
): () => void {
  const { access } = yard.servers
  const stops = [
    // Who is shown other tools may be shown other prompts and resources.
    yard.registry.onChange(() => {
      tell('tools')
      if (!access) return
      tell('prompts')
      tell('resources')
    }),
    access?.watch(tell),
  ]
  return () => {
    for (const stop of stops) stop?.()
  }
}

export function addOffers(server: Server, yard: ToolService, clientOf: ClientOf): void {
  addResources(server, yard, clientOf)
  if (!yard.servers.access) return
  addPrompts(server, yard, clientOf)
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const client = clientOf(context)
    const { ref, argument, context: beside } = params
    const rest = { argument, ...(beside && { context: beside }) }
    const call = await found(yard, (offers) => offers.completion(client, ref, rest))
    if (!call) throw unknown('there is no such prompt or template to complete')
    return pass({ client, context }, { name: call.tool, input: call.input, wire: completionOf })
  })
}

function addPrompts(server: Server, yard: ToolService, clientOf: ClientOf): void {
  server.setRequestHandler('prompts/list', async ({ params }, context) => {
    const prompts = await found(yard, (offers) => offers.prompts(clientOf(context)))
    const { items, ...more } = pageOf(prompts, params?.cursor)
    const told = items.map(({ server: _server, original: _original, arguments: given, ...prompt }) => ({
      ...prompt,
      arguments: given.map((one) => ({ ...one })),
    }))
    return { prompts: told, ...more }
  })
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const client = clientOf(context)
    const call = await found(yard, (offers) => offers.prompt(client, params.name, params.arguments))
    if (!call) throw unknown(`there is no prompt named "${params.name.slice(0, 200)}"`)
    const wire: CalledTool['wire'] = (result) => promptOf(result, client.speaks)
    return pass({ client, context }, { name: call.tool, input: call.input, wire })
  })
}

function addResources(server: Server, yard: ToolService, clientOf: ClientOf): void {
  const offered = async (client: McpClient, isTemplate: boolean) => {
    const all = await found(yard, (offers) => offers.resources(client))
    return all.filter((resource) => (resource.isTemplate ?? false) === isTemplate)
  }
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const client = clientOf(context)
    const theirs = (await offered(client, false)).map(
      ({ server: _server, original: _original, ...resource }) => resource,
    )
    const { items, ...more } = pageOf([...client.session.results.list(), ...theirs], params?.cursor)
    return { resources: items, ...more }
  })
  server.setRequestHandler('resources/templates/list', async ({ params }, context) => {
    const theirs = (await offered(clientOf(context), true)).map(
      ({ server: _server, original: _original, isTemplate: _isTemplate, uri: uriTemplate, ...template }) => ({
        uriTemplate,
        ...template,
      }),
    )
    const { items, ...more } = pageOf([resultsTemplate, ...theirs], params?.cursor)
    return { resourceTemplates: items, ...more }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const client = clientOf(context)
    const own = await client.session.results.read(uri, (handle) => yard.journal.readResult(handle))
    if (own) return own
    const call = await found(yard, (offers) => offers.resource(client, uri))
    if (!call)
      throw new ResourceNotFoundError(uri, 'there is no such resource among those that this client may read')
    const asked = { uri, original: String(call.input['uri']) }
    const wire: CalledTool['wire'] = (result) => resourceOf(result, asked)
    return pass({ client, context }, { name: call.tool, input: call.input, wire })
  })
}

/** The client is in use until its request has ended. */
async function pass<T>(
  { client, context }: { readonly client: McpClient; readonly context: ServerContext },
  called: CalledTool,
): Promise<T> {
  return (await callTool(client, called, exchangeOf(context)).finally(client.session.use())) as T
}

/** What can't be looked up is told as the protocol tells faults. */
async function found<T>(yard: ToolService, look: (offers: Offers) => Promise<T>): Promise<T> {
  try {
    return await look(await yard.servers.offers())
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    throw unknown(`${error.message} ${error.hint ?? ''}`.trim())
  }
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
