/**
 * The MCP servers as one call may use them: of a server whose tools are all held, denied or not bound to the agent, prompts and
 * resources are not shown either.
 *
 * @module
 */
import type { McpAccess, McpOfferMethod } from '../define/index.ts'
import { ToolyardError } from '../kernel/index.ts'
import type { Core } from './core.ts'
import { isHidden } from './policy/index.ts'
import type { CompanyCaller } from './ports.ts'
import { mayUseOneOf } from './steps/resolve.ts'

const closed = "It can't be used: it is not accepted, not allowed, or not yours."

export function mcpFor(core: Core, caller: Pick<CompanyCaller, 'agent' | 'run'>): McpAccess | undefined {
  const { tools, policy } = core
  const { mcp } = core.services
  if (!mcp) return undefined
  const check = (server: string, method: McpOfferMethod, input?: unknown): void => {
    const entry = tools.get(mcp.offerName(server, method))
    // What is no server is told by name.
    if (!entry?.beside) return
    const { manifest, loaded } = entry
    const isOpen = !isHidden(policy, manifest) && mayUseOneOf(core, caller, entry.beside())
    const decision =
      input === undefined
        ? undefined
        : policy.forTool(manifest).decide({
            input,
            resources: loaded?.resources?.(input as never, undefined as never),
            workspace: core.settings.workspace,
            permission: manifest.permission,
            effects: manifest.effects,
          })
    // The mode was asked about the call that this is part of; a rule about just this was not.
    const byRule = decision && decision.effect !== 'allow' && decision.by !== 'mode'
    if (isOpen && !byRule) return
    throw new ToolyardError(
      'held',
      byRule
        ? `"${manifest.name}" is not allowed here: ${decision.reason} [${decision.rule}]`
        : `"${manifest.name}" can't be used: no tool of its server is accepted, allowed and yours`,
      { hint: 'Somebody has to look at the tools of the server and accept one: toolyard accept.' },
    )
  }
  return {
    ...mcp,
    // A model is told in a server's words only what people have accepted.
    async tools(server) {
      const all = await mcp.tools(server)
      return all.map((tool) => {
        const manifest = tools.get(tool.name)?.manifest
        return manifest && mayUseOneOf(core, caller, [manifest]) ? tool : { ...tool, description: closed }
      })
    },
    async resources(server, signal) {
      check(server, 'resources/read')
      return mcp.resources(server, signal)
    },
    async read(server, uri, signal) {
      check(server, 'resources/read', { uri })
      return mcp.read(server, uri, signal)
    },
    async prompts(server, signal) {
      check(server, 'prompts/get')
      return mcp.prompts(server, signal)
    },
    async prompt(server, request, signal) {
      check(server, 'prompts/get', request)
      return mcp.prompt(server, request, signal)
    },
  }
}
