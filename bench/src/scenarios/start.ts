/**
 * From the start of a process to a Toolyard that is ready, with a database: with no tools, and with a thousand that have not
 * changed since.
 *
 * @module
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../children/run-child.ts'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

interface Start extends Readonly<Record<string, number>> {
  readonly wall: number
  readonly cpu: number
  readonly tools: number
}

export const start: Scenario = {
  name: 'start',
  title: 'Start to ready, with a database (one process each)',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const many = quick ? 20 : 1000
      const places = { empty: join(folder, 'empty'), many: join(folder, 'many') }
      await makeProject(places.empty, 0)
      await makeProject(places.many, many)
      const runs: Record<keyof typeof places, Start[]> = { empty: [], many: [] }
      // The first start of each fills the database.
      for (const place of Object.values(places)) await runChild<Start>('start', [place])
      for (let round = 0; round < (quick ? 1 : 15); round++)
        for (const name of ['empty', 'many'] as const)
          runs[name].push(await runChild<Start>('start', [places[name]]))
      if (runs.many[0]?.tools !== many) throw new Error(`${runs.many[0]?.tools} tools of ${many}`)
      return (['wall', 'cpu'] as const).map((kind) => lineOf(kind, runs, many))
    }),
}

async function makeProject(folder: string, tools: number): Promise<void> {
  await mkdir(join(folder, 'tools'), { recursive: true })
  for (let index = 0; index < tools; index++)
    await writeFile(
      join(folder, 'tools', `tool-${index}.mjs`),
      `/** Finds records of table ${index}. Use it to look them up. */
export default {
  permission: 'read',
  effects: 'none',
  inputSchema: { type: 'object', properties: { key: { type: 'string' }, limit: { type: 'integer', minimum: 1 } }, required: ['key'] },
  execute: () => ${index},
}
`,
    )
}

function lineOf(
  kind: 'wall' | 'cpu',
  runs: Readonly<Record<'empty' | 'many', readonly Start[]>>,
  many: number,
): Line {
  const of = (name: 'empty' | 'many'): number => median(runs[name].map((run) => run[kind]))
  return {
    what: `${many} tools, nothing changed, ${kind === 'cpu' ? 'CPU' : 'wall time'}`,
    ours: of('many'),
    unit: 'ms',
    reference: { name: 'no tools', value: of('empty') },
    ratio: of('many') / of('empty'),
    ...(kind === 'wall' && { bar: atMost(2) }),
  }
}
