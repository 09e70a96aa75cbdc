/**
 * The port between a program as tools see it and the way in which its first process comes to be.
 *
 * A launcher starts processes, passes their output on as it comes, and tells of the end once: when the first process has
 * ended and nothing that it started is left.
 *
 * @module
 */
import type { Writable } from 'node:stream'
import type { OutputStream } from './program.ts'

/** A process to be started, with everything decided. */
export interface ProcessOrder {
  /** The mark in the environment by which everything that this process starts is known. */
  readonly run: string
  /** An absolute path, then the arguments. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The first process and its first child are the sandbox's own: they are not told of signals. */
  readonly wrapped: boolean
  readonly maxProcesses?: number | undefined
  /** A folder on the disk that it may fill, to a point. */
  readonly disk?: string | undefined
}

export interface ProcessEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it did not start, or was ended by us. */
  readonly problem?: string
}

export interface LaunchOrder extends ProcessOrder {
  /** What it reads first; nothing by default. */
  readonly stdin?: string | Uint8Array | undefined
  /** Whether its standard input is kept open after that. */
  readonly interactive: boolean
  readonly merge: boolean
  /** Takes output; the chunk is only good until this returns. `false` holds the program back until `resume`. */
  readonly onOutput: (chunk: Buffer, stream: OutputStream) => boolean
}

export interface Launched {
  /** Known soon after it began. */
  readonly pid: number | undefined
  /** Where its standard input is kept open. */
  readonly input: Writable | undefined
  resume(): void
  /** To every process of it, those of the sandbox excepted. */
  kill(signal: NodeJS.Signals): void
  /** TERM to all of them, KILL to those that are left after a while. */
  end(graceMs: number): void
  /** All of it has ended, and its output has been passed on. */
  readonly ended: Promise<ProcessEnd>
}

export interface Launcher {
  /** Rejects where this launcher is no longer able to start anything. */
  launch(order: LaunchOrder): Promise<Launched>
  close(): Promise<void>
}
