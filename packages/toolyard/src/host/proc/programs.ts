/**
 * `Programs`: the one way in which child processes are started.
 *
 * @module
 */
import { createIds } from '../../kernel/index.ts'
import { allowedEnvironment, runMark, runVariable } from './environment.ts'
import { ProgramFinder } from './find-program.ts'
import type {
  FindOptions,
  Program,
  ProgramOutcome,
  ProgramRequest,
  Programs,
  SandboxState,
} from './program.ts'
import { type PreparedLaunch, RunningProgram } from './running-program.ts'
import type { ProcessOrder } from './launcher.ts'
import { type ShutIn, shutIn } from './shut-in.ts'
import {
  type Enclosure,
  encloseIn,
  openWorkshop,
  type Workshop,
  type WorkshopSettings,
  writableRoots,
} from './workshop.ts'

export type ProgramSettings = WorkshopSettings

export function createPrograms(settings: ProgramSettings): Programs {
  return new HostPrograms(settings)
}

interface OrderFacts {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly wrapped?: boolean
}

interface ReadyWorkshop {
  readonly workshop: Workshop
  enclosure: Enclosure | undefined
  enclosing: Promise<Enclosure> | undefined
}

class HostPrograms implements Programs {
  readonly #settings: ProgramSettings
  readonly #environment: Readonly<Record<string, string>>
  readonly #finder: ProgramFinder
  readonly #ids = createIds()
  readonly #running = new Set<RunningProgram>()
  #ready: ReadyWorkshop | undefined
  #opening: Promise<ReadyWorkshop> | undefined
  #closing: Promise<void> | undefined

  constructor(settings: ProgramSettings) {
    this.#settings = settings
    this.#environment = allowedEnvironment(settings.environment, settings.workspace)
    this.#finder = new ProgramFinder(this.#environment['PATH'] ?? '', writableRoots(settings))
  }

  run(request: ProgramRequest): Promise<ProgramOutcome> {
    return this.start(request).exited
  }

  start(request: ProgramRequest): Program {
    const program = new RunningProgram(request, (wanted) => this.#prepare(wanted))
    this.#running.add(program)
    void program.exited.then(() => this.#running.delete(program))
    return program
  }

  find(name: string, options?: FindOptions): Promise<string | undefined> {
    return this.#finder.find(name, options)
  }

  async sandbox(): Promise<SandboxState> {
    if (this.#settings.sandbox === 'none')
      return { level: 'none', reason: 'it is switched off in the settings' }
    const ready = this.#ready ?? (await this.#open())
    return (ready.enclosure ?? (await this.#enclose(ready))).state
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#running].map((program) => program.stop()))
    const ready = await this.#opening?.catch(() => undefined)
    await ready?.workshop.close()
  }

  /** At once where everything that it takes is there. */
  #prepare(request: ProgramRequest): Promise<PreparedLaunch | string> | PreparedLaunch | string {
    if (this.#closing) return 'programs are no longer started: Toolyard is shutting down'
    const ready = this.#ready
    const [name = ''] = request.argv
    const program = this.#finder.known(name)
    if (!ready?.workshop.works || program === undefined) return this.#prepareSlowly(request)
    if (request.sandbox === 'none' || ready.enclosure) return this.#launch(request, { ready, program })
    return this.#prepareSlowly(request)
  }

  async #prepareSlowly(request: ProgramRequest): Promise<PreparedLaunch | string> {
    const [name = ''] = request.argv
    const program = await this.#finder.find(name)
    if (program === undefined) return `there is no program "${name}" on the PATH`
    const ready = await this.#open()
    if (request.sandbox !== 'none') await this.#enclose(ready)
    return this.#launch(request, { ready, program })
  }

  #launch(
    request: ProgramRequest,
    { ready, program }: { readonly ready: ReadyWorkshop; readonly program: string },
  ): Promise<PreparedLaunch> | PreparedLaunch | string {
    const enclosure = request.sandbox === 'none' ? undefined : ready.enclosure
    if (enclosure && !enclosure.inside && this.#settings.sandbox === 'required')
      return `it would run without a sandbox, which the settings require: ${enclosure.state.reason}`
    const { launcher } = ready.workshop
    const argv = [program, ...request.argv.slice(1)]
    if (!enclosure?.inside) return { launcher, order: this.#order(request, { argv, cwd: request.cwd }) }
    const shut = shutIn({ ...request, argv }, enclosure.inside, this.#settings)
    const prepared = ({ argv: inner, env, ...more }: ShutIn): PreparedLaunch => ({
      launcher,
      order: this.#order(request, { argv: inner, cwd: '/', env, wrapped: true }),
      ...more,
    })
    return shut instanceof Promise ? shut.then(prepared) : prepared(shut)
  }

  #order(
    { env, maxProcesses }: ProgramRequest,
    { argv, cwd, env: inside, wrapped = false }: OrderFacts,
  ): ProcessOrder {
    const run = this.#ids.next('run')
    return {
      run,
      argv,
      cwd,
      env: {
        ...this.#environment,
        ...inside,
        ...env,
        PATH: this.#finder.path,
        [runVariable]: runMark(this.#settings.environment, run),
      },
      wrapped,
      maxProcesses,
      disk: this.#settings.workspace,
    }
  }

  #open(): Promise<ReadyWorkshop> {
    if (this.#ready && !this.#ready.workshop.works) {
      void this.#ready.workshop.close()
      this.#ready = undefined
      this.#opening = undefined
    }
    this.#opening ??= openWorkshop(this.#settings, this.#finder).then((workshop) => {
      this.#ready = { workshop, enclosure: undefined, enclosing: undefined }
      return this.#ready
    })
    return this.#opening
  }

  #enclose(ready: ReadyWorkshop): Promise<Enclosure> {
    ready.enclosing ??= encloseIn(ready.workshop, this.#settings, {
      finder: this.#finder,
      run: (request) => this.run(request),
    }).then((enclosure) => (ready.enclosure = enclosure))
    return ready.enclosing
  }
}
