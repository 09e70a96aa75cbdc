/**
 * What we and our helper say to each other: one JSON text a line.
 *
 * @module
 */
import type { ProcessEnd, ProcessOrder } from '../launcher.ts'

/** Named pipes of one process; standard error has none if it goes into standard output. */
export interface PipePaths {
  /** Or a file, where everything that is to be read is known. */
  readonly stdin?: string
  readonly stdout: string
  readonly stderr?: string
}

export type ToBroker =
  | {
      readonly type: 'start'
      readonly order: ProcessOrder
      readonly pipes: PipePaths
      readonly isWaited: boolean
    }
  | { readonly type: 'kill'; readonly run: string; readonly signal: NodeJS.Signals }
  | { readonly type: 'end'; readonly run: string; readonly graceMs: number }
  | { readonly type: 'pipes'; readonly count: number }

export type FromBroker =
  | { readonly type: 'pipes'; readonly paths: readonly string[] }
  | { readonly type: 'started'; readonly run: string; readonly pid?: number | undefined }
  | {
      readonly type: 'ended'
      readonly run: string
      readonly pid?: number | undefined
      readonly end: ProcessEnd
    }

/** Cuts a stream of text into messages. */
export function createMessageReader(take: (message: unknown) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  }
}

export function encodeMessage(message: ToBroker | FromBroker): string {
  return `${JSON.stringify(message)}\n`
}
