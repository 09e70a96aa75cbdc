/**
 * `POST /api/tools/:name/call`: what the server spends on a call, beside `node:http` doing the same JSON.
 *
 * @module
 */
import { figureOf, median, ratioOf } from '../harness.ts'
import { postRequest, runLoad } from '../http/load.ts'
import { serveBare, serveProject } from '../http/project.ts'
import type { ServerProcess } from '../http/server-process.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

const connections = 50

interface Contender {
  readonly name: string
  readonly server: ServerProcess
}

export const http: Scenario = {
  name: 'http',
  title: `a call over HTTP, ${connections} connections: token, pipeline, journal in SQLite, log (CPU of the server)`,
  run: ({ quick }) =>
    inTemporaryFolder(async (folder) => {
      await using bare = await serveBare(folder)
      await using ours = await serveProject(folder)
      const contenders: readonly Contender[] = [
        { name: 'node:http', server: bare },
        { name: 'toolyard', server: ours },
      ]
      return await measure(contenders, { requests: quick ? 100 : 30_000, rounds: quick ? 1 : 7 })
    }),
}

interface Effort {
  readonly requests: number
  readonly rounds: number
}

async function measure(contenders: readonly Contender[], { requests, rounds }: Effort): Promise<Line[]> {
  const cpu = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  const late = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const { name, server } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const before = await server.cpu()
      const times = await load(server, requests)
      const used = ((await server.cpu()) - before) / requests
      if (round < 0) continue
      cpu.get(name)?.push(used)
      late
        .get(name)
        ?.push(times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? 0)
    }
  }
  return [
    {
      what: 'CPU a call',
      ours: figureOf(cpu, 'toolyard'),
      unit: 'µs',
      reference: { name: 'node:http', value: figureOf(cpu, 'node:http') },
      ratio: ratioOf(cpu, 'toolyard', 'node:http'),
      bar: atMost(2.5),
    },
    {
      what: '99 % of calls within',
      ours: median(late.get('toolyard') ?? []),
      unit: 'ms',
      reference: { name: 'node:http', value: median(late.get('node:http') ?? []) },
    },
  ]
}

function load({ port, token }: ServerProcess, requests: number): Promise<number[]> {
  const headers = { Host: `127.0.0.1:${port}`, ...(token !== '' && { Authorization: `Bearer ${token}` }) }
  return runLoad({
    port,
    connections,
    requests,
    request: (index) => postRequest('/api/tools/echo/call', { input: { text: `text ${index}` } }, headers),
    isRight: (answer) => answer.startsWith('HTTP/1.1 200') && answer.includes('"status":"ok"'),
  })
}
