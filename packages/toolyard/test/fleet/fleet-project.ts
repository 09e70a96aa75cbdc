/** Servers and workers as people start them, in a folder of their own: how they are asked, and what their tools leave behind. */
import { readFile } from 'node:fs/promises'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project, Running } from '../cli/cli.ts'
import { Postgres } from '../helpers/postgres.ts'
import { RedisServer } from '../helpers/redis.ts'

export const token = 'a'.repeat(40)

export async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const end = performance.now() + 90_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`${what} did not come`)
    await sleep(50)
  }
}

/** Lines of a file in the working folder; none if it is not there. */
export async function linesOf(project: Project, file = 'marks.txt'): Promise<readonly string[]> {
  const text = await readFile(project.path(`work/${file}`), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

export async function urlOf(running: Running): Promise<string> {
  running.child.stdin.end()
  await running.says(/http:\/\/\S+\n/)
  return /http:\/\/[^/\s]+/.exec(running.out)?.[0] ?? ''
}

export async function ask(url: string, path: string, body?: object): Promise<Response> {
  return fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
}

export interface EngineKind {
  readonly name: string
  /** What processes of one installation are started with. */
  readonly environment: () => Promise<Record<string, string>>
}

/** Every engine that processes share, each time a fresh one. Servers are started for the tests of the file that asks. */
export function engineKinds(): readonly EngineKind[] {
  let postgres: Postgres
  let redis: RedisServer
  before(async () => {
    ;[postgres, redis] = await Promise.all([Postgres.start(), RedisServer.start()])
  })
  after(async () => {
    await redis[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })
  const own = { TOOLYARD_TOKEN: token }
  const database = async () => ({ ...own, TOOLYARD_DATABASE: await postgres.createDatabase() })
  return [
    { name: 'a SQLite file', environment: async () => own },
    { name: 'PostgreSQL', environment: database },
    {
      name: 'Redis',
      environment: async () => {
        // What one fleet keeps is no other one's.
        await redis.with((client) => client.flushall())
        return { ...(await database()), TOOLYARD_REDIS: redis.url }
      },
    },
  ]
}
