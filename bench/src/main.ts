/**
 * Runs the scenarios, prints what they found, and keeps it in `results.json`.
 *
 * Exits with 0 also where a bar is missed: it is a report. Anything else means that something could not be measured.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { machine, printMachine, printSection, printSummary, type Section, verdictOf } from './report.ts'
import { loadPeers } from './peers/index.ts'
import type { Scenario } from './scenario.ts'
import { browser } from './scenarios/browser.ts'
import { catalogue } from './scenarios/catalogue.ts'
import { charts } from './scenarios/charts.ts'
import { forty } from './scenarios/forty.ts'
import { http } from './scenarios/http.ts'
import { importCost } from './scenarios/import-cost.ts'
import { installSize } from './scenarios/install-size.ts'
import { journal } from './scenarios/journal.ts'
import { mcpClient } from './scenarios/mcp-client.ts'
import { mcpServerCalls } from './scenarios/mcp-server-calls.ts'
import { mcpServerHttp } from './scenarios/mcp-server-http.ts'
import { mcpServerStart } from './scenarios/mcp-server-start.ts'
import { loop } from './scenarios/loop.ts'
import { million } from './scenarios/million.ts'
import { openapi } from './scenarios/openapi.ts'
import { callPages } from './scenarios/pages.ts'
import { engine } from './scenarios/engine.ts'
import { files } from './scenarios/files.ts'
import { rest } from './scenarios/rest.ts'
import { search } from './scenarios/search.ts'
import { shell } from './scenarios/shell.ts'
import { small } from './scenarios/small.ts'
import { sse } from './scenarios/sse.ts'
import { start } from './scenarios/start.ts'
import { sync } from './scenarios/sync.ts'
import { threads } from './scenarios/threads.ts'
import { toolsHeap } from './scenarios/tools-heap.ts'
import { webFetch } from './scenarios/web-fetch.ts'

const scenarios: readonly Scenario[] = [
  small,
  forty,
  million,
  catalogue,
  toolsHeap,
  threads,
  journal,
  callPages,
  charts,
  engine,
  start,
  sync,
  importCost,
  installSize,
  search,
  files,
  shell,
  webFetch,
  rest,
  openapi,
  mcpClient,
  mcpServerStart,
  mcpServerCalls,
  mcpServerHttp,
  loop,
  http,
  sse,
  browser,
]

const help = `npm run bench -- [NAME …] [--quick]

  NAME     only these scenarios (default: all); also --only NAME
  --quick  a pass that shows that everything can be measured; its figures mean nothing

Scenarios: ${scenarios.map(({ name }) => name).join(', ')}
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const isQuick = values.quick === true
const only = [...positionals, ...[values.only ?? []].flat().map(String)]
const stranger = Object.keys(values).find((name) => !['only', 'quick', 'help'].includes(name))
if (values.help === true || stranger !== undefined) {
  if (stranger !== undefined) console.error(`There is no option --${stranger}.\n`)
  console.log(help)
  process.exit(stranger === undefined ? 0 : 2)
}
const unknown = only.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0) {
  console.error(
    `No scenario is called ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const { missing } = await loadPeers()
if (missing.length > 0 && !isQuick) {
  console.error(`Not installed: ${missing.join(', ')}. "npm run bench" installs them.`)
  process.exit(2)
}
printMachine()
if (isQuick) console.log('A quick pass: it shows that everything can be measured, the figures mean nothing.')
if (missing.length > 0)
  console.log(
    `Left out, not installed: ${missing.join(', ')}. "npm run bench" without --quick installs them.`,
  )
const sections: Section[] = []
for (const { name, title, run } of scenarios) {
  if (only.length > 0 && !only.includes(name)) continue
  const section: Section = { scenario: title, lines: await run({ quick: isQuick }) }
  printSection(section)
  sections.push(section)
}
printSummary(sections)
await writeFile(
  new URL('../results.json', import.meta.url),
  `${JSON.stringify({ machine: machine(), quick: isQuick, sections: sections.map(withVerdicts) }, null, 2)}\n`,
)

function withVerdicts({ scenario, lines }: Section): object {
  return { scenario, lines: lines.map((line) => ({ ...line, verdict: verdictOf(line) })) }
}
