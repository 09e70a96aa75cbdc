/**
 * Tools of MCP servers: a call beside the SDK client's own, and a start with many servers configured.
 *
 * @module
 */
import type { McpCalls } from '../children/mcp-calls.ts'
import type { McpStart } from '../children/mcp-start.ts'
import { runChild } from '../children/run-child.ts'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

/** A start that waited for even one server would take longer than this: no Node program answers so soon. */
const mostMs = 100
/** What is known of five thousand tools is read, checked and fingerprinted. */
const mostKnownMs = 1000

export const mcpClient: Scenario = {
  name: 'mcp-client',
  title: 'Tools of MCP servers: a call; 100 servers with 50 tools each configured',
  run: async ({ quick }) => {
    const lines: Line[] = []
    for (const [way, calls] of [
      ['stdio', quick ? 20 : 1000],
      ['http', quick ? 20 : 300],
    ] as const)
      lines.push(...callLines(way, await runChild<McpCalls>('mcp-calls', [way, calls, quick ? 1 : 25])))
    const [servers, toolsEach] = quick ? [2, 5] : [100, 50]
    const starts: McpStart[] = []
    for (let round = 0; round < (quick ? 1 : 5); round++)
      starts.push(await runChild<McpStart>('mcp-start', [servers, toolsEach]))
    return [...lines, ...startLines(starts, servers)]
  },
}

function callLines(way: string, found: McpCalls): Line[] {
  const line = (measure: string, [ours, bare, ratio]: readonly [number, number, number]): Line => ({
    what: `a call over ${way}, ${measure}`,
    ours,
    unit: 'µs',
    reference: { name: 'callTool of the SDK', value: bare },
    ratio,
    bar: atMost(1.2),
  })
  return [
    line('processor', [found.cpu, found.bareCpu, found.cpuRatio]),
    line('p50', [found.p50, found.bareP50, found.p50Ratio]),
  ]
}

function startLines(starts: readonly McpStart[], servers: number): Line[] {
  const without = median(starts.map((start) => start.without))
  const line = (what: string, ours: number, below: number): Line => ({
    what,
    ours,
    unit: 'ms',
    reference: { name: 'no server', value: without },
    bar: { of: 'ours', below, text: `<= ${below} ms` },
  })
  return [
    line(`start, ${servers} servers that never answer`, median(starts.map((start) => start.mute)), mostMs),
    line(
      `start, ${servers} servers, ${starts[0]?.tools} tools known`,
      median(starts.map((start) => start.known)),
      mostKnownMs,
    ),
  ]
}
