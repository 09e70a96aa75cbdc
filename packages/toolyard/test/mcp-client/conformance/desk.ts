/** Drives the scenarios of the suite in this process, a few at a time: a program for each of them would load everything anew. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { drive, type Scenario } from './driver.ts'

const relay = resolve(import.meta.dirname, 'relay.mjs')
const atATime = 4

export interface Desk extends AsyncDisposable {
  /** What the suite starts as its client. */
  readonly command: string
}

export async function openDesk(folder: string): Promise<Desk> {
  const socket = join(folder, 'desk.sock')
  let free = atATime
  const waiting: (() => void)[] = []
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    const work = async (): Promise<void> => {
      const scenario = JSON.parse(await text(connection)) as Scenario
      if (free === 0) await new Promise<void>((go) => waiting.push(go))
      else free--
      const answer = await drive(scenario).catch((error: unknown) => ({ code: 1, said: String(error) }))
      const next = waiting.shift()
      if (next) next()
      else free++
      connection.end(JSON.stringify(answer))
    }
    // A relay that was killed is not answered.
    connection.on('error', () => {})
    void work()
  }).listen(socket)
  await once(server, 'listening')
  return {
    command: `"${process.execPath}" "${relay}" "${socket}"`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
