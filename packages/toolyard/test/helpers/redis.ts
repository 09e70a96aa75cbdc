/**
 * A Redis of one's own for tests: real, on a free port, in a folder of its own.
 *
 * A shell stands guard: when the test process ends, in whatever way, the server is ended and its folder removed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** Guards against a hang; a start takes about 50 ms. */
const patienceMs = 60_000

const guard = `
while read -r _; do :; done
if read -r server <"$1/pid" && grep -q redis "/proc/$server/cmdline"; then kill -s KILL "$server"; fi
rm -rf "$1"
`

export class RedisServer implements AsyncDisposable {
  readonly port: number
  readonly #folder: string
  readonly #guard: ChildProcess
  readonly #settings: readonly string[]
  #server: ChildProcess | undefined

  private constructor(port: number, settings: readonly string[]) {
    this.port = port
    this.#settings = settings
    this.#folder = mkdtempSync(join(tmpdir(), 'toolyard-redis-'))
    this.#guard = spawn('sh', ['-c', guard, 'guard', this.#folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  }

  /** With an append-only file. Servers are killed here, machines are not: what was written is there without waiting for the disk. */
  static async start(...settings: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts the server, the first time or again. */
  async start(): Promise<void> {
    const log = join(this.#folder, 'log')
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    const files = [
      '--save',
      '',
      '--appendonly',
      'yes',
      '--logfile',
      log,
      '--pidfile',
      join(this.#folder, 'pid'),
    ]
    const args = [...settings, ...files, '--daemonize', 'no', ...this.#settings]
    const server = spawn('redis-server', args, { detached: true, stdio: 'ignore' })
    this.#server = server
    const until = performance.now() + patienceMs
    while (!(await this.#answers())) {
      if (performance.now() > until || server.exitCode !== null)
        throw new Error(`Redis does not start:\n${readFileSync(log, 'utf8')}`)
      await sleep(20)
    }
  }

  /** As the kernel does. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  /** For one task, as the administrator. */
  async with<T>(task: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      return await task(client)
    } finally {
      client.disconnect()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    const ended = once(this.#guard, 'close')
    this.#guard.stdin?.end()
    await ended
  }

  async #answers(): Promise<boolean> {
    try {
      return (await this.with((client) => client.ping())) === 'PONG'
    } catch {
      return false
    }
  }
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
