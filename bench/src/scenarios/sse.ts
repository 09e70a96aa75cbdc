/**
 * Event streams: what an event costs beside a bare `node:http` write, and many readers of whom some never read.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { figureOf, ratioOf } from '../harness.ts'
import { postRequest, runLoad } from '../http/load.ts'
import { serveBare, serveProject } from '../http/project.ts'
import { Reader } from '../http/readers.ts'
import type { ServerProcess } from '../http/server-process.ts'
import { readStream } from '../http/stream-load.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

const streamsAtOnce = 8
const patienceMs = 60_000

export const sse: Scenario = {
  name: 'sse',
  title: 'event streams over HTTP (CPU of the server an event; memory with many readers)',
  run: async ({ quick }) => [
    ...(await inTemporaryFolder((folder) => eventLines(folder, quick ? 20 : 20_000, quick ? 1 : 7))),
    ...(await inTemporaryFolder((folder) =>
      readerLines(folder, quick ? { readers: 20, calls: 60 } : { readers: 1000, calls: 3000 }),
    )),
  ],
}

async function eventLines(folder: string, events: number, rounds: number): Promise<Line[]> {
  await using bare = await serveBare(folder)
  await using ours = await serveProject(folder)
  const contenders: readonly (readonly [string, ServerProcess])[] = [
    ['node:http', bare],
    ['toolyard', ours],
  ]
  const cpu = new Map<string, number[]>(contenders.map(([name]) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const before = await server.cpu()
      await Promise.all(Array.from({ length: streamsAtOnce }, () => readStream(server, events)))
      if (round >= 0) cpu.get(name)?.push(((await server.cpu()) - before) / (events * streamsAtOnce))
    }
  }
  return [
    {
      what: 'CPU an event of a call',
      ours: figureOf(cpu, 'toolyard'),
      unit: 'µs',
      reference: { name: 'node:http write', value: figureOf(cpu, 'node:http') },
      ratio: ratioOf(cpu, 'toolyard', 'node:http'),
      bar: atMost(2),
    },
  ]
}

interface Readers {
  readonly readers: number
  readonly calls: number
}

/** One in twenty opens its stream and never reads. */
async function readerLines(folder: string, { readers: count, calls }: Readers): Promise<Line[]> {
  await using server = await serveProject(folder, ['--streams', String(count)])
  const mark = 'event: call'
  const readers: Reader[] = []
  for (let index = 0; index < count; index++) {
    const reader = await Reader.open(server, mark)
    readers.push(index % 20 === 0 ? reader.stall() : reader.read())
  }
  const stalled = readers.filter((_, index) => index % 20 === 0)
  const reading = readers.filter((_, index) => index % 20 !== 0)
  const before = await server.memory()
  let peak = before
  const watch = setInterval(() => void server.memory().then((now) => (peak = Math.max(peak, now))), 100)
  await manyCalls(server, calls)
  const until = performance.now() + patienceMs
  while (reading.some(({ events }) => events < calls) && performance.now() < until) await sleep(100)
  clearInterval(watch)
  const least = Math.min(...reading.map(({ events }) => events))
  const lines: Line[] = [
    {
      what: `${count} readers, ${stalled.length} never read: memory more at the peak`,
      ours: (peak - before) / 2 ** 20,
      unit: 'MB',
      bar: { of: 'ours', below: stalled.length + 128, text: `<= 1 MB each + 128 MB` },
    },
    {
      what: 'events that one of the others has missed, at the most',
      ours: calls - least,
      unit: `of ${calls}`,
      bar: { of: 'ours', below: 0, text: 'none' },
    },
  ]
  for (const reader of readers) reader.close()
  return lines
}

function manyCalls({ port, token }: ServerProcess, requests: number): Promise<number[]> {
  const headers = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}` }
  const text = 'x'.repeat(1500)
  return runLoad({
    port,
    connections: 4,
    requests,
    request: (index) => postRequest('/api/tools/echo/call', { input: { text: `${index} ${text}` } }, headers),
    isRight: (answer) => answer.startsWith('HTTP/1.1 200'),
  })
}
