import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, textOf, type ToolService } from '../../index.ts'
import { tempFolder } from '../temp-folder.test.ts'
import { readToolRegistry } from './read-tool-registry.ts'
import { legacyProject, nameOf, onlyProblem, registryPath } from './support.test.ts'

const functionFile = (name: string, kind: string, path: string): string =>
  `name = "${name}"\ntool_type = "${kind}"\ndescription = "Does ${name}."\nfunction_path = "${path}"\n[parameters]\ntype = "object"\n`

interface Functions {
  readonly kind: 'builtin' | 'native'
  readonly source: string
  /** From name to what stands in `function_path`. */
  readonly paths: Readonly<Record<string, string>>
}

/** Tools whose functions are in `src/it.ts`, ready to be called. */
async function yardOf(t: TestContext, { kind, source, paths }: Functions): Promise<ToolService> {
  const files = Object.entries(paths).map(([name, path]) => [
    `configs/tools/${name}.toml`,
    functionFile(name, kind, path),
  ])
  const registry = await legacyProject(t, { 'src/it.ts': source, ...Object.fromEntries(files) })
  assert.deepEqual(registry.problems, [])
  const yard = await createToolyard({ tools: registry.tools })
  t.after(() => yard.close())
  return yard
}

describe('the function of a legacy builtin tool', () => {
  it('is found by file and export, from the project or beside the tool file', async (t) => {
    const yard = await yardOf(t, {
      kind: 'builtin',
      source: `export const sum = ({ a, b }) => a + b
export default async (input) => Object.keys(input).length
`,
      paths: {
        colon: 'src/it.ts:sum',
        hash: 'src/it.ts#sum',
        beside: '../../src/it.ts#sum',
        module: 'src.it:sum',
        unnamed: 'src/it.ts',
      },
    })
    for (const tool of ['colon', 'hash', 'beside', 'module'])
      assert.equal((await yard.call(tool, { a: 1, b: 2 })).data, 3, tool)
    assert.equal((await yard.call('unnamed', { a: 1 })).data, 1)
  })

  it('may be an object or a class with execute, may stream, and gets the context', async (t) => {
    const yard = await yardOf(t, {
      kind: 'builtin',
      source: `export const object = { factor: 2, execute({ n }) { return this.factor * n } }
export class Doubler { factor = 2; execute({ n }) { return this.factor * n } }
export async function* stream() { yield 'a'; yield 'b' }
export const who = (_input, context) => context.tool
`,
      paths: {
        object: 'src/it.ts:object',
        doubler: 'src/it.ts:Doubler',
        stream: 'src/it.ts:stream',
        who: 'src/it.ts:who',
      },
    })
    assert.equal((await yard.call('object', { n: 4 })).data, 8)
    assert.equal((await yard.call('doubler', { n: 4 })).data, 8)
    assert.equal(textOf(await yard.call('stream', {})), 'ab')
    assert.equal((await yard.call('who', {})).data, 'who')
  })

  it('is imported with the first call, and not before', async (t) => {
    const { path } = await tempFolder(t, {
      [registryPath]: '[auto_discovery]\n',
      'configs/tools/it.toml': functionFile('it', 'builtin', 'src/it.ts:it'),
      'src/it.ts': `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('./imported', import.meta.url), '')
export const it = () => 'done'
`,
    })
    const { tools } = await readToolRegistry(join(path, registryPath))
    const yard = await createToolyard({ tools })
    t.after(() => yard.close())
    assert.equal(existsSync(join(path, 'src/imported')), false)
    assert.equal((await yard.call('it', {})).data, 'done')
    assert.equal(existsSync(join(path, 'src/imported')), true)
  })

  it('runs without asking, as the application’s own code does', async (t) => {
    const yard = await yardOf(t, {
      kind: 'builtin',
      source: 'export const it = () => 1\n',
      paths: { it: 'src/it.ts:it' },
    })
    assert.equal((await yard.call('it', {})).status, 'ok')
  })

  it('that can not be imported, or is not exported, fails its calls with the reason', async (t) => {
    const yard = await yardOf(t, {
      kind: 'builtin',
      source: `export const sum = 1\nexport const calculate = () => 1\n`,
      paths: { near: 'src/it.ts:calulate', number: 'src/it.ts:sum', unnamed: 'src/it.ts' },
    })
    const near = await yard.call('near', {})
    assert.equal(near.error?.code, 'tool_failed')
    assert.match(near.error?.message ?? '', /it\.ts has no export "calulate"\. Did you mean "calculate"\?/)
    assert.match((await yard.call('number', {})).error?.message ?? '', /sum of it\.ts is neither a function/)
    assert.match((await yard.call('unnamed', {})).error?.hint ?? '', /It exports calculate, sum/)
  })
})

