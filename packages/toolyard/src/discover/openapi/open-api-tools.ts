/**
 * Each operation of an OpenAPI document becomes a REST tool; what could not be converted is listed.
 *
 * A document is data from outside. It names addresses and shapes; it is given no secret, and one bad operation never takes the
 * others down.
 *
 * @module
 */
import { createSharedSchemas, type SourceTools, type Tool } from '../../define/index.ts'
import { didYouMean, messageOf, ToolyardError } from '../../kernel/index.ts'
import { checkSpec } from './check-spec.ts'
import type { Conversion } from './conversion.ts'
import { membersOf, textOf } from './json-node.ts'
import { type ApiDocument, loadDocument } from './load-document.ts'
import { nameTools } from './names.ts'
import { listOperations, type Operation } from './operations.ts'
import { operationTool } from './operation-tool.ts'
import { createProblems, type Problems } from './problems.ts'
import { createDefinitions } from './schema/definitions.ts'
import { tellMissingAuth } from './security.ts'
import { selectOperations } from './select-operations.ts'
import { createServers, type ServerOrProblem } from './servers.ts'
import type { DocumentReader, OpenApiSpec } from './spec.ts'
import { upgradeFor } from './swagger.ts'

/** Never rejects: what goes wrong is a problem. */
export async function openApiTools(spec: OpenApiSpec, reader: DocumentReader): Promise<SourceTools> {
  const problems = createProblems(textOf(membersOf(spec)['document']) ?? 'openapi')
  if (!isUsable(spec, problems)) return { tools: [], problems: problems.list() }
  const document = await loadDocument(spec.document, { reader, problems })
  const tools = document ? await toolsOf(document, spec, problems) : []
  return { tools, problems: problems.list() }
}

async function toolsOf(document: ApiDocument, spec: OpenApiSpec, problems: Problems): Promise<Tool[]> {
  const all = listOperations(document, problems)
  const { names, clashes } = nameTools(all, spec.name)
  const selected = selectOperations(all, spec, { names, problems })
  const upgrade = await upgradeFor(document)
  const conversion = conversionOf(document, spec, problems)
  const serve = createServers(document, spec)
  const tools: Tool[] = []
  const untrusted: Operation[] = []
  for (const operation of selected) {
    const name = names.get(operation) ?? ''
    try {
      const current = upgrade(operation)
      const served = serve(current)
      tools.push(operationTool(current, { name, served, conversion }))
      if (clashes.has(operation))
        conversion.tell(operation, {
          reason: `shares its name with another operation; its tool is "${name}"`,
        })
      if ('trusted' in served && !served.trusted) untrusted.push(operation)
    } catch (error) {
      conversion.tell(operation, { pointer: operation.pointer, ...findingOf(error) })
    }
  }
  tellMissingAuth(selected, document, { spec, problems })
  tellUntrusted(untrusted, { spec, serve, problems })
  tellUnprovided(tools, conversion, problems)
  return tools
}

function isUsable(spec: OpenApiSpec, problems: Problems): boolean {
  try {
    checkSpec(spec)
    return true
  } catch (error) {
    problems.tell(findingOf(error))
    return false
  }
}

function conversionOf({ root }: ApiDocument, spec: OpenApiSpec, problems: Problems): Conversion {
  const tell = (pointer: string, reason: string): void => problems.tell({ pointer, reason })
  return {
    root,
    spec,
    provided: new Set(),
    input: createDefinitions({ root, direction: 'input', tell }),
    output: createDefinitions({ root, direction: 'output', tell }),
    shared: createSharedSchemas(),
    tell: ({ subject }, finding) => problems.tell({ subject, ...finding }),
  }
}

function findingOf(error: unknown): { readonly reason: string; readonly hint: string | undefined } {
  const isOurs = ToolyardError.isInstance(error)
  return {
    reason: messageOf(error),
    hint: isOurs
      ? error.hint
      : /server/.test(messageOf(error))
        ? 'Write baseUrl beside "document".'
        : undefined,
  }
}

/** Operations that go without the credentials that are configured. */
function tellUntrusted(
  operations: readonly Operation[],
  context: {
    readonly spec: OpenApiSpec
    readonly serve: (operation: Operation) => ServerOrProblem
    readonly problems: Problems
  },
): void {
  const { spec, serve, problems } = context
  const [first, ...others] = operations
  if (!first || (spec.auth === undefined && spec.headers === undefined)) return
  const served = serve(first)
  const base = 'problem' in served ? '' : served.baseUrl
  problems.tell({
    subject: others.length === 0 ? first.subject : `${first.subject} and ${others.length} others`,
    reason: `auth and headers are not sent to ${base}, which the configuration does not name`,
    hint: `Write baseUrl: '${base}' beside "document" if that is right.`,
  })
}

function tellUnprovided(tools: readonly Tool[], { spec, provided }: Conversion, problems: Problems): void {
  const unused = (spec.provided ?? []).filter((name) => !provided.has(name))
  if (unused.length === 0 || tools.length === 0) return
  const known = new Set(tools.flatMap(({ input }) => Object.keys(input.json.properties ?? {})))
  for (const name of unused)
    problems.tell({
      reason: `provided names "${name}", which is a parameter of no operation.${didYouMean(name, known)}`,
    })
}
