/** A yard at work: 529 tools, an hour of 5,000 calls of agents, requests that wait for people, and a run of 1,000 steps. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { importFlags } from '../../helpers/program.ts'
import { ServedYard } from '../served-yard.ts'

export const toolCount = 529
const callCount = 5000
export const requestCount = 40
export const stepCount = 1000

const config = `import { defineConfig, defineTool } from 'toolyard'

const subjects = ['weather', 'invoice', 'ticket', 'calendar', 'contact', 'report', 'order']
const many = Array.from({ length: ${toolCount - 2} }, (_none, index) => defineTool({
  name: subjects[index % 7] + '_' + index,
  description: 'Looks up number ' + index + ' of ' + subjects[index % 7] + 's.',
  titles: { zh: '查询 ' + index },
  descriptions: { zh: '查询编号为 ' + index + ' 的记录。' },
  category: 'team-' + String(index % 24).padStart(2, '0'),
  tags: ['tag' + (index % 5)],
  inputSchema: { text: String },
  permission: index % 9 === 0 ? 'write' : 'read',
  effects: index % 9 === 0 ? 'local_state' : 'none',
  execute: () => 'ok',
}))
const look = defineTool({
  name: 'look',
  description: 'Looks at a place.',
  inputSchema: { at: String },
  permission: 'read',
  effects: 'none',
  execute: ({ at }) => 'seen ' + at,
})
const send = defineTool({
  name: 'send_report',
  description: 'Sends a report.',
  titles: { zh: '发送报告' },
  inputSchema: { to: String, text: String },
  permission: 'external',
  effects: 'network',
  execute: ({ to }) => 'sent to ' + to,
})

export default defineConfig({ tools: [...many, look, send], builtins: [], policy: { ask: ['send_report'] } })
`

const look = (at: string) => ({ tool: 'look', input: { at } })
const report = { to: 'team@example.org', text: 'All orders of today are packed.\nTwo wait for a label.' }
const scripts = {
  marathon: [
    ...Array.from({ length: stepCount - 1 }, (_, index) => ({
      calls: [look(`${index}`), look(`${index} again`)],
    })),
    { text: 'Done.' },
  ],
  clerk: { turns: [{ calls: [{ tool: 'send_report', input: report }] }, { text: 'Sent.' }], repeat: true },
}

/** One call in fifty fails; each tool has its own length. */
const writeCallsProgram = `import { type CallRecord, openStore } from 'toolyard'

const [file = '', count = ''] = process.argv.slice(2)
const store = await openStore('sqlite:' + file, { folder: process.cwd() })
const first = Date.now() - 3_500_000
for (let index = 0; index < Number(count); index++)
  await store.calls.finish(callAt(index, Math.round(first + (index * 3_500_000) / Number(count))))
await store.close()

function callAt(index: number, startedAt: number): CallRecord {
  const tool = 'weather_' + (index % 12) * 7
  const shared = { callId: 'call_crowd_' + index, tool, durationMs: 2 ** (index % 12) * (1 + (index % 10) / 10) }
  const fault = { code: 'tool_failed', message: 'the station does not answer', retryable: true } as const
  const result =
    index % 50 === 0
      ? ({ ...shared, status: 'error', content: [], error: fault } as const)
      : ({ ...shared, status: 'ok', content: [{ type: 'text', text: 'ok' }] } as const)
  return {
    id: shared.callId,
    tool,
    fingerprint: 'f'.repeat(64),
    permission: 'read',
    input: { text: 'number ' + index },
    agent: 'worker-' + (index % 6),
    principal: 'local',
    origin: 'agent',
    decision: 'mode default: allow',
    startedAt,
    status: result.status,
    durationMs: shared.durationMs,
    ran: true,
    result,
  }
}
`

export class CrowdedYard implements AsyncDisposable {
  readonly yard: ServedYard
  readonly longRun: string

  private constructor(yard: ServedYard, longRun: string) {
    this.yard = yard
    this.longRun = longRun
  }

  static async start(): Promise<CrowdedYard> {
    const yard = await ServedYard.start({
      'toolyard.config.ts': config,
      'write-calls.ts': writeCallsProgram,
      ...Object.fromEntries(
        Object.entries(scripts).map(([name, script]) => [`scripts/${name}.json`, JSON.stringify(script)]),
      ),
    })
    const toolIds = ['look', 'send_report']
    for (const name of Object.keys(scripts))
      await yard.api('POST', '/api/agents', { name, model: `scripted/scripts/${name}.json`, toolIds })
    await writeCalls(yard)
    const { runId } = await yard.api<{ runId: string }>('POST', '/api/agents/marathon/runs', {
      prompt: 'Look at a thousand places',
      maxSteps: stepCount * 2,
    })
    const followed = await fetch(`${yard.url}/api/runs/${runId}/events`, {
      headers: { Authorization: `Bearer ${yard.token}` },
    })
    await followed.text()
    return new CrowdedYard(yard, runId)
  }

  /** As many requests as are missing: people have answered some. */
  async fillInbox(): Promise<void> {
    const pending = async (): Promise<number> =>
      (await this.yard.api<{ total: number }>('GET', '/api/approvals?status=pending&limit=1')).total
    for (let at = await pending(); at < requestCount; at++)
      await this.yard.api('POST', '/api/agents/clerk/runs', { prompt: `Send report ${at + 1}` })
    while ((await pending()) < requestCount) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.yard[Symbol.asyncDispose]()
  }
}

/** The calls of the last hour, written by another process of the same installation. */
async function writeCalls({ project }: ServedYard): Promise<void> {
  const args = [...importFlags, 'write-calls.ts', project.state('toolyard.db'), `${callCount}`]
  await promisify(execFile)(process.execPath, args, { cwd: project.path('work') })
}
