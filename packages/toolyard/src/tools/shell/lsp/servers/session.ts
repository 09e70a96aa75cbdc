/**
 * One running language server: its process, its connection, and how it ends.
 *
 * A session is whole or dead. What kills it (the process ended, printed no protocol, did not answer in time) is kept as
 * an error that every open and later request of it gets; it is never revived, the client starts another.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import {
  CancellationTokenSource,
  createMessageConnection,
  Emitter,
  type Message,
  type MessageConnection,
  type MessageWriter,
  NullLogger,
  ResponseError,
} from 'vscode-jsonrpc/node'
import {
  BoundedText,
  type ErrorCode,
  isPlainObject,
  messageOf,
  ToolyardError,
  version,
} from '../../../../kernel/index.ts'
import type { Program, ProgramOutcome, Programs } from '../../../../host/index.ts'
import { clientCapabilities } from './capabilities.ts'
import type { FoundServer } from './find-server.ts'
import { MessageSource } from './message-reader.ts'
import { answerServer, type Registrations } from './server-requests.ts'
import { createServerWork, type ServerWork } from './server-work.ts'
import { uriOf } from './uri.ts'
import { type Patience, waitFor } from './wait.ts'

export interface SessionLimits {
  readonly startMs: number
  readonly readyMs: number
  readonly requestMs: number
}

export interface SessionParts {
  readonly server: FoundServer
  readonly workspace: string
  readonly programs: Pick<Programs, 'start'>
  readonly limits: SessionLimits
  /** Ends the server, also while it starts. */
  readonly signal: AbortSignal
}

/** How long a server may take to answer a request that was cancelled before it counts as stuck. */
const stuckMs = 10_000
/** How long it may take to leave when it is told to. */
const leaveMs = 1000
/** The document changed under the request, or the server gave it up: ask again. */
const askAgain = new Set([-32_801, -32_802])
const maxAttempts = 5
const attemptPauseMs = 200

export class Session {
  readonly work: ServerWork = createServerWork()
  readonly registrations: Registrations
  readonly #parts: SessionParts
  readonly #program: Program
  readonly #connection: MessageConnection
  readonly #stderr = new BoundedText({ head: 600, tail: 600 })
  /** Aborts, with the fault as its reason, when the session is dead. */
  readonly #death = new AbortController()
  #fault: ToolyardError | undefined
  #capabilities: Readonly<Record<string, unknown>> | undefined

