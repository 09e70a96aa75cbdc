/**
 * Ten thousand tools: registering them and telling a provider of them, the first and the second time.
 *
 * @module
 */
import { makeTools, type CatalogueTool } from '../catalogue-tool.ts'
import { cpuOf, median } from '../harness.ts'
import type { Catalogue, Peer } from '../peer.ts'
import { loadPeers } from '../peers/index.ts'
import { toolyardPeer } from '../peers/toolyard.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

interface Costs {
  /** Milliseconds: registering and the first definitions; the second; a `JSON.stringify` of them. */
  readonly first: number[]
  readonly second: number[]
  readonly stringify: number[]
}

type Kind = CatalogueTool['kind']
const kinds: readonly Kind[] = ['zod', 'json']

export const catalogue: Scenario = {
  name: 'catalogue',
  title: '10,000 tools: registering and the first definitions, then the second (CPU)',
  run: async ({ quick }) => {
    const count = quick ? 100 : 10_000
    const rounds = quick ? 1 : 5
    const lines: Line[] = []
    for (const kind of kinds) {
      const costs = await measureAll(kind, { count, rounds })
      lines.push(...linesOf(kind, costs))
    }
    return lines
  },
}

async function measureAll(
  kind: Kind,
  { count, rounds }: { count: number; rounds: number },
): Promise<Map<string, Costs>> {
  const { peers } = await loadPeers()
  const able = [...peers.filter((peer) => peer.catalogue), plainMap]
  const costs = new Map<string, Costs>(
    able.map(({ name }) => [name, { first: [], second: [], stringify: [] }]),
  )
  for (const peer of able) await measure(peer, makeTools(Math.min(500, count), kind))
  for (let round = 0; round < rounds; round++) {
    for (const peer of able) {
      const { first, second, stringify } = await measure(peer, makeTools(count, kind))
      const mine = costs.get(peer.name)
      mine?.first.push(first)
      mine?.second.push(second)
      mine?.stringify.push(stringify)
    }
  }
  return costs
}

async function measure(peer: Peer, tools: readonly CatalogueTool[]): Promise<Record<keyof Costs, number>> {
  globalThis.gc?.()
  let opened: Catalogue | undefined
  let definitions: readonly object[] = []
  const first = await cpuOf(async () => {
    opened = await peer.catalogue?.(tools)
    definitions = (await opened?.definitions()) ?? []
  })
  checkDefinitions(peer, tools, definitions)
  const second = await cpuOf(async () => {
    definitions = (await opened?.definitions()) ?? []
  })
  const stringify = await cpuOf(() => JSON.stringify(definitions))
  await opened?.close?.()
  return { first: first / 1000, second: second / 1000, stringify: stringify / 1000 }
}

/** Nobody is measured at leaving tools out. */
function checkDefinitions(peer: Peer, tools: readonly CatalogueTool[], definitions: readonly object[]): void {
  const last = JSON.stringify(definitions.at(-1))
  if (definitions.length !== tools.length || !last.includes('"archived"') || !last.includes('"newest"'))
    throw new Error(`${peer.name} told ${definitions.length} of ${tools.length} tools; the last: ${last}`)
}

function linesOf(kind: Kind, costs: ReadonlyMap<string, Costs>): Line[] {
  const ours = costs.get(toolyardPeer.name)
  const others = [...costs].filter(([name]) => name !== toolyardPeer.name)
  const rivals = others
    .filter(([name]) => name !== plainMap.name)
    .toSorted(([, left], [, right]) => median(left.first) - median(right.first))
  const best = rivals[0]
  if (!ours || !best) throw new Error('There is nobody to compare')
  const against = ([name, { first }]: readonly [string, Costs]): Line => ({
    what: `${label(kind)}: register + first definitions`,
    ours: median(ours.first),
    unit: 'ms',
    reference: { name, value: median(first) },
    ratio: ratioOf(ours.first, first),
  })
  const again = (name: string, { second, stringify }: Costs): Line => ({
    what: `${label(kind)}: second definitions, ${name}`,
    ours: median(second),
    unit: 'ms',
    reference: { name: 'JSON.stringify', value: median(stringify) },
    ratio: ratioOf(second, stringify),
  })
  return [
    ...others.filter((other) => other !== best).map((other) => against(other)),
    // Where schemas are JSON already, a peer that passes them on unread does no work at all: no bar.
    { ...against(best), ...(kind === 'zod' && { bar: atMost(0.5) }) },
    ...rivals.map(([name, theirs]) => again(name, theirs)),
    { ...again(toolyardPeer.name, ours), bar: atMost(3) },
  ]
}

/** Round by round, because machines drift. */
function ratioOf(values: readonly number[], references: readonly number[]): number {
  return median(values.map((value, round) => value / (references[round] ?? Number.NaN)))
}

function label(kind: Kind): string {
  return kind === 'zod' ? 'Zod' : 'JSON Schema'
}

/** The floor: a map of ready JSON Schemas. */
const plainMap: Peer = {
  name: 'plain Map',
  open: async () => [],
  catalogue: async (tools) => {
    const ready = tools.map((tool) => ({
      ...tool,
      parameters: tool.kind === 'json' ? tool.schema : floorSchema,
    }))
    const map = new Map(ready.map((tool) => [tool.name, tool]))
    return {
      definitions: () =>
        Array.from(map.values(), ({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
    }
  },
}

const floorSchema = makeTools(1, 'json')[0]?.schema ?? {}
