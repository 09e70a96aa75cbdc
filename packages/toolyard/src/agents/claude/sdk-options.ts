/**
 * How the SDK is started: with our tools and no others, no settings but ours, and a short environment.
 *
 * @module
 */
import type { HostAccess } from '../../host/index.ts'
import { maxDelayMs, ToolyardError } from '../../kernel/index.ts'
import { outputWords } from '../loop/read-output.ts'
import type { RunAgent, RunRequest } from '../run/runner.ts'
import type { HookInput, SdkMcpServer, SdkPermission, PermissionFacts, SdkOptions } from './sdk.ts'
import type { Opening } from './opening.ts'
import { ownTools } from './own-tools.ts'
import { outputTool, usesOutputTool } from './structured-output.ts'
import { isOurs, serverName } from './tool-server.ts'

export interface OptionParts {
  readonly request: RunRequest
  readonly host: HostAccess
  readonly server: SdkMcpServer
  /** A folder of this run alone, for everything that the program keeps. */
  readonly privateFolder: string
  readonly variables: Readonly<Record<string, string>> | undefined
  readonly abort: AbortController
  readonly spawn: SdkOptions['spawnClaudeCodeProcess']
  readonly opening: Pick<Opening, 'sessionId' | 'isResumed' | 'log'>
}

/** What the program must not do of its own accord, and limits that are ours to set. */
const programSettings: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_CRON: '1',
  /** Steps are counted, and calls found, in the stream. */
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: '64',
  ENABLE_TOOL_SEARCH: 'false',
  /** Results are bounded in the pipeline. */
  MAX_MCP_OUTPUT_TOKENS: '1000000',
  MCP_TOOL_TIMEOUT: String(maxDelayMs),
}

export function sdkOptions(parts: OptionParts): SdkOptions {
  const { request, server, abort } = parts
  return {
    abortController: abort,
    model: modelName(request.model),
    ...fallbackOf(request.agent),
    systemPrompt: { type: 'custom', prompt: systemOf(parts), snapshot: false },
    /** Not the workspace: whatever the program looks for in its folder, a repository could bring. */
    cwd: parts.privateFolder,
    env: environmentOf(parts),
    mcpServers: {
      [serverName]: {
        type: 'sdk',
        name: serverName,
        instance: server,
        timeout: maxDelayMs,
        disableAutoBackground: true,
      },
    },
    strictMcpConfig: true,
    tools: [],
    /** Nothing goes unasked; `canUseTool` answers. */
    allowedTools: [],
    disallowedTools: ownTools,
    skills: [],
    settingSources: [],
    permissionMode: 'default',
    canUseTool: mayUse(request),
    hooks: {
      PreToolUse: [{ hooks: [beforeTool(request)], onFailure: 'block' }],
      PreCompact: [{ hooks: [beforeSummary(request)] }],
    },
    includePartialMessages: true,
    ...sessionOf(parts),
    ...outputOf(request),
    verbatimPrompts: true,
    maxTurns: request.limits.maxSteps,
    ...reasoningOf(request.agent),
    spawnClaudeCodeProcess: parts.spawn,
  }
}

/** Sessions are kept by us alone: the folder of the program is gone with it. */
function sessionOf({
  opening,
  privateFolder,
}: OptionParts): Pick<
  SdkOptions,
  'persistSession' | 'sessionId' | 'resume' | 'sessionStore' | 'sessionStoreFlush'
> {
  const { sessionId, isResumed, log } = opening
  if (!log) return { persistSession: false }
  const id = isResumed ? { resume: sessionId } : { sessionId }
  return { persistSession: true, ...id, sessionStore: log.storeIn(privateFolder), sessionStoreFlush: 'eager' }
}

function outputOf({ output }: RunRequest): Pick<SdkOptions, 'outputFormat'> {
  return output && usesOutputTool(output) ? { outputFormat: { type: 'json_schema', schema: output } } : {}
}

/** Data that its tool does not take is asked for in words. */
function systemOf({ request: { agent, output }, host }: OptionParts): readonly string[] {
  const data = output === undefined || usesOutputTool(output) ? [] : [outputWords(output)]
  return [agent.prompt, toldFolder(host.settings.workspace), ...data]
}