describe('the object of a legacy native tool', () => {
  const source = `class Counter {
  count = 0
  execute({ by = 1 }) { return (this.count += by) }
}
export { Counter }
export const makeCounter = async () => new Counter()
export const factory = { create: () => new Counter() }
export const double = ({ by }) => by * 2
export const nothing = () => 7
`

  it('is made once for each thread, by a class, a function or a factory', async (t) => {
    const yard = await yardOf(t, {
      kind: 'native',
      source,
      paths: { a: 'src/it.ts:Counter', b: 'src/it.ts:makeCounter', c: 'src/it.ts#factory' },
    })
    for (const tool of ['a', 'b', 'c']) {
      assert.equal((await yard.call(tool, {}, { threadId: 'one' })).data, 1)
      assert.equal((await yard.call(tool, { by: 5 }, { threadId: 'one' })).data, 6)
      assert.equal((await yard.call(tool, {}, { threadId: 'two' })).data, 1)
    }
  })

  it('may be a function with parameters, which is then called each time', async (t) => {
    const yard = await yardOf(t, { kind: 'native', source, paths: { double: 'src/it.ts:double' } })
    assert.equal((await yard.call('double', { by: 4 })).data, 8)
  })

  it('that has no execute is told', async (t) => {
    const yard = await yardOf(t, { kind: 'native', source, paths: { nothing: 'src/it.ts:nothing' } })
    assert.match((await yard.call('nothing', {})).error?.message ?? '', /gives nothing that has execute\(\)/)
  })
})

describe('a function_path', () => {
  const told = async (t: TestContext, path: string): Promise<readonly [string, string]> => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': functionFile('it', 'builtin', path),
      'configs/tools/good.toml': functionFile('good', 'builtin', 'src/good.ts:good'),
      'src/good.ts': 'export const good = () => 1\n',
    })
    assert.deepEqual(registry.tools.map(nameOf), ['good'])
    const { reason, hint = '' } = onlyProblem(registry)
    return [reason, hint]
  }

  it('of a Python module is told as one, with both ways out', async (t) => {
    const [reason, hint] = await told(t, 'src.domain.tools.calculator:calculate')
    assert.match(
      reason,
      /^line 4: function_path "src\.domain\.tools\.calculator:calculate" is a Python module/,
    )
    assert.match(hint, /src\/domain\/tools\/calculator\.ts/)
    assert.match(hint, /\.tool\.toml with command = \["python3"/)
  })

  it('that names no file, or one that is missing, is told', async (t) => {
    assert.match((await told(t, 'path'))[0], /^line 4: function_path "path" names no file$/)
    const [reason, hint] = await told(t, 'src/gone.ts:run')
    assert.match(reason, /^line 4: function_path names src\/gone\.ts, which does not exist$/)
    assert.equal(hint, 'Create src/gone.ts with an export "run", or correct the path.')
  })

  it('that leads out of the project is refused', async (t) => {
    const outside = await tempFolder(t, { 'evil.ts': 'export const run = () => 1\n' })
    const [reason] = await told(t, `${join(outside.path, 'evil.ts')}:run`)
    assert.match(reason, /leads out of the project/)
  })

  it('must be there', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': '[tool]\nid = "it"\nname = "it"\ntype = "STATEFUL"\ndescription = "It."\n',
    })
    assert.match(onlyProblem(registry).reason, /function_path is missing/)
  })
})
