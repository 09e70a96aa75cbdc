/**
 * What a registered tool weighs where its schema is JSON, and whether cost grows with the number of tools only.
 *
 * @module
 */
import type { ManyTools } from '../children/many-tools.ts'
import { runChild } from '../children/run-child.ts'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

/** How much dearer a tool may be among ten times as many: linear, with room for the collector's larger heap. */
const linear = 1.5

export const toolsHeap: Scenario = {
  name: 'tools-heap',
  title: 'JSON Schema tools: heap a tool, and growth',
  run: async ({ quick }) => {
    const counts = quick ? [100, 200] : [10_000, 30_000, 100_000]
    const runs = new Map<number, ManyTools[]>(counts.map((count) => [count, []]))
    for (let round = 0; round < (quick ? 1 : 3); round++)
      for (const count of counts) runs.get(count)?.push(await runChild<ManyTools>('many-tools', [count]))
    const few = runs.get(counts[0] ?? 0)?.[0]
    if (!few) throw new Error('Nothing was measured')
    return [...heapLines(few), ...growthLines(runs)]
  },
}

function heapLines({ count, empty, schemas, registered, defined }: ManyTools): Line[] {
  const perTool = (bytes: number): Pick<Line, 'ours' | 'unit'> => ({ ours: bytes / count / 1024, unit: 'KB' })
  const bar = { of: 'ours', below: 2, text: '< 2 KB' } as const
  return [
    { what: "the application's own schema", ...perTool(schemas - empty) },
    { what: 'a registered tool, beside that schema', ...perTool(registered - schemas) },
    { what: 'a registered tool, schema included', ...perTool(registered - empty), bar },
    { what: "its definition for 'openai', once asked for", ...perTool(defined - registered) },
    { what: 'tool, schema and definition', ...perTool(defined - empty) },
  ]
}

function growthLines(runs: ReadonlyMap<number, readonly ManyTools[]>): Line[] {
  const perTool = [...runs].map(([count, all]) => ({
    count,
    micros: median(all.map(({ micros }) => micros / count)),
  }))
  const [few, ...more] = perTool
  if (!few) return []
  return more.map(({ count, micros }) => ({
    what: `CPU a tool among ${count}`,
    ours: micros,
    unit: 'µs',
    reference: { name: `among ${few.count}`, value: few.micros },
    ratio: micros / few.micros,
    bar: atMost(linear),
  }))
}
