/** Published MCP servers behind us: their tools, in every dialect. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialectNames } from 'toolyard'
import { open, published } from '../mcp-client/support.ts'
import type { SuiteRow } from './suite.ts'

export const title = 'Published MCP servers'

export async function run(): Promise<readonly SuiteRow[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-suite-')))
  try {
    const rows: SuiteRow[] = []
    for (const [name, spec] of Object.entries({
      everything: published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
      filesystem: published('@modelcontextprotocol/server-filesystem/dist/index.js', folder),
      memory: published('@modelcontextprotocol/server-memory/dist/index.js'),
      playwright: published('@playwright/mcp/cli.js'),
    }))
      rows.push(await rowOf(name, spec))
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function rowOf(name: string, spec: ReturnType<typeof published>): Promise<SuiteRow> {
  await using place = await open({ [name]: spec })
  const { yard } = place
  const reports = dialectNames.flatMap((dialect) => yard.reports(dialect))
  const refused = reports.filter(({ fidelity }) => fidelity === 'rejected')
  const lossy = reports.filter(({ fidelity }) => fidelity === 'lossy')
  const lost = yard.problems.length
  return {
    what: `${name}: ${yard.registry.toolNames.length} tools in ${dialectNames.length} dialects`,
    passed: reports.length - refused.length,
    of: reports.length + lost,
    ...(lossy.length > 0 && { note: `${lossy.length} lossy, with a report` }),
  }
}
