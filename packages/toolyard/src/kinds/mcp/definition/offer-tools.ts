/**
 * What a server offers beside its tools, as tools that no list shows: to fill in a prompt, to read a resource, to complete what
 * a person types. So rules, approvals, limits and the journal hold for them as for every call.
 *
 * A name such as `docs__resources.read` can't be that of a tool: those have no dot. A rule for `docs__*` means them too.
 *
 * @module
 */
import { buildRemoteTool, type McpOfferMethod, type Tool, withFacts } from '../../../define/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import { serverPrefix } from './tool-name.ts'

const timeoutMs = 600_000
const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text }

interface Offer {
  readonly description: string
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  /** The parameter that rules speak of: `docs__prompts.get(review)`. */
  readonly subject?: string
  /** It is no act of its own: no person is asked about it. */
  readonly isQuiet?: boolean
}

const offers: Readonly<Record<McpOfferMethod, Offer>> = {
  'prompts/get': {
    description: 'Fills in a prompt',
    properties: { name: text, arguments: texts },
    required: ['name'],
    subject: 'name',
  },
  'resources/read': {
    description: 'Reads a resource',
    properties: { uri: text },
    required: ['uri'],
    subject: 'uri',
  },
  'completion/complete': {
    description: 'Completes what somebody types for a prompt or a template',
    properties: {
      ref: { type: 'object', properties: { type: text, name: text, uri: text }, required: ['type'] },
      argument: { type: 'object', properties: { name: text, value: text }, required: ['name', 'value'] },
      context: { type: 'object', properties: { arguments: texts } },
    },
    required: ['ref', 'argument'],
    isQuiet: true,
  },
  'sampling/createMessage': {
    description: 'Lets the model of whoever calls answer, on behalf',
    properties: {
      messages: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'object' } },
      systemPrompt: { type: 'string', maxLength: 50_000 },
      maxTokens: { type: 'integer', minimum: 1, maximum: 100_000 },
      temperature: { type: 'number' },
      stopSequences: { type: 'array', maxItems: 16, items: text },
      modelPreferences: { type: 'object' },
    },
    required: ['messages', 'maxTokens'],
  },
}

/** `identity`: who the server is, so that what was granted for one is not granted for another of its name. */
export function offerTools(server: string, identity: unknown): readonly Tool[] {
  return Object.entries(offers).map(([method, offer]) =>
    offerTool({ server, identity, method: method as McpOfferMethod }, offer),
  )
}

/** The name under which rules, journal and approvals know what is asked of a server. */
export function offerName(server: string, method: McpOfferMethod): string {
  return `${serverPrefix(server)}__${method.replace('/', '.')}`
}

interface OfferSource {
  readonly server: string
  readonly identity: unknown
  readonly method: McpOfferMethod
}

function offerTool({ server, identity, method }: OfferSource, offer: Offer): Tool {
  const { description, properties, required, subject, isQuiet = false } = offer
  const shown = visibleText(server)
  const facts = isQuiet
    ? ({ permission: 'read', effects: 'none' } as const)
    : ({ permission: 'external', effects: 'network' } as const)
  const tool = buildRemoteTool(
    {
      name: serverPrefix(server),
      description: `${description} of the MCP server ${shown}.`,
      category: 'mcp',
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      ...facts,
      timeoutMs,
      tags: [server],
      ...(subject !== undefined && { resources: (input) => [subjectOf(input, subject)] }),
    },
    'mcp',
    {
      implementation: { kind: 'mcp', mcp: { server, name: method, method } },
      text: `${method} of MCP server ${shown}`,
      identity,
    },
  )
  return withFacts(tool, { name: offerName(server, method) })
}

function subjectOf(input: unknown, subject: string) {
  const id = String((input as Readonly<Record<string, unknown>>)[subject])
  return { kind: subject === 'uri' ? 'url' : 'name', id, access: 'read' } as const
}
