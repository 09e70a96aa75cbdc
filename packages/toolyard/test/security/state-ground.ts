/** A home with a state that is marked, a workspace beside it, and what the attempts of the corpus find there. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'
import { isWithin, openState, stateHome } from '../../src/host/index.ts'

/** In every file of the state. */
export const mark = 'MARK-OF-THE-STATE'
const reversed = mark.split('').toReversed().join('')

const stateFiles: readonly string[] = [
  'token',
  'tools.json',
  'mcp-tools.json',
  'cache/config.mjs',
  'logs/serve.log',
  'results/r_1.txt',
]

/** Where state and workspace are; in a folder of their own by default. */
export interface GroundPlaces {
  /** From the folder of the ground, or absolute. */
  readonly workspace?: string
  /** Instead of those that make the state be in the home folder. */
  readonly variables?: Readonly<Record<string, string>>
  readonly roots?: ToolyardOptions['roots']
}

export class StateGround implements AsyncDisposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-ground-')))
  readonly home = join(this.folder, 'home')
  readonly workspace: string
  readonly state: string
  readonly stateHome: string
  /** A process of this user, outside. */
  readonly #other = spawn('sleep', ['600'], { stdio: 'ignore' })
  readonly #environment: NodeJS.ProcessEnv
  readonly #roots: NonNullable<ToolyardOptions['roots']>

  constructor({ workspace = 'work', variables = {}, roots = [] }: GroundPlaces = {}) {
    this.workspace = join(this.folder, workspace)
    this.#roots = roots.map((root) => ({ ...root, path: this.fill(root.path) }))
    const own = Object.entries(variables).map(([name, value]) => [name, this.fill(value)])
    this.#environment = { PATH: process.env['PATH'], HOME: this.home, ...Object.fromEntries(own) }
    mkdirSync(this.home)
    mkdirSync(this.workspace, { recursive: true })
    this.stateHome = stateHome(this.#environment)
    this.state = openState(this.workspace, this.#environment)
    for (const file of stateFiles) {
      mkdirSync(dirname(join(this.state, file)), { recursive: true, mode: 0o700 })
      writeFileSync(join(this.state, file), `${mark}\n`, { mode: 0o600 })
    }
    writeFileSync(join(this.stateHome, 'trusted.json'), `["${mark}"]\n`, { mode: 0o600 })
    this.#fillWorkspace()
  }

  get isOtherAlive(): boolean {
    return this.#other.exitCode === null && this.#other.signalCode === null
  }

  /** Everything that was asked for is allowed, inside the sandbox. */
  async open(more: ToolyardOptions = {}): Promise<ToolService> {
    const yard = await createToolyard({
      workspace: this.workspace,
      roots: this.#roots,
      environment: this.#environment,
      builtins: ['files', 'shell'],
      policy: { mode: 'bypass' },
      readFirst: [],
      database: `sqlite:${join(this.state, 'toolyard.db')}`,
      ...more,
    })
    if (yard.store.durable) await yard.agents.create({ name: 'helper', prompt: mark, toolIds: [] })
    return yard
  }

  /** Puts paths of this ground in the place of their names. */
  fill(text: string): string {
    const values: Readonly<Record<string, string>> = {
      STATE: this.state,
      STATE_HOME: this.stateHome,
      WS: this.workspace,
      HOME: this.home,
      FOLDER: this.folder,
      UID: String(process.getuid?.()),
      PID: String(this.#other.pid),
      PORT: '4680',
    }
    return text
      .replaceAll(/\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole)
      .replaceAll('/workspaces/x/', `/workspaces/${basename(this.state ?? 'x')}/`)
  }

  /** Names, modes and contents of all that is kept, but for the database, which is in use. */
  snapshot(): string {
    const names = globSync('**/*', { cwd: this.stateHome }).filter((name) => !name.includes('toolyard.db'))
    const facts = names.toSorted().map((name) => {
      const path = join(this.stateHome, name)
      const found = lstatSync(path)
      const content = found.isFile()
        ? readFileSync(path, 'utf8')
        : found.isSymbolicLink()
          ? readlinkSync(path)
          : ''
      return `${name} ${found.mode} ${found.nlink} ${content}`
    })
    return createHash('sha256').update(facts.join('\n')).digest('hex')
  }

  /** Whether a text, or a file that is in the workspace by now, has the mark. */
  isTold(text: string): boolean {
    if (text.includes(mark) || text.includes(reversed)) return true
    // Links are not followed.
    const { stdout } = spawnSync('grep', ['-rls', mark, this.workspace], { encoding: 'utf8' })
    return stdout.split('\n').some((file) => file !== '' && !isWithin(this.stateHome, file))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#other.kill('SIGKILL')
    rmSync(this.stateHome, { recursive: true, force: true })
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** What the corpus speaks of: links that came with the repository, sources, a repository with another branch. */
  #fillWorkspace(): void {
    const put = (name: string, text: string): void => {
      mkdirSync(dirname(join(this.workspace, name)), { recursive: true })
      writeFileSync(join(this.workspace, name), text)
    }
    put('a', 'a\n')
    put('a.ts', 'export const a = 1\n')
    put('src/a.ts', `/// <reference path="${this.state}/token" />\nexport const token = 1\n`)
    put('docs/a.md', '# A\n')
    put('tsconfig.json', JSON.stringify({ include: ['src', this.stateHome] }))
    put('eslint.config.mjs', 'export default []\n')
    put('node_modules/eslint/package.json', '{"version":"9.0.0","bin":{"eslint":"run.js"}}')
    put('node_modules/eslint/run.js', nosyLinter(join(this.state, 'token')))
    symlinkSync(this.state, join(this.workspace, 's'))
    symlinkSync(this.stateHome, join(this.workspace, 's1'))
    symlinkSync('s1', join(this.workspace, 's2'))
    symlinkSync(join(this.state, 'token'), join(this.workspace, 'to-token'))
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: this.workspace,
        stdio: 'ignore',
      })
    }
    git('init', '--initial-branch=main')
    git('add', 'docs', 'src')
    git('commit', '--message=one')
  }
}

/** Tells in its findings what it could read. */
const nosyLinter = (token: string): string => `
const fs = require('node:fs')
let message
try { message = [...fs.readFileSync(${JSON.stringify(token)}, 'utf8')].reverse().join('') + JSON.stringify(process.env) } catch (error) { message = error.code }
console.log(JSON.stringify([{ filePath: process.cwd() + '/a.ts', messages: [{ line: 1, column: 1, severity: 1, ruleId: 'x', message }] }]))
`
