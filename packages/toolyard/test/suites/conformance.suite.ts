/** The protocol's own suite, against our server and our client, in both eras and with extensions. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFixtureServer } from '../conformance/fixture-server.ts'
import { conformanceProgram, isExplained, runSuite, type SuiteOutcome } from '../conformance/run-suite.ts'
import type { SuiteRow } from './suite.ts'

type Reasons = Readonly<Record<string, string>>

const folder = join(import.meta.dirname, '..')
const driver = join(folder, 'mcp-client/conformance/driver.ts')
const revisions = ['2025-11-25', '2026-07-28']

export const title = 'MCP conformance (@modelcontextprotocol/conformance)'

export async function run(): Promise<readonly SuiteRow[]> {
  const ofServer = await readReasons<Record<string, Reasons>>('conformance/server-expected-failures.json')
  const ofClient = await readReasons<Reasons>('mcp-client/conformance/extensions.json')
  const rows: SuiteRow[] = []
  for (const revision of revisions) {
    await using server = await startFixtureServer()
    const outcome = await runSuite('server', ['--url', server.url, '--requirements', revision])
    rows.push(rowOf(`server, ${revision}, with extensions`, outcome, ofServer[revision] ?? {}))
  }
  for (const revision of [...revisions, 'extension'])
    rows.push(rowOf(`client, ${revision}`, await runClient(revision), ofClient))
  return rows
}

async function readReasons<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as T
}

/** One scenario after the other: all at once they would wait for each other. */
async function runClient(revision: string): Promise<SuiteOutcome> {
  const listed = execFileSync(process.execPath, [conformanceProgram, 'list'], { encoding: 'utf8' })
  const [, ours = ''] = /^Client scenarios.*\n((?: {2}- .*\n)+)/m.exec(listed) ?? []
  const names = [...ours.matchAll(/^ {2}- (\S+) \[([^\]]+)\]/gm)].flatMap(([, name = '', all = '']) =>
    all.split(',').includes(revision) ? [name] : [],
  )
  const outcomes: SuiteOutcome[] = []
  const command = `"${process.execPath}" --conditions=@toolyard/source "${driver}"`
  for (const name of names) {
    const version = revision === 'extension' ? '2026-07-28' : revision
    const given = ['--command', command, '--scenario', name, '--force', '--timeout', '120000']
    outcomes.push(await runSuite('client', [...given, '--spec-version', version]))
  }
  return {
    scenarios: names,
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    said: outcomes.map(({ said }) => said).join('\n'),
  }
}

/** Checks that fail for a reason are set apart; those that fail without one are missing. */
function rowOf(what: string, { scenarios, passed, failures }: SuiteOutcome, reasons: Reasons): SuiteRow {
  const unexplained = failures.filter((failure) => !isExplained(failure, reasons))
  const fail = unexplained.map(({ id }) => id).join(', ')
  return {
    what: `${what} (${scenarios.length} scenarios)`,
    passed,
    of: passed + unexplained.length,
    setApart: failures.length - unexplained.length,
    ...(fail !== '' && { note: `Fail: ${fail}` }),
  }
}
