/**
 * The `toolyard` program in a process that has run it before. Does what its parent asks: one command line after the other, each
 * in its folder, with its own environment, input and output, as if it were the only one. Started by `warm-programs.ts`.
 *
 * It runs the very file that the command runs; what Node has loaded and compiled for the one before need not be loaded again.
 */
import module from 'node:module'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

export interface Asked {
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly input: string
}

export interface Answered {
  readonly code: number
  readonly out: string
  readonly err: string
}

const [main = ''] = process.argv.slice(2)
const leave = process.exit.bind(process)
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'beforeExit', 'warning'] as const
const register = module.registerHooks
let hooks: module.ModuleHooks[] = []
let count = 0

module.registerHooks = (options) => {
  const made = register(options)
  hooks.push(made)
  return made
}
module.syncBuiltinESMExports()
// What writes to the console means the output of the command that runs.
for (const name of ['stdout', 'stderr'] as const)
  Object.defineProperty(console, `_${name}`, { get: () => process[name], configurable: true })
process.on('disconnect', () => leave(0))
process.on('message', (asked: Asked) => {
  void run(asked).then((answered) => process.send?.(answered))
})

async function run({ args, folder, environment, input }: Asked): Promise<Answered> {
  process.chdir(folder)
  process.argv = [process.execPath, main, ...args]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  const heard = events.map((event) => [event, process.rawListeners(event as 'exit')] as const)
  const [out, err] = [new Written(), new Written()]
  give({ stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]), stdout: out, stderr: err })
  const { promise, resolve } = Promise.withResolvers<number>()
  process.exit = ((code?: number) => resolve(code ?? 0)) as typeof process.exit
  // Another address each time, so that it runs again; what it imports is there.
  import(`${pathToFileURL(main).href}?run=${++count}`).catch((error: unknown) => {
    err.write(error instanceof Error ? String(error.stack) : String(error))
    resolve(1)
  })
  const code = await promise
  for (const made of hooks) made.deregister()
  hooks = []
  for (const [event, before] of heard)
    for (const listener of process.rawListeners(event))
      if (!before.includes(listener)) {
        if (event === 'exit') Reflect.apply(listener, process, [code])
        process.off(event, listener as () => void)
      }
  process.chdir('/')
  return { code, out: out.text, err: err.text }
}

/** Collects what is written; no terminal. */
class Written extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

function give(streams: Readonly<Record<string, Readable | Writable>>): void {
  for (const [name, stream] of Object.entries(streams))
    Object.defineProperty(process, name, { value: stream, configurable: true, writable: true })
}
