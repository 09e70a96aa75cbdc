/**
 * The client under test: a yard with one MCP server, whose tools are all called, as an application would. Questions are answered
 * with their defaults, pages are opened by fetching them, and what is refused for lack of rights is tried again once with them.
 *
 * The suite runs `node driver.ts URL`, with the scenario and its data in the environment. Tests of many scenarios let `relay.mjs`
 * be run instead, which hands them to `drive()` in the process of the test.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { McpOAuthSpec } from '../../../src/kinds/mcp/definition/index.ts'
import { type Approver, createToolyard, type ToolService } from '../../../src/index.ts'
import type { FormField } from '../../../src/define/index.ts'
import { acceptAll } from '../support.ts'

interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[]
  readonly client_id?: string
  readonly client_secret?: string
  readonly private_key_pem?: string
  readonly valid_jwt?: string
}

/** What the suite asks of a client. */
export interface Scenario {
  readonly name: string
  /** As JSON. */
  readonly context: string
  readonly url: string
}

const server = 's'

type Tell = (...words: unknown[]) => void

/** Scenarios listen on ports that nobody knows before. */
const allow = ['localhost', '127.0.0.1'].flatMap((host) =>
  Array.from({ length: 64_511 }, (_, index) => `${host}:${index + 1024}`),
)

const person: Approver = {
  ask: () => Promise.resolve({ decision: 'approve', by: 'driver' }),
  question: ({ choices, form }) =>
    Promise.resolve({
      text: choices?.[0] ?? '',
      ...(form && { values: Object.fromEntries(Object.entries(form.properties).flatMap(plausible)) }),
      by: 'driver',
    }),
}

/** A value for a field that has no default. */
function plausible([name, field]: readonly [string, FormField]): [string, unknown][] {
  if (field.default !== undefined) return []
  if (field.type === 'boolean') return [[name, true]]
  if (field.type === 'string') return [[name, field.oneOf?.[0]?.const ?? 'something']]
  return field.type === 'array' ? [] : [[name, field.minimum ?? 1]]
}

function oauth(scenario: string, context: Context): McpOAuthSpec {
  return {
    ...(context.client_id !== undefined && { clientId: context.client_id }),
    ...(context.client_secret !== undefined && { clientSecret: context.client_secret }),
    ...(scenario.startsWith('auth/client-credentials-') && { grant: 'client_credentials' }),
    ...(context.private_key_pem !== undefined && { privateKey: context.private_key_pem }),
    ...(context.valid_jwt !== undefined && { grant: 'jwt_bearer', assertion: context.valid_jwt }),
    ...(scenario === 'auth/basic-cimd' && {
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    }),
  }
}

/** A person who agrees to everything. */
const agree = (yard: ToolService): Promise<void> =>
  yard.authorise(server, {
    open: async (page) => {
      await fetch(page)
    },
    timeoutMs: 120_000,
  })

/** Again where the server has changed whom it trusts meanwhile. */
const login = (yard: ToolService): Promise<void> =>
  agree(yard).catch((error: unknown) => {
    if (needsLogin(yard)) return agree(yard)
    throw error
  })

const needsLogin = (yard: ToolService): boolean =>
  yard.mcp?.servers().some(({ state }) => state === 'needs_authorisation') ?? false

async function callAll(yard: ToolService, { toolCalls }: Context, tell: Tell): Promise<void> {
  const listed = (await yard.mcp?.tools(server)) ?? []
  const nameOf = (original: string): string =>
    listed.find((tool) => tool.original === original)?.name ?? original
  const given = toolCalls?.map((call) => [nameOf(call.name), call.arguments] as const)
  const echoed = { schema: schemaOf(yard, nameOf('json_schema_2020_12_tool')) }
  const calls =
    given ??
    listed.map(
      ({ name, original }) =>
        [name, original === 'json_schema_echo' ? echoed : sampleOf(schemaOf(yard, name))] as const,
    )
  const results = await Promise.all(calls.map(([name, input]) => yard.call(name, input)))
  for (const [index, result] of results.entries()) {
    tell(result.tool, result.status, result.error?.message)
    const [name, input] = calls[index] ?? ['', {}]
    if (result.status === 'ok' || !needsLogin(yard)) continue
    await login(yard)
    const again = await yard.call(name, input)
    tell('again', again.tool, again.status, again.error?.message)
  }
}

function schemaOf(yard: ToolService, name: string): Record<string, unknown> {
  return yard.registry.registrations.get(name)?.manifest.inputSchema ?? {}
}

function sampleOf({
  properties = {},
  required = [],
}: {
  properties?: object
  required?: unknown
}): Record<string, unknown> {
  const names = Object.entries(properties).filter(
    ([name]) => Array.isArray(required) && required.includes(name),
  )
  const samples: Record<string, unknown> = { number: 5, integer: 5, boolean: true, array: [], object: {} }
  return Object.fromEntries(
    names.map(([name, schema]) => [name, samples[(schema as { type: string }).type] ?? 'text']),
  )
}

/** Answers with what it noticed, for those who look into a scenario that failed. */
export async function drive({ name, context, url }: Scenario): Promise<{ code: number; said: string }> {
  const given = JSON.parse(context) as Context
  const said: string[] = []
  const tell: Tell = (...words) => void said.push(words.map((word) => inspect(word)).join(' '))
  const workspace = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  const yard = await createToolyard({
    workspace,
    mcpServers: { [server]: { url, oauth: oauth(name, given) } },
    policy: { mode: 'bypass' },
    approver: person,
    approvals: 'wait',
    sampling: () =>
      Promise.resolve({ role: 'assistant', model: 'none', content: { type: 'text', text: 'Hello' } }),
    network: { allow },
    environment: {
      ...process.env,
      XDG_CONFIG_HOME: join(workspace, 'config'),
      XDG_STATE_HOME: join(workspace, 'state'),
    },
  })
  let code = 0
  try {
    await yard.settled()
    // Several scenarios run at once: on a small machine a first try may take too long.
    if (yard.mcp?.servers()[0]?.state === 'failed') await yard.settled({ refresh: true })
    if (needsLogin(yard)) await login(yard)
    await acceptAll(yard)
    await callAll(yard, given, tell)
    for (const { reason } of yard.problems) tell(reason)
    if (yard.mcp?.servers()[0]?.state !== 'ready') code = 1
  } catch (error) {
    tell(error)
    code = 1
  }
  await yard.close()
  await rm(workspace, { recursive: true, force: true })
  return { code, said: said.join('\n') }
}

if (import.meta.main) {
  const { code, said } = await drive({
    name: process.env['MCP_CONFORMANCE_SCENARIO'] ?? '',
    context: process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}',
    url: process.argv.at(-1) ?? '',
  })
  process.stderr.write(`${said}\n`)
  process.exit(code)
}
