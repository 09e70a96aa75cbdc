import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { createModuleGraph } from './module-graph.ts'
import { registerModuleHooks } from './module-hooks.ts'
import { answerOf, discover, namesOf, tempFolder, toolFile } from './temp-folder.test.ts'

/** Each bad file, and what must be said of it. */
const badFiles: Record<string, readonly [source: string, reason: RegExp, hint?: RegExp]> = {
  'throws.ts': ["\nthrow new Error('boom')\nexport default {}", /failed at line 2: boom/],
  'throws-null.mjs': ['throw null', /null was thrown/],
  'throws-ours.mjs': [
    "throw Object.assign(new Error('no'), { [Symbol.for('toolyard.error')]: true, code: 'denied', hint: 'Ask.' })",
    /failed.*no/,
    /Ask/,
  ],
  'syntax.ts': ['const a: number = 1\nexport default { execute( }', /^Syntax error at line 2/],
  'syntax-js.mjs': ['export default {', /^Syntax error/, /node .*syntax-js\.mjs/],
  'syntax-decorated.ts': ['@x() class { {', /^Syntax error.*Transform failed/s],
  'helper-syntax.ts': ["import './_broken.ts'\nexport default { execute() {} }", /in _broken\.ts at line 1/],
  'enumerated.ts': [
    'export enum A { a }\nexport default { execute() {} }',
    /enum is not supported/,
    /union of literals/,
  ],
  'missing-file.ts': [
    "import './nope.ts'\nexport default {}",
    /Cannot find module '.*nope\.ts'/,
    /extension/,
  ],
  'missing-package.ts': ["import 'no-such-package-x'\nexport default {}", /no-such-package-x/, /Install/],
  'empty.ts': ['', /exports no tool/, /_/],
  'helper.ts': ['export const a = 1', /exports no tool/, /start the name of a helper file with "_"/],
  'unmarked-class.ts': ['export default class A { execute() {} }', /exports no tool/, /@tool\(\)/],
  'unmarked-named.ts': ['export class A { execute() {} }', /exports no tool/, /@tool\(\)/],
  'bad-field.ts': [
    'export default { permision: 1, execute() {} }',
    /"permision" is not a field/,
    /permission/,
  ],
  'bad-schema.ts': ["export default { inputSchema: { type: 'nope' }, execute() {} }", /inputSchema/],
  'no-function.ts': ["export default { execute: 'x' }", /execute is missing/],
  '2fa.ts': ['export default { execute() {} }', /"2fa".*not a tool name/, /letter/],
  'z-same-name.ts': [toolFile(1).replace('{', "{ name: 'good_7',"), /"good_7" is taken by .*good-7\.ts/],
  'no-description.ts': [
    'export default { execute() {} }',
    /^Tool "no_description" has no description$/,
    /doc comment/,
  ],
  'hangs.mjs': [
    'await new Promise(() => {})\nexport default { execute() {} }',
    /did not finish within 0\.3 s/,
  ],
}

describe('bad files', () => {
  it('are each reported with their path and reason, while a hundred good ones load', async (t) => {
    const good = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`good-${n}.ts`, toolFile(n)]))
    const bad = Object.fromEntries(Object.entries(badFiles).map(([name, [source]]) => [name, source]))
    const folder = await tempFolder(t, { ...good, ...bad, '_broken.ts': 'const a: = 1' })
    const found = await discover(t, { folders: [folder.path], importTimeoutMs: 300 })
    assert.equal(found.tools.length, 100)
    assert.equal(await answerOf(found, 'good_42'), 42)
    assert.deepEqual(
      found.problems.map(({ file }) => basename(file)).toSorted(),
      Object.keys(badFiles).toSorted(),
    )
    for (const { file, reason, hint } of found.problems) {
      const [, expected, expectedHint] = badFiles[basename(file)] ?? []
      assert.match(reason, expected ?? /never/, file)
      if (expectedHint) assert.match(hint ?? '', expectedHint, file)
      assert.doesNotMatch(reason, /toolyard=/)
    }
  })

  it('that never settle cost one time limit together, not one each', async (t) => {
    const hang = 'await new Promise(() => {})\nexport default {}\n'
    const many = Array.from({ length: 40 }, (_, n) => [`a${n}.mjs`, hang])
    const folder = await tempFolder(t, { ...Object.fromEntries(many), 'z.ts': toolFile(1) })
    const start = performance.now()
    const found = await discover(t, { folders: [folder.path], importTimeoutMs: 600 })
    assert.ok(performance.now() - start < 1800)
    assert.deepEqual([namesOf(found), found.problems.length], [['z'], 40])
  })

  it('keep their good exports: one bad class does not spoil its neighbour', async (t) => {
    const mark = "Symbol.for('toolyard.tool-class')"
    const folder = await tempFolder(t, {
      'pair.mjs': `/** Does good. */
        export class Good { static [${mark}] = {}; execute() {} }
        export class Silent { static [${mark}] = {}; execute() {} }
        export class Bad { static [${mark}] = { permission: 'all' }; execute() {} }`,
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual(namesOf(found), ['good'])
    const reasons = found.problems.map(({ reason }) => reason)
    assert.equal(reasons.length, 2)
    assert.match(reasons[0] ?? '', /Tool "bad": permission "all" is not known/)
    assert.match(reasons[1] ?? '', /Tool "silent" has no description/)
  })

  it('with decorators say what to do where esbuild is missing', async (t) => {
    const folder = await tempFolder(t, {
      'a.ts': 'const d = (c: unknown) => c\n@d class A {}\nexport default A\n',
    })
    const hooks = registerModuleHooks({
      id: 'none',
      graph: createModuleGraph(),
      roots: () => [folder.path],
      loadCompiler: () => {
        throw new Error("Cannot find module 'esbuild'")
      },
    })
    t.after(() => hooks.deregister())
    await assert.rejects(import(hooks.urlOf(`${folder.path}/a.ts`)), {
      code: 'tool_failed',
      message: /decorators, which need esbuild/,
      hint: /npm install esbuild/,
    })
  })
})
