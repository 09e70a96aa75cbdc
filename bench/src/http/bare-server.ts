/**
 * What servers are compared with: `node:http` alone, doing the same JSON, and writing the same events.
 *
 * @module
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => {
    const { input } = JSON.parse(body) as { input: { text: string; count?: number } }
    if (request.headers.accept === 'text/event-stream') void sendEvents(response, input.count ?? 0)
    else sendResult(response, input.text)
  })
})

let calls = 0

function sendResult(response: ServerResponse, text: string): void {
  const answer = JSON.stringify({
    callId: `call_${calls++}`,
    tool: 'echo',
    status: 'ok',
    content: [{ type: 'text', text: JSON.stringify({ text }) }],
    data: { text },
    durationMs: 0.1,
  })
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) })
  response.end(answer)
}

/** One write an event; who reads slowly is waited for. */
async function sendEvents(response: ServerResponse, count: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (let number = 1; number <= count; number++) {
    const data = JSON.stringify({ type: 'chunk', callId: 'call_1', data: `line ${number} of the output\n` })
    const isRoom = response.write(`id: ${number}\nevent: chunk\ndata: ${data}\n\n`)
    if (!isRoom)
      await new Promise((resolve) => {
        response.once('drain', resolve)
      })
  }
  response.end('event: result\ndata: {"type":"result"}\n\n')
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
