/** A project with agents that work at night: one fails because of its sub-agent, one asks to edit a file, one exports for long. */

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  tools: { folders: ['tools'], builtins: ['collab', 'system', 'files'] },
  policy: { allow: ['team_agent'], ask: ['edit_file'] },
})
`

const fetchInvoices = `/** Reads the invoices of a month from the ledger. */
import { defineTool, ToolyardError } from 'toolyard'

export default defineTool({
  title: 'Invoices',
  titles: { zh: '读取发票' },
  inputSchema: {
    type: 'object',
    properties: { month: { type: 'string', description: 'Such as 2026-09' } },
    required: ['month'],
    additionalProperties: false,
  },
  permission: 'read',
  effects: 'none',
  execute({ month }) {
    if (Number(month.slice(5)) > 12)
      throw new ToolyardError('not_found', 'the ledger has no month "' + month + '"', { hint: 'Months are 01 to 12.' })
    return { month, invoices: 12, total: 48210 }
  },
})
`

const buildReport = `/** Writes a report about the figures of a month. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { month: String },
  permission: 'read',
  effects: 'none',
  async execute({ month }) {
    await sleep(120)
    return 'The report of ' + month + ' has 4 pages.'
  },
})
`

const exportLedger = `/** Exports the ledger, until it is stopped. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: {},
  permission: 'read',
  effects: 'none',
  timeoutMs: 600_000,
  execute: (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
})
`

/** What the agent would edit, as it is before somebody approves. */
export const rates = {
  file: 'docs/rates.md',
  text: `# Rates

Valid for all customers of the northern region.

| service    | rate per hour |
| ---------- | ------------- |
| consulting | 120           |
| repair     | 80            |
| travel     | 45            |

Invoices are due within 30 days.
`,
  before: '| repair     | 80            |',
  after: '| repair     | 95            |\n| inspection | 60            |',
} as const

const badMonth = '2026-13'

const scripts = {
  nightly: [
    {
      text: 'I ask the bookkeeper for the invoices.',
      calls: [
        { tool: 'build_report', input: { month: badMonth } },
        {
          tool: 'team_agent',
          input: { agent: 'bookkeeper', message: `Fetch the invoices of ${badMonth}` },
        },
      ],
    },
    { expect: '12 invoices', text: 'The books are closed.' },
  ],
  bookkeeper: [
    { calls: [{ tool: 'fetch_invoices', input: { month: badMonth } }] },
    { text: 'The ledger gave nothing: {{lastResult}}' },
  ],
  editor: [
    {
      calls: [
        {
          tool: 'edit_file',
          input: { path: rates.file, old_string: rates.before, new_string: rates.after },
        },
      ],
    },
    { text: 'The rates are up to date.' },
  ],
  exporter: [{ calls: [{ tool: 'export_ledger', input: {} }] }, { text: 'The export has ended.' }],
} as const

export const agents: readonly (readonly [name: string, toolIds: readonly string[]])[] = [
  ['nightly', ['build_report', 'team_agent', 'fetch_invoices']],
  ['bookkeeper', ['fetch_invoices']],
  ['editor', ['edit_file']],
  ['exporter', ['export_ledger']],
]

export const files: Readonly<Record<string, string>> = {
  'toolyard.config.ts': config,
  'tools/fetch-invoices.ts': fetchInvoices,
  'tools/build-report.ts': buildReport,
  'tools/export-ledger.ts': exportLedger,
  [rates.file]: rates.text,
  ...Object.fromEntries(
    Object.entries(scripts).map(([name, turns]) => [`scripts/${name}.json`, JSON.stringify(turns)]),
  ),
}
