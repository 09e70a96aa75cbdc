/**
 * What it means to run a program: the request, the running program, and how it ended.
 *
 * All child processes are started through {@link Programs}. A program leads a session of its own, sees a short list of
 * environment variables, and has ended, with everything that it started, when its outcome is there.
 *
 * @module
 */

/**
 * What the sandbox lets a program do. `look`: read the workspace, sensitive files apart. `work`: write it too, but for what
 * is protected. `granted`: also read the sensitive files in `reveal`, which a person was shown.
 */
export interface Reach {
  readonly level: 'look' | 'work' | 'granted'
  readonly reveal: readonly string[]
}

export type OutputStream = 'stdout' | 'stderr'

export interface ProgramRequest {
  /** The program, found on the fixed PATH or by its absolute path, and its arguments; no shell reads them. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** What the program reads; nothing by default. */
  readonly stdin?: string | Uint8Array | undefined
  /** Keeps its standard input open after that, for `write`, until `end`. */
  readonly interactive?: boolean | undefined
  /** Added to the allow-list of inherited variables; PATH stays what it is. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** A whole number of milliseconds below 2³¹; absent, there is no limit. */
  readonly timeoutMs?: number | undefined
  /** Ends the program and everything that it started. */
  readonly signal?: AbortSignal | undefined
  /** `inherit` (the default): as the settings of the host say. `none`: for programs of ours that run nothing of the project's. */
  readonly sandbox?: 'inherit' | 'none' | undefined
  /** Whether a sandboxed program reaches the network; it does not by default. */
  readonly network?: boolean | undefined
  /** Files and folders that a sandboxed program must see where it would not: those below the home folder and `/tmp`. */
  readonly readable?: readonly string[] | undefined
  /** A sandboxed program changes nothing, not even in the workspace: for calls that only look, whatever `reach` says. */
  readonly readOnly?: boolean | undefined
  /** For programs of ours that run nothing of the project's and leave sensitive files out themselves: the git tool. */
  readonly seesSecrets?: boolean | undefined
  /** Paths that rules close to the call, by their real paths. Those who leave sensitive files out leave these out too. */
  readonly isClosed?: ((path: string) => boolean) | undefined
  /** What policy decided; `work` by default. */
  readonly reach?: Reach | undefined
  /** Programs of one conversation share a home folder and `/tmp`; without it the program has them alone. */
  readonly conversation?: string | undefined
  /** Folders outside the workspace that a sandboxed program may write to. */
  readonly writable?: readonly string[] | undefined
  /** Standard error goes into standard output, in the order in which it was written. */
  readonly merge?: boolean | undefined
  /** How much of each stream is kept for the outcome, in bytes; the rest is counted. 1,000,000 by default. */
  readonly maxOutput?: number | undefined
  /** How many processes it may have at once; it is ended where it starts more. */
  readonly maxProcesses?: number | undefined
  /** Takes the output instead of the outcome. A promise slows the program down to the reader's pace. */
  readonly onOutput?: ((chunk: Buffer, stream: OutputStream) => void | Promise<void>) | undefined
  /** The chunk that `onOutput` gets is good only until it returns: for those who copy what they keep. */
  readonly reuseBuffer?: boolean | undefined
}

export interface ProgramOutcome {
  /** `null` where it was ended by a signal, or never started. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** The first `maxOutput` bytes as UTF-8; empty if `onOutput` took them. */
  readonly stdout: string
  readonly stderr: string
  /** Bytes of either stream that were not kept. */
  readonly dropped: number
  readonly timedOut: boolean
  /** It was ended by its abort signal, by `stop`, or because the host closed. */
  readonly stopped: boolean
  readonly durationMs: number
  /** Why it could not be started, or was ended by us: told to people as it is. */
  readonly problem?: string
  /** If it ran in the sandbox: how. */
  readonly sandbox?: SandboxFacts
}

export interface SandboxFacts {
  readonly level: Reach['level']
  /** Sensitive files that it could not read. */
  readonly closed: readonly string[]
  readonly leftovers?: Leftovers
}

/** What a program left that can run outside the sandbox. */
export interface Leftovers {
  /** Moved away. */
  readonly moved: readonly {
    readonly from: string
    readonly to: string
    /** In its place is again what was there before. */
    readonly restored?: boolean
  }[]
  /** Left where they are. */
  readonly told: readonly string[]
}

export interface Program {
  /** As the host sees it; `undefined` until it runs, and where it could not be started. */
  readonly pid: number | undefined
  /** Resolves when the program has taken the text, or will never take it. */
  write(data: string | Uint8Array): Promise<void>
  /** Closes its standard input. */
  end(): void
  /** Sends a signal to every process of it. */
  kill(signal: NodeJS.Signals): void
  /** TERM, then KILL, to everything that it started. */
  stop(): Promise<ProgramOutcome>
  /** Never rejects. When it resolves, nothing of the program is left. */
  readonly exited: Promise<ProgramOutcome>
}

/** How programs are kept from the rest of the machine. */
export type SandboxLevel = 'none' | 'bwrap'

export interface SandboxState {
  readonly level: SandboxLevel
  /** Why it is `none`. */
  readonly reason?: string
}

export interface FindOptions {
  /** Only if no tool can write: for a program that also runs outside the sandbox, and is no part of the project. */
  readonly own?: boolean | undefined
}

export interface Programs {
  /** Runs a program to its end. Never rejects: a program that can't start is an outcome with a `problem`. */
  run(request: ProgramRequest): Promise<ProgramOutcome>
  start(request: ProgramRequest): Program
  /** Where a program of this name is on the fixed PATH. */
  find(name: string, options?: FindOptions): Promise<string | undefined>
  /** What policy decided about the call that they run for, where it is one. */
  readonly reach?: Reach | undefined
  /** The level at which programs run; found out once, by trying. */
  sandbox(): Promise<SandboxState>
  /** Ends every program. Starting one afterwards fails. */
  close(): Promise<void>
}
