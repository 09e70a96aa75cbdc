/** The command line as a person or a script uses it: real processes in a real folder. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { workspaceState } from '../../src/host/state/index.ts'
import { compileCache, packages, program } from '../helpers/program.ts'
import { warmPrograms } from './warm-programs.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** Given to standard input; without it there is none. */
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A folder of its own, with packages to import and a home where nothing is trusted. */
export class Project implements AsyncDisposable {
  readonly folder: string
  readonly #started: Running[] = []

  readonly #isWarm: boolean

  private constructor(folder: string, isWarm: boolean) {
    this.folder = folder
    this.#isWarm = isWarm
  }

  /** Its commands may run in a process that has run others before. */
  static make(files: Readonly<Record<string, string>> = {}): Promise<Project> {
    return Project.#make(files, true)
  }

  /** Each command in a process of its own, for what is said of loading code, trust and the process itself. */
  static alone(files: Readonly<Record<string, string>> = {}): Promise<Project> {
    return Project.#make(files, false)
  }

  static async #make(files: Readonly<Record<string, string>>, isWarm: boolean): Promise<Project> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-cli-')))
    const project = new Project(folder, isWarm)
    await mkdir(project.path('work'))
    await symlink(packages, project.path('work/node_modules'))
    for (const [name, text] of Object.entries(files)) await project.write(name, text)
    return project
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** A file that Toolyard keeps for the working folder, outside of it. */
  state(name: string): string {
    return join(workspaceState(this.path('work'), this.environment), name)
  }

  /** Writes a file of the working folder. */
  async write(name: string, text: string): Promise<void> {
    const file = join(this.folder, 'work', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, 'work', name), { force: true })
  }

  /** What another program starts `toolyard` with. */
  command(args: readonly string[]): {
    command: string
    args: string[]
    cwd: string
    env: Record<string, string>
  } {
    const [command, ...rest] = program
    return {
      command,
      args: [...rest, ...args],
      cwd: this.path('work'),
      env: this.environment,
    }
  }

  /** Runs `toolyard` to its end. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { input = '', cwd = '', env } = options
    const environment = { ...this.environment, ...env }
    const work = this.path('work')
    const asked = { args, folder: join(work, cwd), environment, input }
    const answered = this.#isWarm ? await warmPrograms.run(work, asked) : undefined
    if (answered) return answered
    const running = this.start(args, options)
    running.child.stdin.end(input)
    return running.ended
  }

  /** Starts `toolyard` and leaves it running. */
  start(args: readonly string[], options: RunOptions = {}): Running {
    return this.#spawn([...program, ...args], options)
  }

  /** The same on a terminal of its own. */
  startOnTerminal(
    args: readonly string[],
    { columns = 200, env = {} }: { columns?: number; env?: Readonly<Record<string, string>> } = {},
  ): Running {
    const line = [...program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
    const command = ['script', '-qec', `stty cols ${columns} -echo; exec ${line}`, '/dev/null']
    return this.#spawn(command, { env: { TERM: 'xterm-256color', ...env } })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Those of a test that failed would keep the whole file waiting.
    for (const { child } of this.#started) child.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }

  #spawn([command = '', ...args]: readonly string[], { cwd, env }: RunOptions): Running {
    const child = spawn(command, args, {
      cwd: join(this.folder, 'work', cwd ?? ''),
      env: { ...this.environment, ...env },
    })
    const running = new Running(child)
    this.#started.push(running)
    return running
  }

  /** With a home of its own, so that nothing is kept anywhere else. */
  get environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      SHELL: '/bin/sh',
      NODE_COMPILE_CACHE: compileCache,
    }
  }
}

/** A process that has not ended yet. */
export class Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ran>
  #out = ''
  #err = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#err += text))
    child.stdin.on('error', () => {})
    this.ended = new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, out: this.#out, err: this.#err }))
    })
  }

  get out(): string {
    return this.#out
  }

  get err(): string {
    return this.#err
  }

  /** Waits until this was written; fails where the process ends without it, or nothing of the kind comes for two minutes. */
  async says(pattern: RegExp): Promise<void> {
    const end = Date.now() + 60_000
    while (!pattern.test(stripVTControlCharacters(this.#out + this.#err))) {
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the process ended without saying ${String(pattern)}:\n${this.#out}${this.#err}`)
      if (Date.now() > end) {
        this.child.kill('SIGKILL')
        throw new Error(`the process did not say ${String(pattern)}:\n${this.#out}${this.#err}`)
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
  }

  /** As a person who has read the question: what comes at once is not taken for an answer. */
  type(text: string): void {
    setTimeout(() => this.typeNow(text), 300)
  }

  typeNow(text: string): void {
    this.child.stdin.write(text)
  }
}

/** The one JSON document on standard output. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
export function json<T = Record<string, unknown>>({ out }: Ran): T {
  return JSON.parse(out) as T
}
