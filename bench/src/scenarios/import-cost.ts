/**
 * What `import 'toolyard'` costs beside `import 'zod'`, in processes of their own.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const starts = { empty: '', zod: "import 'zod'", toolyard: "import 'toolyard'" } as const

type Start = keyof typeof starts
interface Cost {
  readonly wall: number
  readonly cpu: number
}

export const importCost: Scenario = {
  name: 'import',
  title: 'Import (one process each)',
  run: async ({ quick }) => {
    const runs: Record<Start, Cost[]> = { empty: [], zod: [], toolyard: [] }
    const names = Object.keys(starts) as Start[]
    if (!quick) for (const name of names) await start(name)
    for (let round = 0; round < (quick ? 1 : 25); round++)
      for (const name of names) runs[name].push(await start(name))
    return (['cpu', 'wall'] as const).flatMap((kind) => linesOf(kind, runs))
  },
}

/** Milliseconds from the process's start to the end of its imports. */
async function start(name: Start): Promise<Cost> {
  const code = `${starts[name]}\nconst { user, system } = process.cpuUsage()\nconsole.log(JSON.stringify({ cpu: (user + system) / 1000, wall: performance.now() }))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
  return JSON.parse(stdout) as Cost
}

function linesOf(kind: keyof Cost, runs: Readonly<Record<Start, readonly Cost[]>>): Line[] {
  const of = (name: Start): number => median(runs[name].map((cost) => cost[kind]))
  const alone = (name: Start): number => of(name) - of('empty')
  const label = kind === 'cpu' ? 'CPU' : 'wall time'
  return [
    {
      what: `process that imports toolyard, ${label}`,
      ours: of('toolyard'),
      unit: 'ms',
      reference: { name: 'zod', value: of('zod') },
      ratio: of('toolyard') / of('zod'),
    },
    {
      what: `import of toolyard alone, ${label}`,
      ours: alone('toolyard'),
      unit: 'ms',
      reference: { name: 'zod', value: alone('zod') },
      ratio: alone('toolyard') / alone('zod'),
      bar: atMost(1.5),
    },
  ]
}
