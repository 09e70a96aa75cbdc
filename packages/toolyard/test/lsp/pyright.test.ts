/** Every action of `lsp` that pyright offers, against the real one: it must not be believed before it has read the project. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { makeProject, type Project } from './project.ts'

const users = Object.fromEntries(
  Array.from({ length: 150 }, (_, index) => [
    `shapes/user_${index}.py`,
    `from shapes.square import double\nvalue = double(${index})\n`,
  ]),
)
const files = {
  'shapes/__init__.py': '',
  'shapes/square.py': [
    'class Square:',
    '    """A square, by its side."""',
    '    def __init__(self, side: float) -> None:',
    '        self.side = side',
    '',
    'def double(number: int) -> int:',
    '    """Twice the number."""',
    '    return number * 2',
    '',
  ].join('\n'),
  'main.py': [
    'from shapes.square import Square, double',
    'face = "😀"; four = double(2)',
    'tile = Square("two")',
    '',
  ].join('\n'),
}

interface Places {
  readonly places: readonly { readonly path: string; readonly line: number; readonly column: number }[]
  readonly left_out?: { readonly count: number }
}

describe('lsp with pyright', () => {
  let project: Project
  before(async () => {
    project = await makeProject({ ...files, ...users }, { packages: ['pyright'] })
  })
  after(() => project[Symbol.asyncDispose]())

  it('finds all references on the very first call', async () => {
    const result = await project.ask({
      action: 'references',
      path: 'shapes/square.py',
      line: 6,
      query: 'double',
    })
    const { places, left_out } = result.data as Places
    assert.equal(places.length, 200)
    assert.equal(places.length + (left_out?.count ?? 0), 1 + 2 + 150 * 2)
    assert.match(textOf(result), /\[103 more left out: shapes\/user_\d+\.py \(\d\), /)
  })

  it('finds the definition behind an emoji', async () => {
    const text = await project.tell({ action: 'definition', path: 'main.py', line: 2, column: 20 })
    assert.match(text, /^definition of "double" at main\.py:2:20: 1$/m)
    assert.match(text, /^shapes\/square\.py:6:5: def double\(number: int\) -> int:$/m)
  })

  it('shows type and documentation', async () => {
    const text = await project.tell({ action: 'hover', path: 'main.py', line: 2, query: 'double' })
    assert.match(text, /def double/)
    assert.match(text, /Twice the number\./)
  })

  it('lists the symbols of a file', async () => {
    const text = await project.tell({ action: 'symbols', path: 'shapes/square.py' })
    assert.match(text, /^shapes\/square\.py:1:7: class Square$/m)
    assert.match(text, /^shapes\/square\.py:3:9: method Square\.__init__$/m)
    assert.match(text, /^shapes\/square\.py:6:5: function double$/m)
  })

  it('finds symbols of the workspace by name', async () => {
    const text = await project.tell({ action: 'workspace_symbols', query: 'Square' })
    assert.match(text, /^shapes\/square\.py:1:7: class Square$/m)
  })

  it('tells errors', async () => {
    const text = await project.tell({ action: 'diagnostics', path: 'main.py' })
    assert.match(text, /^main\.py:3:15 error reportArgumentType Argument of type "Literal\['two'\]"/m)
  })

  it('says what it does not offer, and what it does', async () => {
    const result = await project.ask({ action: 'implementations', path: 'main.py', line: 3, query: 'Square' })
    assert.equal(result.error?.code, 'unavailable')
    assert.match(
      textOf(result),
      /pyright does not offer implementations\nIt offers definition, references, hover/,
    )
  })

  it('tells the errors of a document as it is on disk now, and again when another file changes', async () => {
    const errors = (): Promise<string> => project.tell({ action: 'diagnostics', path: 'main.py' })
    await project.write('main.py', files['main.py'].replace('"two"', '2.0'))
    assert.match(await errors(), /^No errors/)
    await project.write('shapes/square.py', files['shapes/square.py'].replace('side: float', 'side: str'))
    assert.match(await errors(), /error reportArgumentType/)
    await project.write('shapes/square.py', files['shapes/square.py'])
    assert.match(await errors(), /^No errors/)
  })

  it('sees files that come and go', async () => {
    const count = async (): Promise<number> => {
      const input = { action: 'references', path: 'shapes/square.py', line: 1, query: 'Square' }
      return ((await project.ask(input)).data as Places).places.length
    }
    const start = await count()
    await project.write('more.py', 'from shapes.square import Square\nSquare(1)\n')
    assert.equal(await count(), start + 2)
    await rm(join(project.root, 'more.py'))
    assert.equal(await count(), start)
  })

  it('renames in all files', async () => {
    const result = await project.ask({
      action: 'rename',
      path: 'main.py',
      line: 2,
      query: 'double',
      new_name: 'twice',
    })
    assert.equal(result.status, 'ok')
    assert.match(textOf(result), /^Renamed "double" at main\.py:2:20 to "twice": 303 changes in 152 files$/m)
    assert.equal(
      project.read('main.py'),
      files['main.py'].replaceAll('double', 'twice').replace('"two"', '2.0'),
    )
    assert.equal(project.read('shapes/square.py'), files['shapes/square.py'].replaceAll('double', 'twice'))
    assert.equal(project.read('shapes/user_7.py'), 'from shapes.square import twice\nvalue = twice(7)\n')
    const text = await project.tell({
      action: 'references',
      path: 'shapes/square.py',
      line: 6,
      query: 'twice',
    })
    assert.match(text, /: 303$/m)
  })
})
