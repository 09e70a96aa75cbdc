/** Every action of `lsp` against the real server of TypeScript 7. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { makeProject, type Project } from './project.ts'

const files = {
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"noEmit":true,"module":"nodenext","types":[],"allowImportingTsExtensions":true},"include":["src"]}',
  'src/shapes.ts': [
    'export interface Shape {',
    '  area(): number',
    '}',
    '/** A square, by its side. */',
    'export class Square implements Shape {',
    '  constructor(readonly side: number) {}',
    '  area(): number {',
    '    return this.side ** 2',
    '  }',
    '}',
    'export class Circle implements Shape {',
    '  constructor(readonly radius: number) {}',
    '  area = (): number => Math.PI * this.radius ** 2',
    '}',
    '',
  ].join('\n'),
  'src/main.ts': [
    "import { Square } from './shapes.ts'",
    "const face = '😀'; export const tile = new Square(2)",
    'export const sum = tile.area() + new Square(3).area()',
    'export const wrong: string = sum',
    '',
  ].join('\n'),
}

describe('lsp with the server of TypeScript 7', () => {
  let project: Project
  before(async () => {
    project = await makeProject(files, { packages: ['typescript'] })
  })
  after(() => project[Symbol.asyncDispose]())

  it('finds the definition, with the text of its line', async () => {
    const text = await project.tell({ action: 'definition', path: 'src/main.ts', line: 1, column: 12 })
    assert.equal(
      text,
      'definition of "Square" at src/main.ts:1:12: 1\nsrc/shapes.ts:5:14: export class Square implements Shape {',
    )
  })

  it('counts an emoji as one character, in and out', async () => {
    const at = { path: 'src/main.ts', line: 2, column: 43 }
    const defined = await project.ask({ action: 'definition', ...at })
    assert.match(textOf(defined), /^src\/shapes\.ts:5:14: export class Square implements Shape \{$/m)
    const used = await project.ask({ action: 'references', ...at })
    assert.deepEqual(
      (used.data as { places: { path: string; line: number; column: number }[] }).places.map(
        ({ path, line, column }) => `${path}:${line}:${column}`,
      ),
      ['src/main.ts:1:10', 'src/main.ts:2:43', 'src/main.ts:3:38', 'src/shapes.ts:5:14'],
    )
  })

  it('takes a name on a line instead of a column', async () => {
    const text = await project.tell({ action: 'definition', path: 'src/main.ts', line: 3, query: 'tile' })
    assert.match(text, /^src\/main\.ts:2:32: const face/m)
  })

  it('takes a name in a file instead of a line', async () => {
    const text = await project.tell({ action: 'definition', path: 'src/main.ts', query: 'Square' })
    assert.match(text, /^src\/shapes\.ts:5:14: /m)
  })

  it('shows type and documentation', async () => {
    const text = await project.tell({ action: 'hover', path: 'src/main.ts', line: 3, query: 'Square' })
    assert.match(text, /Square\(side: number\): Square/)
    assert.match(text, /A square, by its side\./)
  })

  it('lists the symbols of a file with what they are in', async () => {
    const text = await project.tell({ action: 'symbols', path: 'src/shapes.ts' })
    assert.match(text, /^src\/shapes\.ts:1:18: interface Shape$/m)
    assert.match(text, /^src\/shapes\.ts:2:3: method Shape\.area$/m)
    assert.match(text, /^src\/shapes\.ts:5:14: class Square$/m)
    assert.match(text, /^src\/shapes\.ts:6:24: property Square\.side$/m)
  })

  it('finds symbols of the workspace by name, with and without a path', async () => {
    for (const path of [undefined, 'src/main.ts']) {
      const text = await project.tell({ action: 'workspace_symbols', query: 'Circ', ...(path && { path }) })
      assert.match(text, /^src\/shapes\.ts:11:14: class Circle$/m)
    }
  })

  it('finds implementations', async () => {
    const text = await project.tell({
      action: 'implementations',
      path: 'src/shapes.ts',
      line: 1,
      query: 'Shape',
    })
    assert.match(text, /^src\/shapes\.ts:5:14: export class Square/m)
    assert.match(text, /^src\/shapes\.ts:11:14: export class Circle/m)
  })

  it('tells errors as lint does, and counts the hints that it leaves out', async () => {
    const result = await project.ask({ action: 'diagnostics', path: 'src/main.ts' })
    assert.equal(
      textOf(result),
      [
        'diagnostics of src/main.ts: 1',
        "src/main.ts:4:14 error ts2322 Type 'number' is not assignable to type 'string'.",
        '[TypeScript 7: 1 hint not shown.]',
      ].join('\n'),
    )
    assert.deepEqual((result.data as { diagnostics: unknown }).diagnostics, [
      {
        path: 'src/main.ts',
        line: 4,
        column: 14,
        severity: 'error',
        rule: 'ts2322',
        message: "Type 'number' is not assignable to type 'string'.",
      },
    ])
  })

  it('says that a file is clean', async () => {
    assert.equal(
      await project.tell({ action: 'diagnostics', path: 'src/shapes.ts' }),
      'No errors or warnings in src/shapes.ts.',
    )
  })

  it('names a definition outside the workspace without its text', async () => {
    const result = await project.ask({ action: 'definition', path: 'src/shapes.ts', line: 13, query: 'PI' })
    const [place] = (result.data as { places: { path: string; text?: string; outside?: boolean }[] }).places
    assert.match(place?.path ?? '', /lib\.es5\.d\.ts$/)
    assert.equal(place?.outside, true)
    assert.equal(place?.text, undefined)
    assert.match(textOf(result), /lib\.es5\.d\.ts:\d+:\d+ \(outside the workspace\)/)
  })

  it('says which names stand on the line where nothing was found', async () => {
    const text = await project.tell({ action: 'definition', path: 'src/main.ts', line: 1, column: 1 })
    assert.match(text, /Nothing found: definition of "import" at src\/main\.ts:1:1\..*Square \(column 10\)/)
  })
})

describe('lsp and files that change', () => {
  it('answers for a document as it is on disk now', async () => {
    await using project = await makeProject(files, { packages: ['typescript'] })
    await project.tell({ action: 'diagnostics', path: 'src/main.ts' })
    await project.write('src/main.ts', files['src/main.ts'].replace('wrong: string', 'wrong: number'))
    assert.match(await project.tell({ action: 'diagnostics', path: 'src/main.ts' }), /^No errors/)
  })

  it('sees at once what was created, changed and deleted beside it', async () => {
    await using project = await makeProject(files, { packages: ['typescript'] })
    const references = (): Promise<string> =>
      project.tell({ action: 'references', path: 'src/shapes.ts', line: 11, query: 'Circle' })
    assert.match(await references(), /: 1$/m)
    await project.write('src/more.ts', "import { Circle } from './shapes.ts'\nnew Circle(1)\n")
    assert.match(await references(), /^src\/more\.ts:2:5: new Circle\(1\)$/m)
    await project.write('src/more.ts', "import { Circle } from './shapes.ts'\n\n\nnew Circle(1)\n")
    assert.match(await references(), /^src\/more\.ts:4:5: new Circle\(1\)$/m)
    await rm(join(project.root, 'src/more.ts'))
    assert.match(await references(), /: 1$/m)
  })
})

describe('lsp and wrong places', () => {
  let project: Project
  before(async () => {
    project = await makeProject({ ...files, 'notes.txt': 'x' }, { packages: ['typescript'] })
  })
  after(() => project[Symbol.asyncDispose]())
  const wrong: readonly (readonly [string, Record<string, unknown>, string, RegExp])[] = [
    [
      'a line past the end',
      { line: 99, column: 1 },
      'invalid_arguments',
      /line: 99 is past the end; "src\/main.ts" has 5 lines/,
    ],
    [
      'a column past the end',
      { line: 1, column: 99 },
      'invalid_arguments',
      /has 36 characters[^]*Square \(column 10\)/,
    ],
    ['no column', { line: 1 }, 'invalid_arguments', /column: is missing[^]*Square \(column 10\)/],
    ['no line', {}, 'invalid_arguments', /line: is needed for action "definition"/],
    [
      'a name that is not on the line',
      { line: 1, query: 'tile' },
      'no_match',
      /"tile" does not stand on line 1/,
    ],
    [
      'a name that is not in the file',
      { query: 'nowhere' },
      'no_match',
      /"nowhere" does not stand in "src\/main.ts"/,
    ],
    ['no path', { path: undefined, line: 1 }, 'invalid_arguments', /path: is needed/],
    ['a path outside', { path: '../x.ts', line: 1 }, 'outside_workspace', /outside the workspace/],
    ['a missing file', { path: 'src/mani.ts', line: 1 }, 'not_found', /main\.ts/],
    ['a file of no known language', { path: 'notes.txt', line: 1 }, 'unavailable', /"\.txt" files/],
  ]
  for (const [title, input, code, message] of wrong) {
    it(`tells what is wrong with ${title}`, async () => {
      const { path = 'src/main.ts', ...rest } = input
      const result = await project.ask({
        action: 'definition',
        ...('path' in input && input['path'] === undefined ? {} : { path }),
        ...rest,
      })
      assert.equal(result.error?.code, code)
      assert.match(textOf(result), message)
    })
  }
})
