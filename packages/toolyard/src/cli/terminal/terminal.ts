/**
 * What the commands write to: colours on a terminal only, JSON for machines, one way to report a mistake.
 *
 * Nothing that a file, a server or a caller wrote acts on the terminal: every text passes one writer, which shows control, bidi
 * and invisible characters as marks. Only colours that `style` made pass it; they carry a number that is not known outside.
 *
 * Standard output belongs to the answer. What a tool or a library prints there on its own goes to standard error, so that
 * it can spoil neither a JSON document nor the MCP protocol.
 *
 * @module
 */
import { randomInt } from 'node:crypto'
import { inspect } from 'node:util'
import { messageOf, ToolyardError, visibleJson, visibleText } from '../../kernel/index.ts'
import { Screen } from './screen.ts'

/** 0 ok, 1 the tool failed, 2 usage, 3 denied. */
export type ExitCode = 0 | 1 | 2 | 3

export type TextStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export interface Terminal {
  /** Whether a person can be asked. */
  readonly interactive: boolean
  /** How wide a line may be; undefined if no person reads. */
  readonly columns: number | undefined
  /** How wide a table may be: as the terminal, 80 columns if there is none, without a limit by `--wide`. */
  readonly tableColumns: number
  /** The size of what notes are shown on, as it is now. */
  readonly noteColumns: number
  readonly noteRows: number
  /** Standard output itself, for a protocol: what is written here is not looked at. */
  readonly output: Pick<NodeJS.WriteStream, 'write' | 'on' | 'once' | 'off'>
  /** To standard output: what was asked for. */
  readonly print: (text: string) => void
  readonly printJson: (value: unknown) => void
  /** The same on one line, for a row of documents. */
  readonly printJsonLine: (value: unknown) => void
  readonly write: (text: string) => void
  /** To standard error: what a person should know beside it. */
  readonly note: (text: string) => void
  /** How far the work is: one line on standard error that the next output takes away. For people only. */
  readonly progress: (text: string) => void
  /**
   * Lets a question be asked: until it ends, only what it writes itself is shown. Progress is left out; what else would come to
   * the same screen waits, and comes in its order afterwards.
   */
  readonly during: <T>(ask: (own: Terminal) => Promise<T>) => Promise<T>
  /** Resolves when everything was handed to the system. */
  readonly flush: () => Promise<void>
  /** For text that goes to standard output. */
  readonly style: (style: TextStyle, text: string) => string
  /** For text that goes to standard error. */
  readonly noteStyle: (style: TextStyle, text: string) => string
}

/** Of a terminal that does not say how large it is. */
const usualColumns = 80
const usualRows = 24
/** More than any row has. */
const endlessColumns = 100_000

export interface TerminalOptions {
  /** Tables are as wide as what is in them. */
  readonly wide?: boolean
}

/** Takes standard output over; to be called once. */
export function createTerminal({ wide = false }: TerminalOptions = {}): Terminal {
  const { stdin, stdout, stderr } = process
  const toOutput = stdout.write.bind(stdout)
  const toError = stderr.write.bind(stderr)
  const output: Terminal['output'] = {
    write: toOutput,
    on: stdout.on.bind(stdout),
    once: stdout.once.bind(stdout),
    off: stdout.off.bind(stdout),
  }
  const styles = createStyles()
  const interactive = stdin.isTTY && stderr.isTTY
  const screen = new Screen(toError)
  const send = (write: () => void): void => screen.send(write)
  const columns = stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined
  // A file or another program is no screen: a question does not hold up what goes there.
  const sendOutput = stdout.isTTY ? send : now
  const sendError = stderr.isTTY ? send : now
  stdout.write = ((...given: Parameters<typeof toError>) => {
    sendError(() => toError(...given))
    return true
  }) as typeof stdout.write
  const writers: Writers = {
    write: (text) => sendOutput(() => toOutput(styles.shown(text))),
    note: (text) => sendError(() => toError(`${styles.shown(text)}\n`)),
  }
  const own: Writers = {
    write: (text) => toOutput(styles.shown(text)),
    note: (text) => toError(`${styles.shown(text)}\n`),
  }
  const terminalWith = ({ write, note }: Writers): Terminal => ({
    interactive,
    columns,
    tableColumns: wide ? endlessColumns : (columns ?? usualColumns),
    get noteColumns() {
      return stderr.isTTY && stderr.columns > 0 ? stderr.columns : usualColumns
    },
    get noteRows() {
      return stderr.isTTY && stderr.rows > 0 ? stderr.rows : usualRows
    },
    output,
    ...printers(write),
    note,
    progress(text) {
      if (interactive) screen.progress(styles.shown(text))
    },
    during: (ask) => screen.during(() => ask(terminalWith(own))),
    flush: () =>
      new Promise((resolve) => {
        toOutput('', () => resolve())
      }),
    style: hasColours(stdout) ? styles.style : plain,
    noteStyle: hasColours(stderr) ? styles.style : plain,
  })
  return terminalWith(writers)
}

type Writers = Pick<Terminal, 'write' | 'note'>

function now(write: () => void): void {
  write()
}

function printers(
  write: Terminal['write'],
): Pick<Terminal, 'write' | 'print' | 'printJson' | 'printJsonLine'> {
  return {
    write,
    print: (text) => write(`${text}\n`),
    printJson: (value) => write(`${visibleJson(value, 2)}\n`),
    printJsonLine: (value) => write(`${visibleJson(value)}\n`),
  }
}

const plain: Terminal['style'] = (_style, text) => text

function hasColours({ isTTY }: { readonly isTTY: boolean }): boolean {
  return isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

interface Styles {
  readonly style: Terminal['style']
  /** What a terminal may be given of a text: its own colours, and everything else as it can be seen. */
  readonly shown: (text: string) => string
}

/** A colour on its way to the writer is an escape sequence with a secret in it; it measures nothing, like any other. */
export function createStyles(): Styles {
  const secret = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';')
  const mark = (code: number): string => `\u001b[${secret};${code}m`
  const marks = new RegExp(String.raw`\u001b\[${secret};(\d{1,2})m`)
  return {
    style(style, text) {
      const [on, off] = inspect.colors[style] ?? [0, 0]
      return text === '' ? '' : `${mark(on)}${text}${mark(off)}`
    },
    shown: (text) =>
      text
        .split(marks)
        .map((part, index) => (index % 2 === 0 ? visibleText(part) : `\u001b[${part}m`))
        .join(''),
  }
}

/** Says what went wrong and what to do next, as JSON if JSON was asked for; answers the exit code. */
export function reportError(thrown: unknown, terminal: Terminal, json: boolean): ExitCode {
  const isOurs = ToolyardError.isInstance(thrown)
  const { code, message, hint } = isOurs ? thrown : fromSystem(thrown)
  if (json) terminal.printJson({ error: { code, message, ...(hint !== undefined && { hint }) } })
  else {
    terminal.note(`${terminal.noteStyle('red', 'error:')} ${visibleText(message)}`)
    if (hint) terminal.note(indent(visibleText(hint)))
  }
  return isOurs ? 2 : 1
}

/** What the system refuses has a code; a person needs the next step. */
const nextSteps: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'Check who may read and write there, or use another folder.'],
  ['EPERM', 'Check who may read and write there, or use another folder.'],
  ['EROFS', 'This file system is read-only: use another folder.'],
  ['ENOSPC', 'The disk is full: free some space.'],
])

function fromSystem(thrown: unknown): ToolyardError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return new ToolyardError('internal', messageOf(thrown), { hint: nextSteps.get(code) })
}

export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
