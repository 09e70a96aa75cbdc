/**
 * A PostgreSQL of one's own for tests: real, on a free port, in a folder of its own.
 *
 * A shell stands guard: when the test process ends, in whatever way, the server is ended and its folder removed. The server
 * refuses to run as root, so root starts it as `postgres`, or as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const user = 'toolyard'
/** Passwords cost both sides a lot of work, so they are asked only of this role. */
const access = `
host all guarded 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`
/** Guards against a hang; a start takes about a second. */
const patienceMs = 180_000

/** Waits for the end of its input, which is the end of the tests; what is then still there, it takes away. */
const guard = `
while read -r _; do :; done
if read -r server <"$1/data/postmaster.pid" && grep -q "$1" "/proc/$server/cmdline"; then
  kill -s QUIT "$server"
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" && sleep 0.2; done
fi
rm -rf "$1"
`

/** Small. Servers are killed here, machines are not: what was written is there without waiting for the disk. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'shared_buffers=16MB',
  'max_connections=120',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
  'deadlock_timeout=50ms',
]

export class Postgres implements AsyncDisposable {
  readonly port: number
  readonly #folder: string
  readonly #identity: Identity | undefined
  readonly #guard: ChildProcess
  #server: ChildProcess | undefined
  #count = 0

  private constructor(port: number, folder: string, identity: Identity | undefined) {
    this.port = port
    this.#folder = folder
    this.#identity = identity
    this.#guard = spawn('sh', ['-c', guard, 'guard', folder], {
      ...this.#options,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  }

  /** Another program may take the port that was free; then another one is tried. */
  static async start(attempts = 3): Promise<Postgres> {
    const [folder, port] = [mkdtempSync(join(tmpdir(), 'toolyard-postgres-')), await freePort()]
    const identity = serverUser()
    if (identity) chownSync(folder, identity.uid, identity.gid)
    const postgres = new Postgres(port, folder, identity)
    try {
      initialise(folder, identity)
      await postgres.start()
      return postgres
    } catch (error) {
      await postgres[Symbol.asyncDispose]()
      if (attempts > 1) return Postgres.start(attempts - 1)
      throw error
    }
  }

  /** Starts the server, the first time or again. */
  async start(): Promise<void> {
    const log = openSync(join(this.#folder, 'log'), 'a')
    const parameters = settings.flatMap((setting) => ['-c', setting])
    const server = spawn(
      findProgram('postgres'),
      ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...parameters],
      { ...this.#options, stdio: ['ignore', log, log] },
    )
    closeSync(log)
    this.#server = server
    const until = performance.now() + patienceMs
    while (!(await this.#answers())) {
      if (performance.now() > until || server.exitCode !== null)
        throw new Error(`PostgreSQL does not start:\n${readFileSync(join(this.#folder, 'log'), 'utf8')}`)
      await sleep(50)
    }
  }

  /** `SIGQUIT`: as if it crashed. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  /** The address of a new, empty database. */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.#count}`
    await this.query(`create database ${name}`)
    return this.url(name)
  }

  /** The same inside a database that is there: a schema of its own, which is made much faster. */
  async createSchema(database: string): Promise<string> {
    const name = `schema_${++this.#count}`
    await this.query(`create schema ${name}`, database)
    return `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`
  }

  url(database: string, { name = user, secret = 'any', host = '127.0.0.1' } = {}): string {
    return `postgres://${name}:${secret}@${host}:${this.port}/${database}`
  }

  /** As the administrator. */
  async query(sql: string, database = this.url('postgres')): Promise<void> {
    const client = new Client({ connectionString: database })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }

  /** Ends the server and removes its folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGQUIT')
    if (this.#guard.exitCode !== null) return
    const ended = once(this.#guard, 'close')
    this.#guard.stdin?.end()
    await ended
  }

  async #answers(): Promise<boolean> {
    try {
      await this.query('select 1')
      return true
    } catch {
      return false
    }
  }

  /** A process group of their own: what interrupts the tests must not end the one who tidies up. */
  get #options() {
    return { ...this.#identity, cwd: this.#folder, detached: true } as const
  }
}

interface Identity {
  readonly uid: number
  readonly gid: number
}

function serverUser(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(name, '-u'), gid: idOf(name, '-g') }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither "postgres" nor "nobody" to run it')
}

function idOf(name: string, flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
}

/** A cluster is made once for each version and user, and copied from then on. */
function initialise(folder: string, identity: Identity | undefined): void {
  const program = findProgram('initdb')
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [version = ''] = /\d+[\w.]*/.exec(said) ?? []
  const kept = join(tmpdir(), `toolyard-test-cluster-${version}-${identity?.uid ?? userInfo().uid}`)
  const options = { ...identity, cwd: folder }
  const data = join(folder, 'data')
  if (existsSync(kept)) execFileSync('cp', ['-a', kept, data], options)
  else {
    makeCluster({ program, version, options })
    keep(data, kept, options)
  }
  writeFileSync(join(data, 'pg_hba.conf'), access)
}

/** Two may do it at the same time: the first one's stays. */
function keep(data: string, kept: string, options: ClusterOptions): void {
  const draft = `${kept}-${process.pid}`
  execFileSync('cp', ['-a', data, draft], options)
  try {
    renameSync(draft, kept)
  } catch {
    rmSync(draft, { recursive: true })
  }
}

interface ClusterOptions extends Partial<Identity> {
  readonly cwd: string
}

interface Cluster {
  readonly program: string
  readonly version: string
  readonly options: ClusterOptions
}

/** In a language's own order, as most databases have it; versions before 15 can't. */
function makeCluster({ program, version, options }: Cluster): void {
  const language = Number.parseInt(version, 10) >= 15 ? ['--locale-provider=icu', '--icu-locale=en'] : []
  const settled = ['-D', join(options.cwd, 'data'), '--encoding=UTF8', '--locale=C.UTF-8', ...language]
  execFileSync(program, [...settled, '-U', user, '-A', 'trust', '--no-sync'], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function findProgram(name: string): string {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ]
  const [found] = folders.flatMap((folder) => globSync(join(folder, name)))
  if (found === undefined)
    throw new Error(`"${name}" was not found: install PostgreSQL, or run scripts/setup-system.ts`)
  return found
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
