/** Looks into a running Node through its inspector: collects the garbage, then reads what is left. */

export interface Memory {
  readonly live: number
  readonly resident: number
}

interface Answer {
  readonly id?: number
  readonly result?: { readonly result?: { readonly value?: unknown } }
}

export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #count = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer
      this.#waiting.get(answer.id ?? -1)?.(answer)
      this.#waiting.delete(answer.id ?? -1)
    })
  }

  static open(address: string): Promise<Inspector> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address)
      socket.addEventListener('open', () => resolve(new Inspector(socket)))
      socket.addEventListener('error', () => reject(new Error(`no inspector at ${address}`)))
    })
  }

  async memory(): Promise<Memory> {
    await this.#ask('HeapProfiler.collectGarbage', {})
    const { result } = await this.#ask('Runtime.evaluate', {
      expression: '(({ heapUsed, external, rss }) => [heapUsed + external, rss])(process.memoryUsage())',
      returnByValue: true,
    })
    const [live = 0, resident = 0] = (result?.result?.value ?? []) as number[]
    return { live, resident }
  }

  close(): void {
    this.#socket.close()
  }

  #ask(method: string, params: object): Promise<Answer> {
    const id = ++this.#count
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }
}
