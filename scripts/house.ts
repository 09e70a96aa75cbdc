/**
 * `npm run house`: what the tree costs to read and to change, as the table of `docs/house.md`. `--json` for programs, `--walk` for the
 * files that two calls pass, as Markdown for ARCHITECTURE.md.
 *
 * - Members are those that a type declares itself; with those of the types that it extends, where that is more.
 * - A capability touches a file that is not its own, and that imports one of its own or whose code has one of its words.
 * - A file runs for a call if one of its functions ran while that call was made (V8 coverage), after calls that warmed up.
 * - A cycle is a group of files that reach each other by imports: types, dynamic imports and files of workers included.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findCycles, readImportGraph } from '../packages/toolyard/test/architecture/import-graph.ts'
import manifest from '../packages/toolyard/package.json' with { type: 'json' }
import { type House, jsonOf, tableOf, walkText } from './house/report.ts'
import { type Capability, countLines, fileDeclaring, readSources, touchedBy } from './house/sources.ts'
import { countTypes } from './house/types.ts'
import { walkAll } from './house/walks.ts'

/** The types that every capability widens. */
const wideTypes = ['OptionGroups', 'Core', 'ToolContext', 'ToolService']

const capabilities: readonly Capability[] = [
  {
    name: 'plans and tasks',
    own: /(?:^|\/)plans\//,
    words: ['PlanAccess', 'PlanTask', 'services.plan', "'tasks'", 'tasks:', 'table tasks', 'from tasks'],
  },
  {
    name: 'schedules',
    own: /(?:^|\/)schedules\/|(?:^|[/-])schedules\.ts$/,
    words: [
      'ScheduleAccess',
      'ScheduleStore',
      'ScheduleRecord',
      'scheduleRoutes',
      'scheduleCommands',
      "'schedules'",
    ],
  },
]

/** What is read to know how a call goes: the parts, the steps in their order, and what walks along them. */
const coreFiles = [
  'pipeline/core.ts',
  'pipeline/invocation.ts',
  'pipeline/outcome.ts',
  'pipeline/pipeline.ts',
  'pipeline/steps.ts',
  'pipeline/ticket.ts',
  'pipeline/walk.ts',
  'pipeline/watchdog.ts',
]

const root = join(import.meta.dirname, '..')
const packageFolder = join(root, 'packages/toolyard')
const source = join(packageFolder, 'src')
/** Written by the last `npm test`: seconds of the processor by part, such as `{ "unit": 804, "process": 300 }`. */
const testCpu = join(root, 'node_modules/.cache/toolyard/test-cpu.json')

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    walk: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help)
  console.log(
    'Usage: npm run house -- [--json | --walk]\n\n  --json  the figures for programs\n  --walk  the files that a warm call and a call over HTTP with an approval pass, as Markdown',
  )
else if (values.walk) console.log(walkText(await walkAll(`${source}/`)))
else {
  const house = await measure()
  console.log(values.json ? jsonOf(house) : tableOf(house))
}

async function measure(): Promise<House> {
  const files = readSources(source)
  const graph = readImportGraph(source)
  const short = (file: string): string => relative(source, file)
  const imports = new Map([...graph].map(([file, targets]) => [short(file), targets.map(short)]))
  const gone = coreFiles.filter((file) => !existsSync(join(source, file)))
  if (gone.length > 0)
    throw new Error(`Not in the source: ${gone.join(', ')}. Correct coreFiles in scripts/house.ts.`)
  const { warm, http } = await walkAll(`${source}/`)
  return {
    ...countTypes({
      package: packageFolder,
      types: new Map(wideTypes.map((name) => [name, join(source, fileDeclaring(files, name))])),
      entries: entriesOf(),
    }),
    touched: Object.fromEntries(
      capabilities.map((capability) => [capability.name, touchedBy(capability, files, imports)]),
    ),
    warmFiles: warm.files.length,
    httpFiles: http.files.length,
    coreFiles: coreFiles.length,
    lines: countLines(files),
    cycles: findCycles(graph).map((group) => group.map(short)),
    testCpu: readTestCpu(),
  }
}

/** The source file of each entry that is code. */
function entriesOf(): Map<string, string> {
  return new Map(
    Object.entries(manifest.exports).flatMap(([path, entry]) =>
      typeof entry === 'string'
        ? []
        : [[join(manifest.name, path), join(packageFolder, entry['@toolyard/source'])] as const],
    ),
  )
}

function readTestCpu(): Readonly<Record<string, number>> | undefined {
  if (!existsSync(testCpu)) return undefined
  const read = JSON.parse(readFileSync(testCpu, 'utf8')) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