function fallbackOf({ settings }: RunAgent): Pick<SdkOptions, 'fallbackModel'> {
  const names = fallbackModels(settings).map(modelName)
  return names.length === 0 ? {} : { fallbackModel: names.join(',') }
}

/** As the configuration names them. */
export function fallbackModels({ fallbackModels: names }: RunAgent['settings']): readonly string[] {
  return (names as readonly string[] | undefined) ?? []
}

/** The tool for answers that are data does nothing but check them. */
function isTheirs(tool: string, { output }: RunRequest): boolean {
  return tool === outputTool && usesOutputTool(output)
}

/** Ours may go on to our server, where the pipeline decides; nothing else runs. */
function mayUse(request: RunRequest): SdkOptions['canUseTool'] {
  return async (tool, _input, { mcpServer }: PermissionFacts): Promise<SdkPermission> =>
    isOurs(tool, mcpServer) || isTheirs(tool, request)
      ? { behavior: 'allow' }
      : { behavior: 'deny', message: refusal(tool) }
}

/** Says nothing of ours: an answer here would stand in the place of the one that `canUseTool` gives. */
function beforeTool(request: RunRequest): (input: HookInput) => Promise<object> {
  return async ({ tool_name: tool = '', mcp_server: origin }) => {
    if (isOurs(tool, origin) || isTheirs(tool, request)) return {}
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: refusal(tool),
      },
    }
  }
}

/** Our hooks hear of it before the model is shown a summary. */
function beforeSummary(request: RunRequest): () => Promise<object> {
  return async () => {
    await request.beforeSummary?.()
    return {}
  }
}

/** The program tells the model its own folder, where no tool works. */
function toldFolder(workspace: string): string {
  return `Your tools work in the folder ${JSON.stringify(workspace)}, not in the working directory that is named elsewhere.`
}

function refusal(tool: string): string {
  return `"${tool}" is not one of the tools of this agent.`
}

function modelName(model: string): string {
  const [, provider, name] = /^([^/]+)\/(.+)$/s.exec(model) ?? []
  if (provider === 'anthropic' && name !== undefined) return name
  throw new ToolyardError(
    'invalid_config',
    `the runner "claude" cannot use the model "${model.slice(0, 200)}"`,
    {
      hint: 'It runs models of Anthropic: write anthropic/MODEL, or let the agent use the runner "loop".',
    },
  )
}

/** Of the environment here it sees the key and the address, or what is configured, and what every program sees. */
function environmentOf({ host, request, privateFolder, variables }: OptionParts): Record<string, string> {
  const { environment } = host.settings
  const baseUrl = environment['ANTHROPIC_BASE_URL']
  const given = variables ?? {
    ANTHROPIC_API_KEY: '${ANTHROPIC_API_KEY}',
    ...(baseUrl && { ANTHROPIC_BASE_URL: baseUrl }),
  }
  const place = `agent "${request.agent.name}", runner "claude"`
  const filled = Object.entries(given).map(([name, text]) => [name, host.secrets.fill(text, place)])
  const { maxOutputTokens } = request.agent.settings
  return {
    ...programSettings,
    ...(typeof maxOutputTokens === 'number' && { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens) }),
    ...(Object.fromEntries(filled) as Record<string, string>),
    HOME: privateFolder,
    TMPDIR: privateFolder,
    CLAUDE_CONFIG_DIR: privateFolder,
  }
}

const efforts = { minimal: 'low', low: 'low', medium: 'medium', high: 'high' } as const

/** `reasoning` of the agent's settings; a `temperature` cannot be had here. */
function reasoningOf({ name, settings }: RunAgent): Pick<SdkOptions, 'thinking' | 'effort'> {
  const { reasoning, temperature } = settings
  if (temperature !== undefined)
    throw new ToolyardError('invalid_config', `agent "${name}": the runner "claude" takes no temperature`, {
      hint: 'Leave the setting out, or let the agent use the runner "loop".',
    })
  if (reasoning === undefined) return {}
  if (reasoning === 'none') return { thinking: { type: 'disabled' } }
  const effort = Object.entries(efforts).find(([known]) => known === reasoning)?.[1]
  if (effort !== undefined) return { effort }
  throw new ToolyardError(
    'invalid_config',
    `agent "${name}": the setting reasoning is not one of none, ${Object.keys(efforts).join(', ')}`,
    { hint: 'Give one of them, or leave it out.' },
  )
}
