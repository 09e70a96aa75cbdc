import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { load, namesOf, packageOf, plugin, tool } from './plugin-project.test.ts'

describe('a plugin that is wrong', () => {
  const good = {
    '/good/package.json': '{ "name": "good", "type": "module", "toolyard": { "tools": ["./a.js"] } }',
    '/good/a.js': `export default ${tool('good')}`,
  }

  for (const [what, files, says, hint] of [
    [
      'not installed',
      {},
      /^Plugin "toolyard-plugin-x": the package is not installed$/,
      /npm install toolyard-plugin-x/,
    ],
    ['without package.json', { 'a.js': '' }, /it has no package\.json/, /./],
    [
      'with a package.json that is none',
      { 'package.json': '{' },
      /its package\.json is not valid JSON/,
      /Correct/,
    ],
    [
      'without the field',
      { 'package.json': '{ "name": "toolyard-plugin-x" }' },
      /has no "toolyard" field, so it is no plugin/,
      /take it out of `plugins`/,
    ],
    [
      'with a field of the wrong kind',
      { 'package.json': packageOf(['./tools']) },
      /must be an object, not a list/,
      /./,
    ],
    [
      'with an unknown key',
      { 'package.json': packageOf({ tool: ['./a.js'] }) },
      /"toolyard\.tool" is not known\. Did you mean "tools"\?/,
      /./,
    ],
    [
      'that brings nothing',
      { 'package.json': packageOf({ requires: '*' }) },
      /names nothing that it brings/,
      /./,
    ],
    [
      'for another version',
      { 'package.json': packageOf({ tools: [], requires: '>=99' }) },
      /it requires Toolyard >=99, and this is 0\.\d+\.\d+/,
      /that fits/,
    ],
    [
      'with a range that is none',
      { 'package.json': packageOf({ tools: [], requires: 'new' }) },
      /"new", which is no range of versions/,
      />=0\.1/,
    ],
    [
      'whose module is missing',
      { 'package.json': packageOf('./dist/plugin.js') },
      /there is no "\.\/dist\/plugin\.js" in its folder/,
      /build the package/,
    ],
    [
      'whose module leads out',
      { 'package.json': packageOf('../../good/a.js') },
      /"\.\.\/\.\.\/good\/a\.js" leads out of its folder/,
      /./,
    ],
    [
      'whose module throws',
      { 'package.json': packageOf('./p.js'), 'p.js': 'throw new Error("no licence")' },
      /The import failed.*: no licence/,
      /^$/,
    ],
    [
      'whose module is not JavaScript',
      { 'package.json': packageOf('./p.js'), 'p.js': 'export default {' },
      /Syntax error/,
      /./,
    ],
    [
      'in TypeScript that was not built',
      { 'package.json': packageOf('./p.ts'), 'p.ts': 'export default {} as object' },
      /./,
      /build it before it is published/,
    ],
    [
      'that exports rubbish',
      { 'package.json': packageOf('./p.js'), 'p.js': 'export default 7' },
      /7 is not a plugin/,
      /definePlugin/,
    ],
    [
      'that exports nothing',
      { 'package.json': packageOf('./p.js'), 'p.js': '' },
      /undefined is not a plugin/,
      /definePlugin/,
    ],
    [
      'with an unknown part',
      { 'package.json': packageOf('./p.js'), 'p.js': 'export default { hook: [] }' },
      /"hook" is not a part of a plugin\. Did you mean "hooks"\?/,
      /./,
    ],
    [
      'whose function throws',
      { 'package.json': packageOf('./p.js'), 'p.js': 'export default () => { throw new Error("no key") }' },
      /no key/,
      /^$/,
    ],
    [
      'whose hooks are none',
      { 'package.json': packageOf({ hooks: './h.js' }), 'h.js': 'export default "x"' },
      /hooks must be a list of hooks, not "x"/,
      /./,
    ],
    [
      'whose executors are none',
      { 'package.json': packageOf({ executors: './e.js' }), 'e.js': 'export default { a: 1 }' },
      /executors must be executors by name/,
      /./,
    ],
  ] as const) {
    it(`${what} is told in a sentence, and the others load`, async (t) => {
      const loaded = await load(t, { ...good, ...files }, ['toolyard-plugin-x', './good'])
      assert.equal(loaded.problems.length, 1, JSON.stringify(loaded.problems))
      const [problem] = loaded.problems
      assert.match(problem?.reason ?? '', says)
      assert.match(problem?.reason ?? '', /^Plugin "toolyard-plugin-x": /)
      assert.match(problem?.hint ?? '', hint)
      assert.ok(problem?.file.startsWith(loaded.folder), problem?.file)
      assert.deepEqual(namesOf(loaded), ['good'])
    })
  }

  it('in one tool loses that tool alone', async (t) => {
    const loaded = await load(t, {
      'package.json': packageOf({ tools: ['./tools', './c.js', './none.js'] }),
      'tools/a.js': `export default ${tool('a')}`,
      'tools/b.js': 'export default { execute: () => 1 }',
      'c.js': 'export default { name: "c" }',
    })
    assert.deepEqual(namesOf(loaded), ['a'])
    assert.deepEqual(
      loaded.problems.map(({ file, reason }) => [file.split('/').at(-1), reason]),
      [
        ['b.js', 'Plugin "toolyard-plugin-x@1.2.0": Tool "b" has no description'],
        ['c.js', 'Plugin "toolyard-plugin-x@1.2.0": The file exports no tool'],
        ['package.json', 'Plugin "toolyard-plugin-x@1.2.0": there is no "./none.js" in its folder'],
      ],
    )
  })

  it('by clashing with another leaves what was there first', async (t) => {
    const { tools, executors, problems } = await load(t, {}, [
      plugin({
        name: 'one',
        executors: { REST: { execute: () => 1 } },
        tools: [{ name: 'same', description: 'One.', execute: () => 1 }],
      }),
      plugin({
        name: 'two',
        executors: { REST: { execute: () => 2 } },
        tools: [{ name: 'same', description: 'Two.', execute: () => 2 }],
      }),
      plugin({ name: 'two', tools: [{ name: 'other', description: 'Other.', execute: () => 2 }] }),
    ])
    assert.deepEqual(
      tools.map(({ manifest }) => manifest.description),
      ['One.'],
    )
    assert.equal((executors['REST'] as { execute(): number }).execute(), 1)
    assert.deepEqual(
      problems.map(({ reason }) => reason),
      [
        'Plugin "two@0.0.0": the name "same" is taken by plugin "one@0.0.0"',
        'Plugin "two@0.0.0": another plugin runs the tools of type REST already',
        'Plugin "two@0.0.0": there is a plugin of this name already, and it stays',
      ],
    )
  })

  it('in the configuration itself is told so', async (t) => {
    const { problems } = await load(t, { 'package.json': packageOf({ tools: [] }) }, [
      7 as never,
      '../../etc/passwd/..x y',
      './nowhere',
      { use: 'toolyard-plugin-x', disabled: ['a'] } as never,
      { use: 'toolyard-plugin-x', disable: 'a' } as never,
      { use: 'toolyard-plugin-x', options: { a: 1 } },
      plugin({ tools: [] }),
      plugin({ name: 'paths', tools: ['./a.js'] }),
    ])
    assert.deepEqual(
      problems.map(({ reason }) => reason.replace(/^Plugin "[^"]*": /, '')),
      [
        '7 is neither the name of a package, nor a path, nor a plugin',
        'there is no such folder',
        'there is no such folder',
        '"disabled" is no setting of a plugin. Did you mean "disable"?',
        'disable must be a list of texts, not "a"',
        'it takes no options',
        'a plugin in code needs a name',
        'a plugin in code has no folder, so it can not name paths',
      ],
    )
  })
})
