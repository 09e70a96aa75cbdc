/**
 * `callTool`: one call of a tool in a test, through the real pipeline: validation, policy, approvals, secrets and output as in an
 * installation. Everything is in memory or in a folder of its own, and gone when the call has ended.
 *
 * @module
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyTool, type DataOf, type Tool, type ToolResult, toTool } from '../define/index.ts'
import type { ApprovalRequest, Approver, CallOptions, OpenQuestion } from '../pipeline/index.ts'
import { checkOptions, createToolyard, type Settings, type ToolyardOptions } from '../runtime/index.ts'
import type { Awaitable } from '../store/index.ts'

/** What a person answers to a tool's question: a text, the values of a form, or undefined if they do not want to answer. */
type Said = string | Readonly<Record<string, unknown>> | undefined

export interface CallToolOptions extends Pick<
  CallOptions,
  'callId' | 'threadId' | 'agent' | 'principal' | 'signal' | 'timeoutMs' | 'provided'
> {
  /** Whether a person approves a call that needs one; without it such a call is denied. */
  readonly approve?: boolean | ((request: ApprovalRequest) => Awaitable<boolean>)
  /** What a person answers when the tool asks; without it there is no answer. */
  readonly answer?: Said | ((question: OpenQuestion) => Awaitable<Said>)
  /** Secrets by name: references such as `${NAME}` find them, and their values are never shown. */
  readonly secrets?: Readonly<Record<string, string>>
  /** The folder that the tool works in; an empty one by default, which is removed. */
  readonly workspace?: string
  /** Anything else that an installation can be told: `policy`, `hooks`, `builtins`, more `tools` … */
  readonly options?: ToolyardOptions
}

/** A person in a test, as the journal names them. */
const by = 'test'

/**
 * Calls a tool, by what `defineTool` returned, in any other form that `tools` takes, or by its name if `options` bring it. A fault is a
 * result; it rejects only if the tool or the options are wrong. An `agent` is made with this tool, unless `options` create it.
 */
export function callTool<Input, Output, Given>(
  tool: Tool<Input, Output, Given>,
  ...rest: {} extends Given
    ? [input?: Given, options?: CallToolOptions]
    : [input: Given, options?: CallToolOptions]
): Promise<ToolResult<DataOf<Output>>>
export function callTool(
  tool: AnyTool | string,
  input?: unknown,
  options?: CallToolOptions,
): Promise<ToolResult>
export async function callTool(
  tool: AnyTool | string,
  input: unknown = {},
  given: CallToolOptions = {},
): Promise<ToolResult> {
  const { callId, threadId, agent, principal, signal, timeoutMs, provided } = given
  const settings = checkOptions(given.options ?? {})
  const workspace = given.workspace ?? settings.workspace
  const { name, tools } = named(tool)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-test-')))
  try {
    const place = { workspace: workspace ?? join(folder, 'workspace'), state: join(folder, 'state') }
    if (workspace === undefined) await mkdir(place.workspace)
    await using yard = await createToolyard({
      ...settingsFor({ ...given, settings }, place, name),
      tools: [...(settings.tools ?? []), ...tools],
    })
    const person = personOf(given)
    return await yard.call(name, input, {
      callId,
      threadId,
      agent,
      principal,
      signal,
      timeoutMs,
      provided,
      person,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function named(tool: AnyTool | string): { readonly name: string; readonly tools: readonly Tool[] } {
  if (typeof tool === 'string') return { name: tool, tools: [] }
  const made = toTool(tool)
  return { name: made.manifest.name, tools: [made] }
}

function settingsFor(
  { agent, secrets = {}, settings }: CallToolOptions & { readonly settings: Settings },
  { workspace, state }: { readonly workspace: string; readonly state: string },
  tool: string,
): Settings {
  const agents = settings.agents?.create ?? []
  const isMissing = agent !== undefined && agents.every(({ name }) => name !== agent)
  return {
    ...settings,
    workspace,
    environment: { ...process.env, ...settings.environment, XDG_STATE_HOME: state, ...secrets },
    secrets: [...(settings.secrets ?? []), ...Object.keys(secrets)],
    ...(isMissing && {
      agents: { ...settings.agents, create: [...agents, { name: agent, toolIds: [tool] }] },
    }),
  }
}

/** The person at the other end of the call; undefined if nothing says what they would answer. */
function personOf({ approve, answer }: CallToolOptions): Approver | undefined {
  if (approve === undefined && answer === undefined) return undefined
  return {
    async ask(request) {
      const isApproved = typeof approve === 'function' ? await approve(request) : approve
      return { decision: isApproved === true ? 'approve' : 'reject', by }
    },
    async question(question) {
      const said = typeof answer === 'function' ? await answer(question) : answer
      if (said === undefined) return { text: '', declined: true, by }
      return typeof said === 'string' ? { text: said, by } : { text: '', values: said, by }
    },
  }
}
