/**
 * All tools of one server: each is made alone, and a bad one takes no other with it.
 *
 * Of tools that have the same name, or names that look the same, none is taken: it would be unclear which one was accepted.
 *
 * @module
 */
import { isPlainObject, visibleText } from '../../../kernel/index.ts'
import { type DiscoverProblem, isTool, type SourceTools, type Tool } from '../../../define/index.ts'
import { skeletonOf } from './look-alikes.ts'
import { mcpTool } from './mcp-tool.ts'
import { takes } from './name-filter.ts'
import type { McpToolFilter } from './server-spec.ts'

export interface McpToolList {
  readonly server: string
  /** What problems and tools are said to come from: the configuration and the server in it. */
  readonly origin: string
  readonly definitions: readonly unknown[]
  readonly identity: unknown
  readonly isHttp?: boolean
  readonly filter?: McpToolFilter | undefined
}

const maxToolsOfServer = 500

export function mcpTools(list: McpToolList): SourceTools {
  const { server, origin, identity, isHttp = false, filter = {} } = list
  const problems: DiscoverProblem[] = []
  const wanted = list.definitions.filter((definition) => takes(filter, nameOf(definition)))
  if (wanted.length > maxToolsOfServer)
    problems.push({
      file: origin,
      reason: `offers more than ${maxToolsOfServer} tools; the others are left out`,
      hint: 'Choose some with "tools": { "include": […] }.',
    })
  const made: NamedTool[] = []
  for (const definition of wanted.slice(0, maxToolsOfServer)) {
    const original = nameOf(definition)
    const tool = mcpTool({ server, definition, identity, isHttp })
    if (isTool(tool)) made.push({ original, looks: skeletonOf(original), tool })
    else problems.push(problemOf(origin, original, tool))
  }
  const alike = Map.groupBy(made, ({ looks }) => looks)
  const named = Map.groupBy(made, ({ tool }) => tool.manifest.name)
  const tools = made.filter(({ original, looks, tool }) => {
    const isAlone = alike.get(looks)?.length === 1 && named.get(tool.manifest.name)?.length === 1
    if (!isAlone) problems.push(problemOf(origin, original, twins))
    return isAlone
  })
  return { tools: tools.map(({ tool }) => tool), problems }
}

interface NamedTool {
  readonly original: string
  readonly looks: string
  readonly tool: Tool
}

const twins = {
  reason: 'is there more than once, or looks like another tool of the same server',
  hint: 'This is a fault of the server. Leave all but one out with "tools": { "exclude": […] }.',
}

/** What a tool is said to come from. */
export function toolOrigin(origin: string, original: string): string {
  return `${origin}/${visibleText(original.slice(0, 128))}`
}

function problemOf(
  origin: string,
  original: string,
  { reason, hint }: { readonly reason: string; readonly hint: string },
): DiscoverProblem {
  const shown = visibleText(original.slice(0, 128))
  return { file: toolOrigin(origin, original), reason: `the tool "${shown}" ${reason}`, hint }
}

function nameOf(definition: unknown): string {
  const name = isPlainObject(definition) ? definition['name'] : undefined
  return typeof name === 'string' ? name : ''
}
