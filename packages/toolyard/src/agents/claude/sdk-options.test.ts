import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLazyHost } from '../../host/index.ts'
import { prepareRun } from '../conformance/index.ts'
import type { SdkMcpServer, SdkOptions } from './sdk.ts'
import { sdkOptions } from './sdk-options.ts'

interface OptionsRequest {
  readonly model?: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly variables?: Readonly<Record<string, string>>
  readonly environment?: NodeJS.ProcessEnv
}

function optionsFor({
  model = 'anthropic/claude-sonnet-5',
  settings,
  variables,
  environment,
}: OptionsRequest = {}): SdkOptions {
  const { request } = prepareRun(model, settings && { settings })
  return sdkOptions({
    request,
    host: createLazyHost({
      workspace: import.meta.dirname,
      environment: environment ?? { ANTHROPIC_API_KEY: 'the-key-1234', OTHER_SECRET: 'x' },
    }),
    server: {} as SdkMcpServer,
    privateFolder: '/private',
    variables,
    abort: new AbortController(),
    spawn: () => {
      throw new Error('nothing is started here')
    },
    opening: { sessionId: 'session', isResumed: false, log: undefined },
  })
}

const ours = { name: 'yard', source: 'sdk' }

describe('how the SDK is started', () => {
  it('has no tools of its own, no settings of others, and bypasses nothing', () => {
    const options = optionsFor()
    assert.deepEqual(
      [options.tools, options.allowedTools, options.settingSources, options.skills],
      [[], [], [], []],
    )
    assert.equal(options.permissionMode, 'default')
    assert.equal(options.strictMcpConfig, true)
    for (const tool of ['Bash', 'Read', 'Write', 'Edit', 'WebFetch', 'Task', 'Agent'])
      assert.ok(options.disallowedTools.includes(tool), tool)
    assert.equal('allowDangerouslySkipPermissions' in options, false)
  })

  const asked: readonly (readonly [string, { name: string; source: string } | undefined, boolean])[] = [
    ['mcp__yard__read_file', ours, true],
    ['Bash', undefined, false],
    ['mcp__yard__read_file', undefined, false],
    ['mcp__yard__read_file', { name: 'yard', source: 'project' }, false],
    ['mcp__other__tool', { name: 'other', source: 'sdk' }, false],
    ['mcp__yard', ours, false],
  ]
  for (const [tool, mcpServer, isAllowed] of asked)
    it(`${isAllowed ? 'hands on' : 'refuses'} ${tool} of ${mcpServer?.source ?? 'no server'}, and never changes arguments`, async () => {
      const options = optionsFor()
      const facts = mcpServer ? { mcpServer } : {}
      const permission = await options.canUseTool(tool, { a: 1 }, facts)
      assert.equal(permission.behavior, isAllowed ? 'allow' : 'deny')
      assert.equal('updatedInput' in permission, false)
      const hook = options.hooks.PreToolUse[0]?.hooks[0]
      const output = await hook?.({ tool_name: tool, ...(mcpServer && { mcp_server: mcpServer }) })
      if (isAllowed) assert.deepEqual(output, {})
      else assert.match(JSON.stringify(output), /"permissionDecision":"deny"/)
    })

  it('gives its program the key and nothing else of the environment', () => {
    const { env } = optionsFor({
      environment: {
        ANTHROPIC_API_KEY: 'k-123456',
        ANTHROPIC_BASE_URL: 'http://x',
        OTHER_SECRET: 'x',
        HOME: '/root',
      },
    })
    assert.deepEqual([env['ANTHROPIC_API_KEY'], env['ANTHROPIC_BASE_URL']], ['k-123456', 'http://x'])
    assert.deepEqual(
      [env['HOME'], env['CLAUDE_CONFIG_DIR'], env['OTHER_SECRET']],
      ['/private', '/private', undefined],
    )
  })

  it('gives it the configured variables instead, filled in', () => {
    const { env } = optionsFor({ variables: { ANTHROPIC_AUTH_TOKEN: '${OTHER_SECRET}' } })
    assert.deepEqual([env['ANTHROPIC_AUTH_TOKEN'], env['ANTHROPIC_API_KEY']], ['x', undefined])
  })

  it('maps what the agent says of reasoning and of the length of answers', () => {
    const { effort, env } = optionsFor({ settings: { reasoning: 'minimal', maxOutputTokens: 500 } })
    assert.deepEqual([effort, env['CLAUDE_CODE_MAX_OUTPUT_TOKENS']], ['low', '500'])
    assert.deepEqual(optionsFor({ settings: { reasoning: 'none' } }).thinking, { type: 'disabled' })
  })

  const wrong: readonly (readonly [OptionsRequest, RegExp])[] = [
    [{ model: 'openai/gpt-6' }, /cannot use the model "openai\/gpt-6"/],
    [{ model: 'claude' }, /cannot use the model "claude"/],
    [{ settings: { temperature: 1 } }, /takes no temperature/],
    [{ settings: { reasoning: 'deep' } }, /reasoning is not one of/],
    [{ environment: {} }, /ANTHROPIC_API_KEY is not set/],
  ]
  for (const [given, message] of wrong)
    it(`refuses ${JSON.stringify(given)}`, () => {
      assert.throws(() => optionsFor(given), { message })
    })
})
