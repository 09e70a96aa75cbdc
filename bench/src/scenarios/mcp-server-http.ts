/**
 * One call over HTTP through our handler, with its journal in a database, beside the same tool behind the SDK's own handler on
 * the same HTTP server, in both eras of the protocol.
 *
 * @module
 */
import { join } from 'node:path'
import { callLines, compareCalls, type Contestant } from '../mcp-server/compare-calls.ts'
import { callOverHttp } from '../mcp-server/http-caller.ts'
import { childFile, startServer } from '../mcp-server/server-process.ts'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

export const mcpServerHttp: Scenario = {
  name: 'mcp-server-http',
  title: 'MCP server over HTTP: one call',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const lines: Line[] = []
      for (const era of ['legacy', 'modern'] as const) {
        const commands = {
          "SDK's handler": [childFile('bare-mcp-http.mjs')],
          ours: [childFile('our-mcp-http.mjs'), `sqlite:${join(folder, `${era}.db`)}`],
        }
        const contestants: Contestant[] = []
        for (const [name, args] of Object.entries(commands)) {
          const server = startServer({ args })
          contestants.push({ name, server, caller: await callOverHttp(server, era) })
        }
        const what = era === 'legacy' ? 'era of sessions' : 'era without sessions'
        const compared = await compareCalls(contestants, quick)
        lines.push(...callLines(compared, { what, ours: 'ours', reference: "SDK's handler", times: 1.2 }))
      }
      return lines
    }),
}
