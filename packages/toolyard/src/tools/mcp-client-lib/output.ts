/**
 * What `mcp_client` answers to programs: the protocol's lists in the words of our other tools.
 *
 * @module
 */
import { z } from 'zod'
import type { McpPrompt, McpResource, McpServerState } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { fromOutside } from '../output-lib/from-outside.ts'

const text = z.string().optional()

const serverSchema = z.strictObject({
  name: z.string(),
  state: z.enum(['idle', 'connecting', 'ready', 'failed', 'needs_authorisation']),
  transport: z.enum(['stdio', 'http']),
  tools: z.int().describe('How many'),
  protocol_version: text,
  error: text,
})

const resourceSchema = z.strictObject({
  uri: z.string(),
  name: z.string(),
  description: text,
  mime_type: text,
  is_template: z.boolean().optional().describe('{name} in the URI is to be filled in'),
})

const promptSchema = z.strictObject({
  name: z.string(),
  description: text,
  arguments: z.array(z.strictObject({ name: z.string(), required: z.boolean(), description: text })),
})

export const outputSchema = z.strictObject({
  ...fromOutside,
  servers: z.array(serverSchema).optional().describe('servers'),
  tools: z
    .array(
      z.strictObject({
        name: z.string(),
        original: z.string().describe('As the server calls it'),
        description: z.string(),
      }),
    )
    .optional()
    .describe('tools'),
  resources: z.array(resourceSchema).optional().describe('resources'),
  prompts: z.array(promptSchema).optional().describe('prompts'),
  result: z.unknown().optional().describe('call: the data of the tool, if it has some that is not too long'),
  text: text.describe('call without data, read, prompt: the text'),
  ...cutFields,
})

export type McpClientOutput = z.infer<typeof outputSchema>

export function toldServers(servers: readonly McpServerState[]): McpClientOutput['servers'] {
  return servers.map(({ name, state, transport, tools, protocolVersion, error }) => ({
    name,
    state,
    transport,
    tools,
    protocol_version: protocolVersion,
    error,
  }))
}

export function toldResources(resources: readonly McpResource[]): McpClientOutput['resources'] {
  return resources.map(({ uri, name, description, mimeType, isTemplate }) => ({
    uri,
    name,
    description,
    mime_type: mimeType,
    is_template: isTemplate,
  }))
}

export function toldPrompts(prompts: readonly McpPrompt[]): McpClientOutput['prompts'] {
  return prompts.map(({ name, description, arguments: given }) => ({
    name,
    description,
    arguments: given.map((one) => ({
      name: one.name,
      required: one.required,
      description: one.description,
    })),
  }))
}
