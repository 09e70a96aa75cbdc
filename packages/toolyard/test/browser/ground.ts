/** Browsers of this machine over a network whose names we answer, and sites on loopback that count who comes. */
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { BrowserContext } from 'playwright-core'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browsers, createBrowsers } from '../../src/host/browser/index.ts'
import { createNet } from '../../src/host/net/index.ts'
import { createPrograms } from '../../src/host/proc/index.ts'

export interface GroundOptions {
  readonly allow?: readonly string[]
  /** What names lead to. */
  readonly resolve?: (host: string) => readonly string[] | undefined
  readonly sandbox?: 'none' | 'bwrap' | 'required'
  /** Programs are looked for here. */
  readonly path?: string
}

export class Ground implements AsyncDisposable {
  readonly folder: string
  readonly browsers: Browsers<BrowserContext>
  readonly #close: () => Promise<void>

  private constructor(folder: string, { allow = [], resolve, sandbox, path }: GroundOptions) {
    this.folder = folder
    const environment = { ...process.env, ...(path !== undefined && { PATH: path }) }
    const settings = { workspace: folder, environment, ...(sandbox && { sandbox }) }
    const programs = createPrograms(settings)
    const answers = async (host: string) =>
      (resolve?.(host) ?? notFound(host)).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }))
    const net = createNet({ allow }, resolve ? { resolve: answers } : {})
    this.browsers = createBrowsers({
      programs,
      net,
      sandbox,
      environment,
      trust: undefined,
      isOpen: () => false,
      hidden: [folder],
      profiles: () => join(folder, 'profiles'),
    }) as Browsers<BrowserContext>
    this.#close = async () => {
      await this.browsers.close()
      await Promise.all([programs.close(), net.close()])
    }
  }

  static async make(options: GroundOptions = {}): Promise<Ground> {
    return new Ground(await mkdtemp(join(await realpath(tmpdir()), 'toolyard-ground-')), options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

function notFound(host: string): never {
  throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
}

export const anything = async (): Promise<undefined> => undefined

export class Site implements AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Paths that were asked for. */
  readonly asked: string[]
  readonly #state: { connections: number }
  readonly #close: () => void

  private constructor(
    given: Pick<Site, 'port' | 'asked'>,
    state: { connections: number },
    close: () => void,
  ) {
    this.port = given.port
    this.host = `127.0.0.1:${given.port}`
    this.asked = given.asked
    this.#state = state
    this.#close = close
  }

  get url(): string {
    return `http://${this.host}`
  }

  get connections(): number {
    return this.#state.connections
  }

  /** On every address of this machine. */
  static async open(answer: RequestListener): Promise<Site> {
    const state = { connections: 0 }
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*')
      answer(request, response)
    })
    server.on('connection', () => void state.connections++)
    server.listen(0, '::')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return new Site({ port, asked }, state, () => {
      server.close()
      server.closeAllConnections()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close()
  }
}

/** Processes whose command line has this text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && commandOf(pid).includes(text))
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Files that a process has open. */
export function filesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}

/** Folders of browsers that this user has now. */
export async function placesNow(): Promise<string[]> {
  const parent = await realpath(tmpdir())
  const names = await readdir(parent)
  return names.filter((name) => name.startsWith('toolyard-browser-')).map((name) => join(parent, name))
}

/** Waits for a sign, as long as a loaded machine may take. */
export async function until(what: string, sign: () => boolean | Promise<boolean>): Promise<void> {
  for (let count = 0; count < 2400; count++) {
    if (await sign()) return
    await pause(50)
  }
  throw new Error(`it never happened: ${what}`)
}
