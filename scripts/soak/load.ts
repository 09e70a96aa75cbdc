/** Calls at an even pace: most plain, some that change something, stream, fail, are wrong, are left, or start a program. */
import type { Server } from './server.ts'

interface Kind {
  readonly name: string
  /** Of a hundred calls. */
  readonly share: number
  make(load: Load, index: number): Promise<string>
}

const kinds: readonly Kind[] = [
  { name: 'plain', share: 66, make: (load, index) => load.call('echo', { text: `text ${index}` }) },
  { name: 'change', share: 10, make: (load, index) => load.call('save', { text: `text ${index}` }) },
  { name: 'failed', share: 5, make: (load) => load.call('fail', {}) },
  { name: 'wrong', share: 4, make: (load) => load.call('echo', { txet: 1 }) },
  { name: 'stream', share: 10, make: (load) => load.stream(40, false) },
  { name: 'left', share: 4, make: (load) => load.stream(1_000_000, true) },
  { name: 'program', share: 1, make: (load, index) => load.call('bash', { command: `echo ${index}` }) },
]
interface Sending {
  readonly accept?: string
  readonly signal?: AbortSignal
}

const shares = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
const mostProblems = 20
/** A machine that can't keep the pace is not drowned. */
const mostOpen = 200

export class Load {
  readonly problems: string[] = []
  /** Ids of all calls that the server has told of. */
  readonly calls = new Set<string>()
  /** How many of each kind ended in which status. */
  readonly outcomes: Record<string, number> = {}
  readonly #server: Server
  readonly #perSecond: number
  readonly #open = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #made = 0
  #startedAt = 0
  #stoppedAt: number | undefined

  constructor(server: Server, perSecond: number) {
    this.#server = server
    this.#perSecond = perSecond
  }

  /** Calls a second, so far. */
  get rate(): number {
    return this.#made / (((this.#stoppedAt ?? performance.now()) - this.#startedAt) / 1000)
  }

  get told(): string {
    return `${this.#made} calls made, ${this.rate.toFixed(0)} a second, ${this.#open.size} open`
  }

  /** What is late is made up for, as far as the machine can. */
  start(): void {
    this.#startedAt = performance.now()
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#startedAt) / 1000) * this.#perSecond
      while (this.#made < due && this.#open.size < mostOpen) this.#make(this.#made++)
    }, 5)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stoppedAt = performance.now()
    await Promise.all(this.#open)
  }

  async call(tool: string, input: unknown): Promise<string> {
    const response = await this.#post(tool, input, {})
    const { callId, status } = (await response.json()) as { callId: string; status: string }
    this.calls.add(callId)
    return status
  }

  /** Reads to the end, or leaves after a moment. */
  async stream(count: number, isLeft: boolean): Promise<string> {
    const gone = new AbortController()
    const response = await this.#post(
      'lines',
      { count },
      { accept: 'text/event-stream', signal: gone.signal },
    )
    this.calls.add(response.headers.get('x-toolyard-call') ?? 'a stream without an id')
    if (isLeft) {
      await new Promise((resolve) => {
        setTimeout(resolve, 30)
      })
      gone.abort()
      return 'left'
    }
    const text = await response.text()
    const chunks = text.split('event: chunk').length - 1
    if (chunks !== count) throw new Error(`${chunks} of ${count} chunks came`)
    return /"status":"(\w+)"/.exec(text)?.[1] ?? 'none'
  }

  #make(index: number): void {
    const kind = shares[(index * 37) % shares.length]
    if (!kind) return
    const made = kind.make(this, index).then(
      (status) => {
        const name = `${kind.name} ${status}`
        this.outcomes[name] = (this.outcomes[name] ?? 0) + 1
      },
      (error: unknown) => {
        if (this.problems.length < mostProblems) this.problems.push(`${kind.name}: ${reasonOf(error)}`)
      },
    )
    this.#open.add(made)
    void made.then(() => this.#open.delete(made))
  }

  #post(tool: string, input: unknown, { signal, ...headers }: Sending): Promise<Response> {
    const { url, token } = this.#server
    return fetch(`${url}/api/tools/${tool}/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ input }),
      ...(signal && { signal }),
    })
  }
}

/** `fetch` keeps the reason to itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
