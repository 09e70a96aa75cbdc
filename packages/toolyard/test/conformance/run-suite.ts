/** Runs the official conformance suite and reads what each of its checks came to. */
import { spawn } from 'node:child_process'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

export const conformanceProgram = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

export interface SuiteOutcome {
  /** Names of the scenarios that were run. */
  readonly scenarios: readonly string[]
  readonly passed: number
  /** `scenario:check`, with what the suite said. */
  readonly failures: readonly { readonly id: string; readonly scenario: string; readonly message: string }[]
  /** What the program printed. */
  readonly said: string
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

export async function runSuite(side: 'server' | 'client', args: readonly string[]): Promise<SuiteOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'))
  try {
    const child = spawn(process.execPath, [conformanceProgram, side, ...args, '-o', folder], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
    const checks = await readChecks(folder, side)
    return {
      scenarios: [...new Set(checks.map(({ scenario }) => scenario))],
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      failures: checks
        .filter(({ status }) => status === 'FAILURE')
        .map(({ scenario, id, errorMessage = '' }) => ({
          id: `${scenario}:${id}`,
          scenario,
          message: errorMessage,
        })),
      said: `${out}\n${problems}`,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What was expected, by `scenario` or `scenario:check`, with its reason. */
export function isExplained(
  { id, scenario }: { readonly id: string; readonly scenario: string },
  reasons: Readonly<Record<string, string>>,
): boolean {
  return Object.hasOwn(reasons, id) || Object.hasOwn(reasons, scenario)
}

/** Every scenario has a folder: `server-tools-list-2026-11-16T14-21-08-779Z/checks.json`, `auth/dpop-2026-…/checks.json`. */
async function readChecks(
  folder: string,
  side: string,
): Promise<readonly (Check & { readonly scenario: string })[]> {
  const all: (Check & { readonly scenario: string })[] = []
  for await (const file of glob('**/checks.json', { cwd: folder })) {
    const scenario = dirname(file)
      .replace(new RegExp(`^${side}-`), '')
      .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
    const checks = JSON.parse(await readFile(join(folder, file), 'utf8')) as Check[]
    all.push(...checks.map((check) => ({ ...check, scenario })))
  }
  return all
}
