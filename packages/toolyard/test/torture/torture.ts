/**
 * Kills a process that makes calls, at random moments, and looks at what is left: nothing that was acknowledged may be lost,
 * nothing may be done twice, and the database must be whole.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../src/store/index.ts'
import { compileCache, importFlags, programRoot } from '../helpers/program.ts'

export interface Torture {
  readonly kills: number
  /** Rounds in which the process was quicker than the axe. */
  readonly survived: number
  readonly calls: number
  /** How the calls ended, as their callers heard. */
  readonly statuses: Readonly<Record<string, number>>
  /** Sentences: what must not be. */
  readonly problems: readonly string[]
}

const worker = join(programRoot, 'packages/toolyard/test/torture/worker.ts')
const idsPerRound = 200
/** The axe falls so long, at the most, after a number of answers that is drawn by lot. */
const latestMs = 8

/** `random` answers numbers from 0 to 1: the same ones give the same moments. */
export async function torture(kills: number, random: () => number): Promise<Torture> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-torture-'))
  try {
    return await new Rounds(folder, random).run(kills)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

class Rounds {
  readonly #file: string
  readonly #effects: string
  readonly #orders: string
  readonly #random: () => number
  readonly #heard = new Map<string, string>()
  readonly #problems: string[] = []
  #open: string[] = []
  #made = 0

  constructor(folder: string, random: () => number) {
    this.#file = join(folder, 'yard.db')
    this.#effects = join(folder, 'effects.txt')
    this.#orders = join(folder, 'orders.txt')
    this.#random = random
  }

  async run(kills: number): Promise<Torture> {
    let survived = 0
    for (let done = 0; done < kills && this.#problems.length === 0;) {
      if (await this.#round(true)) done++
      else survived++
      this.#check()
    }
    // What is still open is called until it is answered, by a process that is left alone.
    await this.#round(false)
    this.#check()
    await this.#checkJournal()
    const statuses: Record<string, number> = {}
    for (const status of this.#heard.values()) statuses[status] = (statuses[status] ?? 0) + 1
    return { kills, survived, calls: this.#heard.size, statuses, problems: this.#problems }
  }

  /** Answers whether the process was killed. */
  async #round(isKilled: boolean): Promise<boolean> {
    if (isKilled) while (this.#open.length < idsPerRound) this.#open.push(`call-${++this.#made}`)
    await writeFile(this.#orders, this.#open.join('\n'))
    const child = spawn(
      process.execPath,
      [...importFlags, worker, `sqlite:${this.#file}`, this.#effects, this.#orders],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      },
    )
    let said = ''
    let axe: NodeJS.Timeout | undefined
    const answers = 1 + Math.floor(this.#random() * this.#open.length)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (isKilled && !axe && said.split('\n').length > answers)
        axe = setTimeout(() => child.kill('SIGKILL'), this.#random() * latestMs)
    })
    // One in ten dies while it starts.
    if (isKilled && this.#random() < 0.1) setTimeout(() => child.kill('SIGKILL'), 100 + this.#random() * 200)
    const signal = await new Promise<NodeJS.Signals | null>((resolve) => {
      child.on('close', (_code, by) => resolve(by))
    })
    clearTimeout(axe)
    this.#hear(said)
    if (!isKilled && !said.endsWith('done\n'))
      this.#problems.push(`the last process ended early: ${said.slice(-200)}`)
    return signal === 'SIGKILL'
  }

  /** A line that was cut off was not heard. */
  #hear(said: string): void {
    for (const line of said.split('\n').slice(0, -1)) {
      const [id = '', status] = line.split(' ')
      if (status === undefined) continue
      if (this.#heard.has(id)) this.#problems.push(`${id} was answered twice`)
      this.#heard.set(id, status)
    }
    this.#open = this.#open.filter((id) => !this.#heard.has(id))
  }

  /** Effects against what callers heard, and the file itself. */
  #check(): void {
    const counts = new Map<string, number>()
    const effects = existsSync(this.#effects) ? readFileSync(this.#effects, 'utf8').split('\n') : []
    for (const id of effects.filter(Boolean)) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const [id, count] of counts) if (count > 1) this.#problems.push(`${id} was done ${count} times`)
    for (const [id, status] of this.#heard) {
      if (status === 'ok' && counts.get(id) !== 1) this.#problems.push(`${id} was acknowledged and not done`)
      if (status !== 'ok' && status !== 'unknown') this.#problems.push(`${id} ended as ${status}`)
    }
    if (!existsSync(this.#file)) return
    const database = new DatabaseSync(this.#file)
    const [row] = database.prepare('pragma integrity_check').all()
    database.close()
    if (row?.['integrity_check'] !== 'ok') this.#problems.push(`integrity_check says ${JSON.stringify(row)}`)
  }

  /** Every call that was heard of is in the journal, as it was heard; and the audit chain holds. */
  async #checkJournal(): Promise<void> {
    const store = await openStore(`sqlite:${this.#file}`, { folder: '.' })
    for (const [id, status] of this.#heard) {
      const row = await store.calls.find(id)
      if (row?.status !== status)
        this.#problems.push(`${id} was heard as ${status} and is in the journal as ${String(row?.status)}`)
    }
    const { problems } = await store.calls.verify()
    this.#problems.push(...problems)
    await store.close()
  }
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
