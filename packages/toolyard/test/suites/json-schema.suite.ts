/**
 * JSON Schema through a tool's parameter: cases of our own for every keyword, and JSON-Schema-Test-Suite where a clone of it is
 * given (`--json-schema=FOLDER`).
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaCases } from './json-schema-cases.ts'
import { tryValues, type Tried } from './json-schema-run.ts'
import type { SuiteRow } from './suite.ts'

export const title = 'JSON Schema, through a parameter of a tool'

export async function run(folders: Readonly<Record<string, string>>): Promise<readonly SuiteRow[]> {
  const folder = folders['json-schema']
  const rows = await ownRows()
  if (folder === undefined) return rows
  for (const [name, draft] of published) rows.push(await publishedRow(join(folder, 'tests', name), draft))
  return rows
}

const published = [
  ['draft2020-12', '2020-12'],
  ['draft7', 'draft-07'],
  ['draft2019-09', '2019-09'],
  ['draft6', 'draft-06'],
  ['draft4', 'draft-04'],
] as const

async function ownRows(): Promise<SuiteRow[]> {
  const rows: SuiteRow[] = []
  for (const [draft, cases] of Map.groupBy(schemaCases, (one) => one.draft)) {
    const wrong: string[] = []
    let of = 0
    for (const { what, schema, good, bad } of cases) {
      const tries = [
        ...good.map((value) => ({ value, valid: true })),
        ...bad.map((value) => ({ value, valid: false })),
      ]
      for (const { fits, valid, value } of await tryValues(schema, draft, tries)) {
        of++
        if (fits !== valid) wrong.push(`${what}: ${JSON.stringify(value).slice(0, 60)}`)
      }
    }
    rows.push({ what: `${draft}, own cases`, passed: of - wrong.length, of, ...noteOf(wrong) })
  }
  return rows
}

interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

async function publishedRow(folder: string, draft: string): Promise<SuiteRow> {
  const apart = new Map<string, number>()
  const wrong: string[] = []
  let passed = 0
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
    const groups = JSON.parse(await readFile(join(folder, file), 'utf8')) as readonly Group[]
    for (const { schema, description, tests } of groups) {
      const tries = tests.map(({ data, valid }) => ({ value: data, valid }))
      for (const tried of await tryValues(schema, draft, tries)) {
        const reason =
          tried.fits !== undefined && tried.taken === tried.valid ? undefined : whyApart(schema, tried)
        if (tried.fits !== undefined && tried.taken === tried.valid) passed++
        else if (reason === undefined) wrong.push(`${file}: ${description}`)
        else apart.set(reason, (apart.get(reason) ?? 0) + 1)
      }
    }
  }
  const setApart = [...apart.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...apart].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return {
    what: `${draft}, required tests of JSON-Schema-Test-Suite`,
    passed,
    of: passed + wrong.length,
    setApart,
    note: [`Set apart: ${reasons}`, ...(noteOf(wrong).note === undefined ? [] : [noteOf(wrong).note])].join(
      '. ',
    ),
  }
}

/** Why we answer otherwise on purpose. */
function whyApart(schema: unknown, { why, valid, fits, taken }: Tried): string | undefined {
  const isElsewhere = /localhost:1234|json-schema\.org\/draft[-/][^"]*schema#?"/.test(JSON.stringify(schema))
  if (/points nowhere inside this schema/.test(why) && isElsewhere) return 'other documents'
  if (/"\$schema":"http:\/\/localhost:1234/.test(JSON.stringify(schema))) return 'other documents'
  if (/__proto__/.test(why)) return '__proto__'
  if (/NUL character/.test(why)) return 'NUL'
  if (/"enum" must be a list with at least one value/.test(why)) return 'empty enum'
  if (valid && /must match format/.test(why)) return 'formats are asserted'
  if (!valid && taken && fits === false) return 'arguments are mended'
  if (valid && fits === true && /is not a known parameter/.test(why))
    return 'objects are closed by their properties'
  return undefined
}

function noteOf(wrong: readonly string[]): { readonly note?: string } {
  return wrong.length === 0 ? {} : { note: `Fails: ${wrong.slice(0, 10).join('; ')}` }
}