  private constructor(parts: SessionParts) {
    const { server, workspace } = parts
    const source = new MessageSource((sample) =>
      this.#die('tool_failed', `printed something that is no message of the protocol: ${sample}`),
    )
    this.#parts = parts
    setMaxListeners(0, this.#death.signal)
    this.#program = parts.programs.start({
      argv: server.argv,
      cwd: workspace,
      interactive: true,
      readable: server.readable,
      readOnly: true,
      signal: parts.signal,
      onOutput: (chunk, stream) => {
        if (stream === 'stdout') return source.push(chunk)
        this.#stderr.push(chunk.toString('utf8'))
        return undefined
      },
    })
    this.#connection = createMessageConnection(source, writerTo(this.#program), NullLogger)
    this.registrations = answerServer(this.#connection, {
      workspace,
      settings: server.spec.settings ?? {},
    })
    this.#listen()
    void this.#program.exited.then((outcome) => this.#exited(outcome))
  }

  /** Starts the server and shakes hands with it; whatever goes wrong ends the process and is told. */
  static async start(parts: SessionParts): Promise<Session> {
    const session = new Session(parts)
    try {
      await session.#initialize()
      return session
    } catch (error) {
      await session.#program.stop()
      throw error
    }
  }

  get name(): string {
    return this.#parts.server.spec.name
  }

  /** Why it is dead; `undefined` while it lives. */
  get fault(): ToolyardError | undefined {
    return this.#fault
  }

  /** Resolves when nothing of its process is left. */
  get ended(): Promise<unknown> {
    return this.#program.exited
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#capabilities ?? {}
  }

  notify(method: string, params: object): void {
    if (this.#fault) return
    // A message that can't be sent any more is the business of the code that watches the process.
    this.#connection.sendNotification(method, params).catch(() => {})
  }

  /** Asks and waits. A server that does not answer in time is ended; an abort only takes the question back. */
  async request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#ask(method, params, { ms: this.#parts.limits.requestMs, signal })
      } catch (error) {
        if (!(error instanceof ResponseError)) throw error
        if (attempt >= maxAttempts || !askAgain.has(error.code)) throw this.#refused(method, error)
        await this.waitFor(this.work.stirred.next(), { ms: attemptPauseMs, signal })
      }
    }
  }

  /** As `waitFor`, and rejects where the server dies first. */
  waitFor<T>(promise: Promise<T>, patience: Patience): Promise<T | undefined> {
    return waitFor(promise, patience, this.#death.signal)
  }

  /** Tells the server to leave, and ends what does not. When it resolves nothing of it is left. */
  async end(): Promise<void> {
    if (!this.#fault) {
      const left = this.#connection
        .sendRequest('shutdown')
        .then(() => this.#connection.sendNotification('exit'))
      await waitFor(Promise.race([left, this.#program.exited]), { ms: leaveMs }).catch(() => {})
      this.#program.end()
      await waitFor(this.#program.exited, { ms: leaveMs })
    }
    this.#die('closed', 'was ended with its thread')
    await this.#program.stop()
  }

  #listen(): void {
    const { work } = this
    const connection = this.#connection
    connection.onNotification('textDocument/publishDiagnostics', (params) => work.onDiagnostics(params))
    connection.onNotification('experimental/serverStatus', (params) => work.onStatus(params))
    connection.onUnhandledProgress(({ token, value }) => work.onProgress(token, value))
    connection.listen()
  }

  async #initialize(): Promise<void> {
    const { server, workspace, limits } = this.#parts
    const uri = uriOf(workspace)
    const answer = await this.#ask(
      'initialize',
      {
        // Not our process id: in a sandbox the server would not find it, take us for dead, and leave.
        processId: null,
        clientInfo: { name: 'toolyard', version },
        rootUri: uri,
        workspaceFolders: [{ uri, name: 'workspace' }],
        capabilities: clientCapabilities,
        initializationOptions: server.spec.initializationOptions ?? null,
      },
      { ms: limits.startMs, signal: undefined },
    ).catch((error: unknown) => {
      throw this.#fault ?? this.#die('unavailable', `refused: ${messageOf(error)}`)
    })
    const capabilities = isPlainObject(answer) ? answer['capabilities'] : undefined
    if (!isPlainObject(capabilities))
      throw this.#die('unavailable', 'answered something else than its capabilities')
    const encoding = capabilities['positionEncoding'] ?? 'utf-16'
    if (encoding !== 'utf-16')
      throw this.#die('unavailable', `counts columns in ${JSON.stringify(encoding)}, which was not offered`)
    this.#capabilities = capabilities
    this.notify('initialized', {})
  }

  async #ask(method: string, params: object, { ms, signal }: Patience): Promise<unknown> {
    if (this.#fault) throw this.#fault
    const source = new CancellationTokenSource()
    const answer = this.#connection
      .sendRequest(method, params, source.token)
      .then((value: unknown) => ({ value }))
    answer.catch(() => {})
    try {
      const got = await this.waitFor(answer, { ms, signal })
      if (got) return got.value
    } catch (error) {
      if (signal?.aborted) void this.#takeBack(source, answer)
      throw this.#fault ?? error
    }
    throw this.#die('timeout', `did not answer ${method} within ${ms} ms`)
  }

  /** A server that answers not even a cancelled request would keep the next call waiting too. */
  async #takeBack(source: CancellationTokenSource, answer: Promise<unknown>): Promise<void> {
    source.cancel()
    const settled = answer.then(
      () => true,
      () => true,
    )
    if (!(await waitFor(settled, { ms: stuckMs }))) this.#die('timeout', 'was stuck and has been ended')
  }

  #refused(method: string, { code, message }: ResponseError<unknown>): ToolyardError {
    return new ToolyardError('tool_failed', `${this.name} refused ${method}: ${message.slice(0, 2000)}`, {
      hint: code === -32_803 ? undefined : 'Check the position; a symbol must stand there.',
    })
  }

  #exited({ exitCode, signal, problem }: ProgramOutcome): void {
    const how = problem ?? (signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`)
    const said = this.#stderr.toString().trim()
    this.#die('tool_failed', said ? `${how}: ${said}` : how)
  }

  /** Keeps the first reason, ends the process, and answers every open request with it. */
  #die(code: ErrorCode, reason: string): ToolyardError {
    if (this.#fault) return this.#fault
    const { spec } = this.#parts.server
    const starting = this.#capabilities === undefined
    this.#fault = starting
      ? new ToolyardError('unavailable', `the language server ${spec.name} did not start: it ${reason}`, {
          hint: `Check that it is installed and works: ${spec.install}`,
        })
      : new ToolyardError(code, `the language server ${spec.name} ${reason}`, {
          hint: 'It is started anew with the next call: call again.',
          retryable: true,
        })
    this.#death.abort(this.#fault)
    this.#connection.dispose()
    void this.#program.stop()
    return this.#fault
  }
}

function writerTo(program: Program): MessageWriter {
  const errors = new Emitter<[Error, Message | undefined, number | undefined]>()
  const closes = new Emitter<void>()
  return {
    onError: errors.event,
    onClose: closes.event,
    write(message) {
      const body = Buffer.from(JSON.stringify(message))
      return program.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]))
    },
    end: () => program.end(),
    dispose() {},
  }
}
