/** `toolyard worker`: a process that works on jobs and serves nothing else, until Ctrl-C. */
import { ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { readNumber } from '../../parsers.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import { noteProblems } from '../../yard/problems.ts'
import { engineLog } from './engine-log.ts'
import { joinFleet } from './join-fleet.ts'
import type { WorkerOptions } from './worker.ts'

/** For jobs that run when it is told to stop; and for their children and the database after that. */
const drainMs = 10_000
const tidyMs = 8000
const longMs = 1_000_000_000

export const runWorker: CommandRun<WorkerOptions> = async (options, context) => {
  requirePerson()
  const { terminal, signal, tidyWithin, flags } = context
  if (flags.agent !== undefined)
    throw new ToolyardError('invalid_arguments', 'worker is for all agents, and --agent names one', {
      hint: 'Leave it out.',
    })
  const { queues } = options
  const concurrency =
    options.concurrency === undefined
      ? undefined
      : readNumber(options.concurrency, { flag: '--concurrency', least: 1, most: 10_000 })
  const { yard } = await openYard(context, {
    watch: 'always',
    works: true,
    engine: { work: true, ...(queues && { queues }), ...(concurrency !== undefined && { concurrency }) },
    approvals: 'wait',
    servers: 'come',
  })
  await using _ = yard
  requireDurable(yard)
  tidyWithin(drainMs + tidyMs)
  noteProblems(yard, terminal)
  const { engine } = yard.installation
  const log = engineLog(terminal, options.jsonLogs ?? !process.stderr.isTTY)
  engine.follow(log)
  yard.installation.onBug(log.bug)
  if (!(await joinFleet(yard, { signal, tell: log.notice }))) return 0
  printReady(context, yard)
  await stopped(signal)
  if (terminal.interactive) terminal.note('Ending: waiting for jobs that run. Ctrl-C again ends them.')
  await yard.installation.drain(drainMs)
  return 0
}

function requireDurable({ store }: ToolService): void {
  if (store.durable) return
  throw new ToolyardError('invalid_config', 'a worker needs a database that the servers use too', {
    hint: 'Name it in the configuration or by TOOLYARD_DATABASE.',
  })
}

const places = {
  redis: 'Redis',
  postgres: 'PostgreSQL',
  file: 'the file of the database',
  memory: 'this process',
} as const

function printReady({ terminal, flags }: CommandContext, yard: ToolService): void {
  const { engine, workspace } = yard.installation
  const { queues } = engine.workers
  if (flags.jsonOutput)
    return terminal.printJson({ queues, engine: engine.kind, workspace, pid: process.pid })
  terminal.print(`Working on ${queues.join(', ') || 'no queue'}, from ${places[engine.kind]}.`)
  if (terminal.interactive) terminal.note(terminal.noteStyle('dim', 'Ctrl-C ends it.'))
}

/** The process lives until then, also if nothing else keeps it. */
function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => {}, longMs)
    const end = (): void => {
      clearInterval(alive)
      resolve()
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
}
