/** A yard with MCP servers, as users open one, in a folder of its own. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { McpServerSpec } from '../../src/kinds/mcp/definition/index.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../../src/index.ts'

const fixture = resolve(import.meta.dirname, 'fixtures/raw-server.ts')
const packages = resolve(import.meta.dirname, '../../../../node_modules')

/** The server that does what its mode says. */
export function raw(
  mode = 'plain',
  more: { args?: string[]; env?: Record<string, string>; timeoutMs?: number } = {},
): McpServerSpec {
  const { args = [], ...rest } = more
  return { command: process.execPath, args: [fixture, mode, ...args], ...rest }
}

/** A server from npm. */
export function published(script: string, ...args: string[]): McpServerSpec {
  return { command: process.execPath, args: [join(packages, script), ...args] }
}

export interface OpenYard extends AsyncDisposable {
  readonly yard: ToolService
  readonly folder: string
}

export interface OpenOptions extends ToolyardOptions {
  /** The folder to use again; it is then not removed. */
  readonly folder?: string
  /** Nothing is accepted. */
  readonly isHeld?: boolean
}

/** Every tool that the servers have at the start is accepted, and nothing asks. */
export async function open(
  mcpServers: Readonly<Record<string, McpServerSpec>>,
  { folder: given, isHeld = false, ...options }: OpenOptions = {},
): Promise<OpenYard> {
  const folder = given ?? (await realpath(await mkdtemp(join(tmpdir(), 'toolyard-mcp-'))))
  const yard = await createToolyard({
    workspace: folder,
    mcpServers,
    policy: { mode: 'bypass' },
    environment: {
      ...process.env,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
    ...options,
  })
  await yard.settled()
  if (!isHeld) await acceptAll(yard)
  return {
    yard,
    folder,
    async [Symbol.asyncDispose]() {
      await yard.close()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function acceptAll(yard: ToolService): Promise<void> {
  await yard.syncTools()
  for (const { name } of await yard.store.catalogue.list({ state: 'held' })) await yard.history.accept(name)
}

/** Waits for a sign, and gives up after a long while. */
export async function until(sign: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  for (const from = performance.now(); !(await sign());) {
    if (performance.now() - from > patienceMs) throw new Error('it did not happen')
    await new Promise((again) => setTimeout(again, 20))
  }
}

/** Whether a process is there, and no zombie. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
