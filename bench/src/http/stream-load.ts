/**
 * Calls that answer as event streams, on bare sockets: read to the end, events counted.
 *
 * @module
 */
import { connect } from 'node:net'
import { postRequest } from './load.ts'
import type { Address } from './readers.ts'

/** Answers when the stream of one call has ended; throws where events are missing. */
export function readStream({ port, token }: Address, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const mark = 'event: chunk'
    let events = 0
    let carry = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (text: string) => {
      const whole = carry + text
      for (let at = whole.indexOf(mark); at >= 0; at = whole.indexOf(mark, at + 1)) events++
      carry = whole.slice(-(mark.length - 1))
      if (!whole.includes('event: result')) return
      socket.destroy()
      if (events === count) resolve()
      else reject(new Error(`${events} events came where ${count} were sent`))
    })
    const headers = {
      Host: `127.0.0.1:${port}`,
      Accept: 'text/event-stream',
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    }
    socket.write(postRequest('/api/tools/lines/call', { input: { count } }, headers))
  })
}
