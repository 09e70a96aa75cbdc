/**
 * A program that speaks MCP on its standard input and output, one message a line, as a transport of the SDK.
 *
 * The program leads a process group of its own, sees a short list of variables and what its configuration declares, and has
 * ended, with everything that it started, when `close` resolves. Lines that are no message are passed over, up to a limit; a
 * line that is too long ends it. What it said on standard error is kept, its beginning and its end, to tell why it ended.
 *
 * @module
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Program, ProgramOutcome, Programs } from '../../../host/index.ts'
import { isPlainObject, settlesWithin, ToolyardError } from '../../../kernel/index.ts'
import { DirectCalls } from './direct-calls.ts'
import { ServerLastWords } from './last-words.ts'
import { createLineReader } from './line-reader.ts'
import { putAside } from './raw-results.ts'

export interface StdioProgram {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface StdioParts {
  readonly programs: Pick<Programs, 'start'>
  /** Takes secrets, and what can't be seen, out of what the program says of its end. */
  readonly clean: (text: string) => string
  /** Told what it says on its standard error. */
  readonly said?: ((chunk: Buffer) => void) | undefined
}

/** Bytes of one message. */
const maxMessage = 16_000_000
/** Lines and characters that are no message before it counts as something else than a server. */
const maxJunk = { lines: 10_000, characters: 16_000_000 }
/** How long a program may take to leave when its input is closed. */
const leaveMs = 500

export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** Calls of tools, which go past the SDK. */
  readonly calls = new DirectCalls((message) => this.send(message))
  readonly #request: StdioProgram
  readonly #parts: StdioParts
  readonly #stderr = new ServerLastWords()
  #program: Program | undefined
  #fault: string | undefined
  #isClosed = false
  /** It was told to end. */
  #isLeaving = false
  #junk = { lines: 0, characters: 0, first: '' }

  constructor(program: StdioProgram, parts: StdioParts) {
    this.#request = program
    this.#parts = parts
  }

  /** These two tell the SDK that a program is at the other end: its silence means an older protocol, not an outage. */
  get pid(): number | null {
    return this.#program?.pid ?? null
  }
  readonly stderr = null

  /** Why it ended, in words that fit behind its name; nothing while it runs, and where it was closed on purpose. */
  get fault(): string | undefined {
    return this.#fault
  }

  async start(): Promise<void> {
    const lines = createLineReader(maxMessage, (line) => this.#take(line))
    this.#program = this.#parts.programs.start({
      ...this.#request,
      interactive: true,
      sandbox: 'none',
      reuseBuffer: true,
      onOutput: (chunk, stream) => {
        if (stream === 'stderr') {
          this.#stderr.add(chunk)
          this.#parts.said?.(chunk)
        } else if (!lines.push(chunk)) this.#die(`sent a message of more than ${maxMessage} bytes`)
      },
    })
    void this.#program.exited.then((outcome) => this.#exited(outcome))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed || !this.#program) throw new ToolyardError('unavailable', 'the program has ended')
    await this.#program.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    const program = this.#program
    if (program && !this.#isClosed) {
      this.#isLeaving = true
      program.end()
      await settlesWithin(program.exited, leaveMs)
      await program.stop()
    }
    this.#closed()
  }

  #take(line: string): void {
    if (this.#isClosed) return
    const message = messageOf(line)
    if (message === undefined) return this.#pass(line)
    // Older revisions allow several messages in one.
    const messages: unknown[] = Array.isArray(message) ? message : [message]
    for (const one of messages) {
      if (!isPlainObject(one)) this.#pass(line)
      else if (!this.calls.take(one)) this.onmessage?.(putAside(one as unknown as JSONRPCMessage))
    }
  }

  #pass(line: string): void {
    if (line.trim() === '') return
    this.#junk.first ||= line.slice(0, 200)
    this.#junk.lines++
    this.#junk.characters += line.length
    if (this.#junk.lines > maxJunk.lines || this.#junk.characters > maxJunk.characters)
      this.#die(`prints something else than messages: ${this.#junk.first}`)
  }

  #exited({ exitCode, signal, problem }: ProgramOutcome): void {
    if (this.#isLeaving) return
    const isStarted = exitCode !== null || signal !== null
    const told = problem === undefined || isStarted ? problem : `could not be started: ${problem}`
    const how = told ?? (signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`)
    this.#die(how)
  }

  #die(reason: string): void {
    if (this.#isClosed) return
    const said = this.#stderr.tell(this.#parts.clean)
    const printed = this.#junk.first === '' ? '' : `; it printed ${JSON.stringify(this.#junk.first)}`
    this.#fault = said === '' ? `${reason}${printed}` : `${reason}. It said: ${said}`
    void this.#program?.stop()
    this.#closed()
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.calls.end()
    this.onclose?.()
  }
}

/** What no message begins with is not even parsed. */
function messageOf(line: string): unknown {
  const first = line.startsWith('{') ? '{' : line.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isPlainObject(value) || Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
