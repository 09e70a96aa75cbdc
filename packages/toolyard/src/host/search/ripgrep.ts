/**
 * Runs ripgrep: the one way to look through many files.
 *
 * Output is handed on as it comes; its taker ends the search by answering `false`. No configuration file is
 * read, no link followed, nothing prompted. A run ends at its time limit, at the abort of its signal, or when it has
 * seen everything. What is Toolyard's own is never among what it looks at.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Program, Programs } from '../proc/program.ts'
import type { SearchFolder } from './search-folder.ts'
import { type Skipped, SkipTally } from './skip-tally.ts'

export interface RipgrepRequest {
  readonly args: readonly string[]
  /** Where it looks, and what it leaves out there. */
  readonly folder: Pick<SearchFolder, 'way' | 'own'>
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Takes a piece of the output; `false` ends the search. */
  readonly onOutput: (chunk: Buffer) => boolean
  /** Asked every few milliseconds; `false` ends the search as one that ran out of time. */
  readonly goOn?: ((elapsedMs: number) => boolean) | undefined
}

export interface RipgrepEnd {
  /** `enough`: the taker of the output ended it. */
  readonly reason: 'done' | 'enough' | 'timeout'
  /** 0 where something matched, 1 where nothing did, 2 where something was wrong. */
  readonly exitCode: number | null
  readonly skipped: Skipped
  /** What ripgrep objects to in its arguments, or why it could not be run. */
  readonly complaint: string
  /** Resolves when nothing of the run is left: a run that was ended early is answered a little before. */
  readonly over: Promise<unknown>
}

/** Rejects where the signal aborts, or ripgrep is not installed. */
export type RunRipgrep = (request: RipgrepRequest) => Promise<RipgrepEnd>

/** Bounds for what a pattern may cost before the first byte is searched. */
const always = ['--no-config', '--color=never', '--regex-size-limit=20M', '--dfa-size-limit=64M']

const askEveryMs = 12

export function createRipgrep(programs: Pick<Programs, 'start'>): RunRipgrep {
  let path: Promise<string> | undefined
  return async (request) => {
    request.signal.throwIfAborted()
    return runOnce(await (path ??= findRipgrep()), request, programs)
  }
}

async function runOnce(
  path: string,
  request: RipgrepRequest,
  programs: Pick<Programs, 'start'>,
): Promise<RipgrepEnd> {
  const { folder, signal, timeoutMs, onOutput, goOn } = request
  const tally = new SkipTally(folder.own)
  const stopped = Promise.withResolvers<undefined>()
  let reason: RipgrepEnd['reason'] = 'done'
  const stop = (why: 'enough' | 'timeout'): void => {
    reason = why
    kill(program)
    stopped.resolve(undefined)
  }
  const program = programs.start({
    argv: [path, ...always, ...argsOf(request)],
    cwd: folder.way,
    signal,
    sandbox: 'none',
    reuseBuffer: true,
    onOutput(chunk, stream) {
      if (stream === 'stderr') tally.push(chunk)
      else if (reason === 'done' && !onOutput(chunk)) stop('enough')
    },
  })
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  const asking = goOn && askEvery(goOn, () => stop('timeout'))
  const outcome = await Promise.race([program.exited, stopped.promise])
  clearTimeout(timer)
  clearInterval(asking)
  signal.throwIfAborted()
  return {
    reason,
    exitCode: outcome?.exitCode ?? null,
    skipped: tally.finish(),
    complaint: outcome?.problem ?? tally.complaint,
    over: program.exited,
  }
}

/** Later globs win, so that nothing a caller writes brings back what is Toolyard's own. */
function argsOf({ args, folder }: RipgrepRequest): string[] {
  const end = args.indexOf('--')
  const at = end === -1 ? args.length : end
  const without = folder.own.map((name) => `--glob=!/${name.replaceAll(/[\\*?[\]{}!]/g, String.raw`\$&`)}`)
  return [...args.slice(0, at), ...without, ...args.slice(at)]
}

/** ripgrep starts nothing, so that there is no other process to look for. */
function kill(program: Program): void {
  if (program.pid === undefined) return program.kill('SIGKILL')
  try {
    process.kill(program.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function askEvery(goOn: (elapsedMs: number) => boolean, stop: () => void): NodeJS.Timeout {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    if (goOn(performance.now() - startedAt)) return
    clearInterval(timer)
    stop()
  }, askEveryMs)
  return timer
}

async function findRipgrep(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch (cause) {
    throw new ToolyardError(
      'unavailable',
      `ripgrep is not installed for ${process.platform}-${process.arch}`,
      {
        cause,
        hint: 'Install again with optional dependencies (npm install --include=optional).',
      },
    )
  }
}
