/** The reader of imports sees every way in which one of our files names another. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { it, type TestContext } from 'node:test'
import { findCycles, readImportGraph } from './import-graph.ts'

function graphOf(test: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-imports-'))
  test.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const short = (file: string): string => relative(folder, file)
  const graph = readImportGraph(folder)
  return {
    imports: Object.fromEntries([...graph].map(([file, targets]) => [short(file), targets.map(short)])),
    cycles: findCycles(graph).map((group) => group.map(short)),
  }
}

it('sees imports of values and types, dynamic ones, files loaded by their path, and files of workers', (test) => {
  const ways = [
    "import { b } from './b.ts'",
    "import type { B } from './b.ts'",
    "import {\n  b,\n} from './b.ts'",
    "import './b.ts'",
    "export * from './b.ts'",
    "type B = import('./b.ts').B",
    "const { b } = await import('./b.ts')",
    "const b = lazyBeside(import.meta.url, './b')",
    "new Worker(new URL('./b.ts', import.meta.url))",
    'const file = join(import.meta.dirname, `b${extname(import.meta.filename)}`)',
  ]
  for (const way of ways)
    assert.deepEqual(
      graphOf(test, { 'a.ts': way, 'b.ts': '' }).imports,
      { 'a.ts': ['b.ts'], 'b.ts': [] },
      way,
    )
})

it('sees no import in a comment', (test) => {
  const text = "/**\n * As `import { b } from './b.ts'`.\n */\n// import './b.ts'\n"
  assert.deepEqual(graphOf(test, { 'a.ts': text, 'b.ts': '' }).imports['a.ts'], [])
})

it('finds the shortest circle of files that reach each other, and a file that imports itself', (test) => {
  const { cycles } = graphOf(test, {
    'a.ts': "import './b.ts'",
    'b.ts': "import './c.ts'\nimport './e.ts'",
    'c.ts': "await import('./a.ts')\nimport './f.ts'",
    'd.ts': "import './d.ts'\nimport './a.ts'",
    'e.ts': '',
    'f.ts': "import './g.ts'",
    'g.ts': "import './a.ts'",
  })
  assert.deepEqual(
    cycles.map((files) => files.toSorted()),
    [['a.ts', 'b.ts', 'c.ts'], ['d.ts']],
  )
})
