/**
 * The door of a run that outlives its process: one process begins it and is killed in the middle of the call, another one takes it up.
 *
 * The model is a server of ours. A call that ends before hooks are asked leaves its process alive: that is killed when it asks the
 * model again.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { textOf } from '../../src/define/index.ts'
import { isOpenRun } from '../../src/store/index.ts'
import type { ToolService } from 'toolyard'
import { startModelServer } from '../agents/model-server.ts'
import { allTools, doorOf, openYard } from './agent-doors.ts'
import { type Door, type DoorEnvironment, type Told, until } from './door-parts.ts'
import { model, modelsAt } from './killed-model.ts'

const program = join(import.meta.dirname, 'killed-process.ts')

export async function takenUpRun(environment: DoorEnvironment): Promise<Door> {
  let wanted: { readonly tool: string; readonly input: unknown } | undefined
  let process: ChildProcess | undefined
  /** Rows of the tool that were there before the call. */
  let before = 0
  const server = await startModelServer(async ({ body }) => {
    const isAnswered = JSON.stringify(body['messages']).includes('"role":"tool"')
    if (!isAnswered && wanted) return { calls: [wanted] }
    if (isAlive(process)) {
      // Calls that only read are written a moment after their answer.
      await until(async () => (await yard.journal.list({ tool: wanted?.tool })).length > before, 'the row')
      await kill(process)
    }
    return { text: 'Done.' }
  })
  const models = modelsAt(server.url)
  // Others may work on the same database, by other rules: here it is worked only while a call is made.
  const yard = await openYard(environment, { ...models, engine: { work: false } })
  const agent = environment.agent ?? allTools
  // The one for the next call starts while this one is killed.
  let next = start(environment, server.url)
  const door = doorOf(yard, agent, async (tool, input) => {
    wanted = { tool, input }
    before = (await yard.journal.list({ tool })).length
    process = next
    next = start(environment, server.url)
    const runId = `run_${randomUUID()}`
    const refused = await begin(process, { agent, runId, model })
    if (refused) return refused
    await using _ = await openYard(environment, models)
    return await toldOf(yard, runId)
  })
  return {
    ...door,
    async close() {
      await Promise.all([kill(next), kill(process)])
      await door.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

function start(environment: DoorEnvironment, url: string): ChildProcess {
  const args = [JSON.stringify(environment), url]
  return fork(program, args, {
    execArgv: ['--conditions=@toolyard/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function isAlive(child: ChildProcess | undefined): child is ChildProcess {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!isAlive(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Ends with the process, or with why the run did not begin. */
async function begin(child: ChildProcess, run: object): Promise<Told | undefined> {
  const refused = once(child, 'message') as Promise<[string]>
  const ended = once(child, 'exit').then(() => undefined)
  child.send(run)
  const said = await Promise.race([refused, ended])
  return said && { ok: false, text: said[0] }
}

async function toldOf(yard: ToolService, runId: string): Promise<Told> {
  const run = await until(async () => {
    const found = await yard.store.runs.find(runId)
    return found && (found.status === 'waiting' || !isOpenRun(found)) && found
  }, `the end of ${runId}, or a person for it,`)
  if (run.attempt < 2) throw new Error(`${runId} was not taken up`)
  if (run.status === 'waiting') return { ok: false, text: 'it waits' }
  for (const { parts } of await yard.store.threads.messages(run.threadId))
    for (const part of parts)
      if (part.type === 'tool_result') return { ok: part.status === 'ok', text: textOf(part) }
  throw new Error(`${runId} made no call: ${run.error ?? ''}`)
}
