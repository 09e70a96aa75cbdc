/**
 * A few processes that run `toolyard` again and again, for all tests of this process: most tests are about what a command says
 * and does, and starting a program costs ten times as much as that.
 *
 * What Node has loaded stays loaded: a project whose code has changed since it was run, or would see another environment, is
 * refused.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { compileCache, importFlags, program } from '../helpers/program.ts'
import type { Answered, Asked } from './warm-program.ts'

/** Commands may wait for each other, so that what comes beyond these must be started. */
const most = 2
/** More than that would only show what commands leave behind. */
const mostRuns = 200

class WarmPrograms {
  readonly #idle: WarmProgram[] = []
  readonly #all = new Set<WarmProgram>()
  /** By the folder of its project: its code as it was when it was run, and the environment that the code may have read. */
  readonly #ran = new Map<string, { code: ReadonlyMap<string, string>; readonly environment: object }>()

  /** Undefined if it must be run in a process of its own. `root` is the folder that holds all code of the project. */
  async run(root: string, asked: Asked): Promise<Answered | undefined> {
    if (!this.#isUnchanged(root, asked.environment)) return undefined
    const warm = this.#take()
    if (!warm) return undefined
    try {
      return await warm.run(asked)
    } finally {
      if (warm.runs < mostRuns && !warm.isEnded) this.#idle.push(warm)
      else await this.#end(warm)
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#all].map((warm) => this.#end(warm)))
  }

  #take(): WarmProgram | undefined {
    const idle = this.#idle.pop()
    if (idle ?? this.#all.size >= most) return idle
    const made = new WarmProgram()
    this.#all.add(made)
    return made
  }

  async #end(warm: WarmProgram): Promise<void> {
    this.#all.delete(warm)
    await warm.end()
  }

  /** Files may be added. */
  #isUnchanged(root: string, environment: object): boolean {
    const code = codeOf(root)
    const before = this.#ran.get(root)
    if (!before) {
      this.#ran.set(root, { code, environment })
      return true
    }
    if (!isDeepStrictEqual(before.environment, environment)) return false
    for (const [file, state] of before.code) if (code.get(file) !== state) return false
    before.code = code
    return true
  }
}

/** What Node may keep of a folder: each file of code, and when it was written. */
function codeOf(folder: string): ReadonlyMap<string, string> {
  const files = globSync('**/*.{ts,mts,cts,js,mjs,cjs,tsx,jsx,json,node}', {
    cwd: folder,
    exclude: ['**/node_modules'],
  })
  return new Map(
    files.map((file) => {
      const { ino, size, mtimeMs } = statSync(join(folder, file))
      return [file, `${ino} ${size} ${mtimeMs}`]
    }),
  )
}

class WarmProgram {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  runs = 0

  constructor() {
    const file = join(import.meta.dirname, 'warm-program.ts')
    this.#child = spawn(process.execPath, [...importFlags, file, program.at(-1) ?? ''], {
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ended = once(this.#child, 'close')
    this.#idle(true)
  }

  get isEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async run(asked: Asked): Promise<Answered> {
    this.runs++
    this.#idle(false)
    const answered = once(this.#child, 'message') as Promise<[Answered]>
    this.#child.send(asked)
    const gone = this.#ended.then((): never => {
      throw new Error(`the process ended in the middle of "toolyard ${asked.args.join(' ')}"`)
    })
    try {
      const [answer] = await Promise.race([answered, gone])
      return answer
    } finally {
      this.#idle(true)
    }
  }

  async end(): Promise<void> {
    this.#idle(false)
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  /** One that has nothing to do does not keep the tests from ending. */
  #idle(isIdle: boolean): void {
    const what = isIdle ? 'unref' : 'ref'
    this.#child[what]()
    this.#child.channel?.[what]()
  }
}

export const warmPrograms = new WarmPrograms()
after(() => warmPrograms.end())
