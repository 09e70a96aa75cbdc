/**
 * The door of tools that run in another process: a server of MCP that hands their calls to a real `toolyard worker`.
 *
 * All tools of the project name a queue of this door. Built-in tools name none: here they are called inside a call that does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packages, program } from '../helpers/program.ts'
import { childEnvironment, type Door, type DoorEnvironment, mcpStdio } from './door.ts'

const fixture = join(import.meta.dirname, '../fixtures/doors')
const builtIn = /^(bash|list_dir|write_file)$/
const [command, ...main] = program

export async function workerDoor(environment: DoorEnvironment): Promise<Door> {
  const queue = `doors-${randomUUID().slice(0, 8)}`
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-placed-')))
  // What its tools import is as far from them.
  const more = join(dirname(environment.more), queue)
  const config = await placeAll(folder, [environment.more, more], queue)
  const there = { ...environment, more }
  const worker = startWorker(there, config, queue)
  const close = async (): Promise<void> => {
    const ended = once(worker, 'close')
    if (worker.exitCode === null && worker.kill()) await ended
    for (const made of [folder, more]) await rm(made, { recursive: true, force: true })
  }
  const door = await mcpStdio(there, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    names: () => door.names(),
    async call(tool, input) {
      if (!builtIn.test(tool)) return door.call(tool, input)
      const outer = await door.call('nested', { tool, input })
      const { status, content } = JSON.parse(outer.text) as { status: string; content: string }
      return { ok: status === 'ok', text: content }
    },
    async close() {
      await door.close()
      await close()
    },
  }
}

/** The project and the tools beside it once more, with a queue in every tool. */
async function placeAll(
  folder: string,
  more: readonly [from: string, to: string],
  queue: string,
): Promise<string> {
  await symlink(packages, join(folder, 'node_modules'))
  const config = join(folder, 'toolyard.config.ts')
  await cp(join(fixture, 'toolyard.config.ts'), config)
  for (const [from, to] of [[join(fixture, 'tools'), join(folder, 'tools')], more] as const) {
    await mkdir(to)
    for (const name of (await readdir(from)).filter((file) => /\.[cm]?[jt]s$/.test(file))) {
      const source = await readFile(join(from, name), 'utf8')
      const text = source.replace(/export default (defineTool\()?\{ ?/, `$&queue: '${queue}', `)
      if (text === source && !name.startsWith('bad-')) throw new Error(`${name} got no queue`)
      await writeFile(join(to, name), text)
    }
  }
  return config
}

function startWorker(environment: DoorEnvironment, config: string, queue: string): ChildProcess {
  const { approvals = 'deny' } = environment
  const args = ['--config', config, '--approvals', approvals, 'worker', '--queues', queue]
  const env = childEnvironment(environment)
  return spawn(command, [...main, ...args], { env, stdio: ['ignore', 'ignore', 'ignore'] })
}
