/** `toolyard serve`: the HTTP API and the console, until Ctrl-C. */
import { ToolyardError } from '../../../kernel/index.ts'
import type { SyncReport } from '../../../registry/index.ts'
import type { ServerSettings, ToolService } from '../../../runtime/index.ts'
import {
  consoleFolder,
  createHttpServer,
  type HttpServer,
  isLoopback,
  jsonLog,
  openDoor,
} from '../../../serve/http/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { readNumber } from '../../parsers.ts'
import { count } from '../../terminal/layout.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import { noteProblems } from '../../yard/problems.ts'
import { engineLog } from './engine-log.ts'
import { joinFleet } from './join-fleet.ts'
import { openBrowser } from './open-browser.ts'
import type { ServeOptions } from './serve.ts'

const defaultPort = 4680
const defaultHost = '127.0.0.1'
/** For calls that run when it is told to stop; and for their children and the database after that. */
const drainMs = 10_000
const tidyMs = 8000

export const serveHttp: CommandRun<ServeOptions> = async (options, context) => {
  requirePerson()
  const { terminal, signal, tidyWithin, flags } = context
  if (flags.agent !== undefined)
    throw new ToolyardError('invalid_arguments', 'serve is for all agents, and --agent names one', {
      hint: 'Leave it out, and make a token of the role agent for that agent.',
    })
  // What is wrong with a flag is told before anything is opened.
  if (options.port !== undefined) readPort(options.port)
  const { yard, stateFile, config } = await openYard(context, {
    watch: 'always',
    works: true,
    engine: options.work === false ? { work: false } : {},
    approvals: 'wait',
    servers: 'come',
  })
  await using _ = yard
  const own = config.server ?? {}
  const place = placeOf(options, own)
  const { tokens, token, onTokenRemoved } = await openDoor(yard, {
    own: process.env['TOOLYARD_TOKEN'],
    file: () => stateFile('token'),
  })
  const isLogged = options.jsonLogs ?? own.jsonLogs ?? !process.stderr.isTTY
  const streams = options.streams === undefined ? own.streams : readStreams(options.streams)
  const server = await createHttpServer(yard, {
    ...place,
    tokens,
    onTokenRemoved,
    consoleFolder,
    allowedHosts: options.allowedHost ?? own.allowedHosts ?? [],
    openMetrics: options.openMetrics ?? own.openMetrics ?? false,
    ...(streams !== undefined && { mostStreams: streams }),
    ...(isLogged && { log: jsonLog((text) => terminal.note(text.trimEnd())) }),
  })
  tidyWithin(drainMs + tidyMs)
  const { engine } = yard.installation
  const log = engineLog(terminal, isLogged)
  engine.follow({ notice: log.notice })
  yard.installation.onBug(log.bug)
  if (engine.kind === 'redis') void joinFleet(yard, { signal, tell: log.notice }).catch(log.failed)
  noteProblems(yard, terminal)
  if (terminal.interactive) noteSync(yard.catalogue.report, terminal)
  const link = token === undefined ? server.url : `${server.url}/#token=${token}`
  printStarted(context, { server, link, yard })
  if (options.open) openBrowser(link, context)
  await stopped(signal)
  if (terminal.interactive) terminal.note('Ending: waiting for calls that run. Ctrl-C again ends them.')
  await Promise.all([server.close(drainMs), yard.installation.drain(drainMs)])
  return 0
}

/** Flags win over the environment, and that over the configuration. */
function placeOf({ port, host: named }: ServeOptions, own: ServerSettings) {
  const host = named ?? process.env['TOOLYARD_HOST'] ?? own.host ?? defaultHost
  const place = { port: readPort(port, own.port), host }
  if (isLoopback(host) || process.env['TOOLYARD_TOKEN'] !== undefined) return place
  throw new ToolyardError(
    'invalid_config',
    `host ${host} can be reached from other machines, and no token was set for that`,
    {
      hint: 'Set TOOLYARD_TOKEN to a secret of your own, such as the output of "openssl rand -hex 32"; or listen on 127.0.0.1.',
    },
  )
}

/** The one that is named, by a flag, in the environment or the configuration; the usual one otherwise. */
export function readPort(flag: string | undefined, configured = defaultPort): number {
  const given = flag ?? process.env['TOOLYARD_PORT']
  const port = given === undefined ? configured : Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given?.trim() !== '') return port
  throw new ToolyardError('invalid_arguments', `--port: "${given ?? ''}" is not a port`, {
    hint: 'Give a number from 1 to 65535, or 0 for any that is free.',
  })
}

function readStreams(given: string): number {
  return readNumber(given, { flag: '--streams', least: 1, most: 100_000 })
}

/** What the start changed in the catalogue. */
function noteSync(report: SyncReport | undefined, terminal: CommandContext['terminal']): void {
  const words = (['created', 'updated', 'removed', 'invalid', 'held'] as const).flatMap((kind) =>
    report && report[kind].length > 0 ? [`${report[kind].length} ${kind}`] : [],
  )
  if (words.length > 0) terminal.note(`Tools synced: ${words.join(', ')}.`)
}

interface StartedServer {
  readonly server: HttpServer
  readonly link: string
  readonly yard: ToolService
}

function printStarted({ terminal, flags }: CommandContext, { server, link, yard }: StartedServer): void {
  const tools = yard.registry.toolNames.length
  if (flags.jsonOutput) {
    terminal.printJson({ url: server.url, port: server.port, link, tools })
    return
  }
  const what = link === server.url ? 'sign in with your TOOLYARD_TOKEN' : 'this link signs you in'
  terminal.print(`${count(tools, 'tool')}, ready. The console (${what}):`)
  terminal.print(`  ${terminal.style('cyan', link)}`)
  if (terminal.interactive) terminal.note(terminal.noteStyle('dim', 'Ctrl-C ends it.'))
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
