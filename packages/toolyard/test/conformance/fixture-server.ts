/** The conformance suite's tools, and a server behind with its prompts and resources, at the MCP handler on a port of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolyard } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import { acceptAll } from '../mcp-client/support.ts'
import { addEscalation, taskTools } from './fixture-tasks.ts'
import { addTrigger, fixtureTools } from './fixture-tools.ts'

export interface FixtureServer extends AsyncDisposable {
  readonly url: string
}

const behind = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'server-behind.ts')],
  sampling: true,
}

/** The suite calls by their own names what servers behind have under theirs: the application describes those tools itself. */
const toolsBehind = [
  'test_trigger_prompt_change',
  'test_sampling',
  'test_input_required_result_sampling',
  'test_input_required_result_capabilities',
]

export async function startFixtureServer(): Promise<FixtureServer> {
  const workspace = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  const yard = await createToolyard({
    workspace,
    tools: [...fixtureTools, ...taskTools],
    mcpServers: { behind },
    policy: { allow: ['behind__*', ...toolsBehind] },
    environment: { ...process.env, XDG_CONFIG_HOME: workspace, XDG_STATE_HOME: workspace },
  })
  addTrigger(yard)
  addEscalation(yard)
  for (const name of toolsBehind)
    yard.registerMcpTool(name, {
      description: `Answers for ${name}.`,
      parameters: { type: 'object', properties: { prompt: { type: 'string' } } },
      config: { serverName: 'behind' },
    })
  await yard.settled()
  await acceptAll(yard)
  const served = await serveMcp(yard)
  return {
    url: served.url.href,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await yard.close()
      await rm(workspace, { recursive: true, force: true })
    },
  }
}
