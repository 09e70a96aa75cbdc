/**
 * Reads server-sent events from the body of an answer, so that they work with any method and with an abort.
 *
 * @module
 */

export interface StreamEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Ends where the body ends; a last event without its empty line is not given. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const parser = createEventParser()
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parser.push(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Takes text in any pieces, gives whole events. */
export function createEventParser(): { push(text: string): StreamEvent[] } {
  let rest = ''
  let id: string | undefined
  let event = ''
  let data: string[] = []
  const take = (line: string, events: StreamEvent[]): void => {
    if (line === '') {
      if (data.length > 0) events.push({ id, event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
  return {
    push(text) {
      const events: StreamEvent[] = []
      // A carriage return at the end may be the first half of a line's end.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) take(line, events)
      return events
    },
  }
}
