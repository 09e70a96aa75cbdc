/**
 * One language in one conversation: a server that is started on first use, replaced when it died, and ended at the end.
 *
 * `prepare` is the way to a server that can be asked: running, told what changed on disk, with the document open as it
 * is now, and done with reading the project. Calls at the same time share one server and take turns in preparing it.
 *
 * @module
 */
import { dirname } from 'node:path'
import { ToolyardError } from '../../../../kernel/index.ts'
import type { Programs, Readiness } from '../../../../host/index.ts'
import { askable, type AskableServer } from './ask.ts'
import { diagnose } from './diagnostics.ts'
import { Documents, type OpenDocument } from './documents.ts'
import { FileWatch } from './file-watch.ts'
import { findServer } from './find-server.ts'
import type { Language } from './language.ts'
import type { ReadText } from './read-text.ts'
import { becomeReady } from './readiness.ts'
import { type SessionLimits, Session } from './session.ts'
import { waitFor } from './wait.ts'

/** How long the look for a server and at the files may take, beside the start itself. */
const findMs = 30_000

export interface ClientParts {
  readonly language: Language
  readonly workspace: string
  readonly home: string | undefined
  readonly programs: Pick<Programs, 'start' | 'find'>
  readonly read: ReadText
  readonly limits: SessionLimits
}

interface RunningServer {
  readonly session: Session
  readonly readiness: Readiness
  readonly documents: Documents
  readonly files: FileWatch
  /** Nothing has been waited for yet. */
  isFresh: boolean
}

export class LanguageClient {
  readonly language: Language
  readonly #parts: ClientParts
  readonly #life = new AbortController()
  /** Those of which something is left: the one that runs, and dead ones whose processes are being ended. */
  readonly #sessions = new Set<Session>()
  #starting: Promise<RunningServer> | undefined
  #hasStarted = false
  #isClosed = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: ClientParts) {
    this.language = parts.language
    this.#parts = parts
  }

  /** `path` is absolute and inside the workspace; without one, some file of the language is opened. */
  async prepare(path: string | undefined, signal: AbortSignal): Promise<AskableServer> {
    const running = await this.#running(path, signal)
    const { session, files, documents } = running
    const since = session.work.order
    const told = await this.#inTurn(() => this.#tell(running, path))
    const { document, hasNewFiles } = told
    const { readyMs, requestMs } = this.#parts.limits
    const isReady = await becomeReady(session, {
      readiness: running.readiness,
      path: document.path,
      since,
      isFirst: running.isFresh,
      hasNewFiles,
      ms: readyMs,
      signal,
    })
    running.isFresh &&= !isReady
    const notes = [
      ...(isReady ? [] : [stillReading(session, readyMs)]),
      ...(files.isWhole ? [] : ['There are too many files here to notice every change on disk.']),
    ]
    return askable({
      session,
      document,
      notes,
      signal,
      open: (other) => this.#inTurn(() => documents.open(other)),
      diagnose: () =>
        diagnose(session, { document, touch: () => documents.touch(document.path), ms: requestMs, signal }),
    })
  }

  /** What the file looked like when the server was last told of changes; `undefined` if it was not looked at. */
  async stamp(path: string): Promise<string | undefined> {
    return (await this.#starting)?.files.stamp(path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const starting = this.#starting
    if (!this.#hasStarted) this.#life.abort()
    this.#isClosed = true
    await starting?.catch(() => undefined)
    await Promise.all(this.#sessions.values().map((session) => session.end()))
  }

  /** The server that runs, or a new one where it died. A caller that comes while one starts waits for the same. */
  async #running(path: string | undefined, signal: AbortSignal): Promise<RunningServer> {
    const before = this.#starting
    const old = before && (await this.#within(before, signal))
    if (old && !old.session.fault) return old
    const starting = this.#starting === before ? this.#begin(path) : this.#starting
    const running = await this.#within(starting ?? this.#begin(path), signal)
    if (running.session.fault) throw running.session.fault
    return running
  }

  async #within(starting: Promise<RunningServer>, signal: AbortSignal): Promise<RunningServer> {
    const ms = this.#parts.limits.startMs + findMs
    const running = await waitFor(starting, { ms, signal })
    if (running) return running
    throw new ToolyardError('timeout', `no server for ${this.language.title} was up within ${ms} ms`, {
      hint: 'Call again.',
      retryable: true,
    })
  }

  #begin(path: string | undefined): Promise<RunningServer> {
    const starting = this.#start(path)
    this.#starting = starting
    this.#hasStarted = false
    starting.then(
      () => {
        this.#hasStarted = true
      },
      () => {
        if (this.#starting === starting) this.#starting = undefined
      },
    )
    return starting
  }

  async #start(path: string | undefined): Promise<RunningServer> {
    const { language, workspace, home, programs, read, limits } = this.#parts
    if (this.#isClosed) throw new ToolyardError('closed', 'the thread has ended')
    const server = await findServer(language, {
      findProgram: (name) => programs.find(name),
      from: path === undefined ? workspace : dirname(path),
      workspace,
      home,
    })
    const files = new FileWatch(workspace, language)
    // Before the server reads anything: what changes from now on is told to it.
    await files.look()
    const session = await Session.start({ server, workspace, programs, limits, signal: this.#life.signal })
    this.#sessions.add(session)
    void session.ended.then(() => this.#sessions.delete(session))
    return {
      session,
      files,
      documents: new Documents(session, language, read),
      readiness: server.spec.readiness,
      isFresh: true,
    }
  }

  /** Tells the server what is new, in the order in which it must hear it. */
  async #tell(
    { session, files, documents }: RunningServer,
    path: string | undefined,
  ): Promise<{ document: OpenDocument; hasNewFiles: boolean }> {
    const changes = await files.look()
    // Also if it has not asked for them yet: it may have read the files before it does.
    if (changes.length > 0) session.notify('workspace/didChangeWatchedFiles', { changes })
    await documents.refresh()
    const wanted = path ?? files.anyFile()
    if (wanted === undefined)
      throw new ToolyardError('not_found', `there is no ${this.language.title} file in the workspace`)
    const document = await documents.open(wanted)
    return { document, hasNewFiles: changes.some(({ type }) => type !== 2) }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}

function stillReading({ name, work }: Session, ms: number): string {
  const doing = work.jobs.find((title) => title !== '')
  return `${name} was still reading the project after ${ms} ms${doing ? ` (${doing})` : ''}: the answer may be incomplete; call again.`
}
