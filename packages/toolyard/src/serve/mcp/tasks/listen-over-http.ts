/**
 * Notifications of tasks on the event stream with which the SDK answers `subscriptions/listen`.
 *
 * @module
 */
import { isPlainObject, parseJson } from '../../../kernel/index.ts'
import type { McpClient } from '../client.ts'
import { acknowledgedIn, followTasks, honoured, type TaskListening, withTaskIds } from './task-listening.ts'

export interface HttpListening {
  readonly client: McpClient
  readonly listening: TaskListening
  /** Aborts when the server ends, or the client has gone. */
  readonly signal: AbortSignal
  /** Called when the stream has ended, on whichever side. */
  readonly done: () => void
}

type Message = Readonly<Record<string, unknown>>

/** The same stream, with what is told of tasks in it. It stays open as long as either has something to tell. */
export async function listenOverHttp(response: Response, parts: HttpListening): Promise<Response> {
  const { client, listening, done } = parts
  const source = response.body?.getReader()
  if (!source || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    done()
    return response
  }
  const ids = await honoured(client, listening)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, parts.signal])
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      void merge(source, controller, { ...parts, ids, signal })
        .catch(() => {})
        .finally(() => {
          stop.abort()
          done()
        })
    },
    async cancel() {
      stop.abort()
      await source.cancel()
    },
  })
  return new Response(body, response)
}

interface Merging extends HttpListening {
  readonly ids: readonly string[]
}

async function merge(
  source: ReadableStreamDefaultReader<Uint8Array>,
  controller: ReadableStreamDefaultController<Uint8Array>,
  { client, listening, ids, signal }: Merging,
): Promise<void> {
  const encoder = new TextEncoder()
  const write = (frame: string): void => controller.enqueue(encoder.encode(frame))
  const tell = (message: Message): void => write(frameOf(message))
  let following: Promise<void> | undefined
  let last = ''
  for await (const frame of framesOf(source)) {
    const message = messageIn(frame)
    if (message && acknowledgedIn(message) === listening.id) {
      tell(withTaskIds(message, ids))
      following = followTasks(ids, { client, listening, tell, signal })
    } else if (message && 'result' in message) last = frame
    else write(frame)
  }
  // The SDK ends a stream at once on which it has nothing to tell itself.
  await following
  write(last)
  controller.close()
}

async function* framesOf(source: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await source.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const frames = text.split(/(?<=\n\n)/)
    text = frames.at(-1)?.endsWith('\n\n') ? '' : (frames.pop() ?? '')
    yield* frames
  }
}

function messageIn(frame: string): Message | undefined {
  const line = frame.split('\n').find((each) => each.startsWith('data: '))
  const parsed = line === undefined ? undefined : parseJson(line.slice('data: '.length))
  return parsed && 'value' in parsed && isPlainObject(parsed.value) ? parsed.value : undefined
}

function frameOf(message: Message): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`
}
