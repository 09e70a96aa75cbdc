import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type Tool } from 'toolyard'
import { isTool } from '../../src/define/index.ts'
import { compileDefinition, dialectNames } from '../../src/dialects/index.ts'
import { mcpTool } from '../../src/kinds/mcp/definition/mcp-tool.ts'
import { entryOf } from '../../src/registry/index.ts'
import { uncheckedKeywords } from '../../src/runtime/unchecked-keywords.ts'

const object = { type: 'object' } as const
const named = { description: 'A tool.', permission: 'read', effects: 'none', execute: () => 'ok' } as const
const many = <T>(count: number, make: (index: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` })
const toolWith = (schema: object): Tool =>
  defineTool({ name: 'probe', ...named, inputSchema: { ...object, ...schema } })

/** Far more than it takes, far less than it would take without a limit. */
const soonMs = 30_000

async function within<T>(run: () => T | Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await run()
  assert.ok(performance.now() - started < soonMs, `took ${performance.now() - started} ms`)
  return result
}

describe('a hostile schema', () => {
  it('whose parts double with every reference ends with a sentence', async () => {
    const $defs = { ...many(40, (i) => [`a${i}`, { allOf: [ref(`a${i + 1}`), ref(`a${i + 1}`)] }]), a40: {} }
    const tool = toolWith({ properties: { v: ref('a0') }, $defs })
    const { issues } = await within(() => tool.input.check({ v: 1 }))
    assert.match(issues?.[0]?.message ?? '', /takes over 2000000 steps/)
  })

  it('whose parts double with every level of the value ends with a sentence', async () => {
    const inner = { properties: { n: ref('a') } }
    const tool = toolWith({
      properties: { v: ref('a') },
      $defs: { a: { anyOf: [inner, { ...inner, not: inner }] } },
    })
    let value: object = { n: 1 }
    for (let level = 0; level < 50; level++) value = { n: value }
    await within(() => tool.input.check({ v: { n: value } }))
  })

  it('with a long chain of references is read in time', async () => {
    const $defs = { ...many(15_000, (i) => [`a${i}`, ref(`a${i + 1}`)]), a15000: { type: 'string' } }
    await within(() => toolWith({ properties: { v: ref('a0') }, $defs }))
  })

  it('with thousands of dynamic anchors, or of scopes for them, is read in time or refused', async () => {
    const anchors = many(15_000, (i) => [`d${i}`, { $dynamicAnchor: `n${i}` }])
    const properties = many(900, (i) => [
      `p${i}`,
      { $id: `https://y.example/${i}`, $dynamicRef: `https://x.example/#n${i}` },
    ])
    await within(() => toolWith({ $id: 'https://x.example/', $defs: anchors, properties }))
    const chain = many(3000, (i) => [
      `d${i}`,
      {
        $id: `https://x.example/${i}`,
        $dynamicAnchor: `n${i}`,
        items: { $dynamicRef: `#n${i}` },
        $ref: `https://x.example/${i + 1}`,
      },
    ])
    const endless = {
      $defs: { ...chain, last: { $id: 'https://x.example/3000' } },
      properties: { v: { $ref: 'https://x.example/0' } },
    }
    await within(() => assert.throws(() => toolWith(endless), /too large/))
  })

  it('with two schemas of one $id is refused where a reference means them', () => {
    const twins = {
      a: { $id: 'https://c.example/x', type: 'string' },
      b: { $id: 'https://c.example/x', type: 'number' },
    }
    const properties = { v: { $ref: 'https://c.example/x' } }
    assert.throws(() => toolWith({ $defs: twins, properties }), /two schemas that have the same/)
    assert.ok(toolWith({ $defs: { a: twins.a, b: { ...twins.a } }, properties }))
  })

  it('with many hard key patterns holds nobody up', async () => {
    const tool = toolWith({ patternProperties: many(300, (i) => [`^(a|aa)+${i}$`, {}]) })
    let turns = 0
    const timer = setInterval(() => turns++, 20)
    const { issues } = await within(() => tool.input.check({ ['a'.repeat(20_000)]: 1 }))
    clearInterval(timer)
    assert.equal(issues, undefined)
    assert.ok(turns > 0)
  })

  it('hides no pattern behind a word that is no keyword', async () => {
    const tool = toolWith({
      properties: { v: { $ref: '#/x-parts/v' } },
      'x-parts': { v: { pattern: '^(a+)+$' } },
    })
    const { issues } = await within(() => tool.input.check({ v: `${'a'.repeat(100)}!` }))
    assert.notEqual(issues, undefined)
  })
})

describe('a tool with a keyword that can not be enforced', () => {
  const parameters = {
    ...object,
    properties: { id: { type: 'string', pattern: '(?<=x)y' }, n: { type: 'number', required: true } },
  }

  it('that others describe stays, is checked by all else, shown as it can be, and told of', async () => {
    const tool = mcpTool({
      server: 'docs',
      definition: { name: 'get', inputSchema: parameters },
      identity: 'x',
    })
    assert.ok(isTool(tool))
    const [note] = uncheckedKeywords([entryOf(tool)], 'mcp.json')
    assert.equal(note?.isNote, true)
    assert.match(
      note.reason,
      /"docs__get" is used, but part of its schema is not checked.*pattern.*"required"/s,
    )
    const { issues = [] } = await tool.input.check({ id: 5, n: 'x' })
    assert.deepEqual(
      issues.map(({ path, message }) => `${path.join('.')} ${message}`),
      ['id must be string', 'n must be number'],
    )
    const { id } = parameters.properties
    assert.deepEqual(tool.manifest.inputSchema.properties, { id, n: { type: 'number' } })
    for (const dialect of dialectNames)
      assert.notEqual(compileDefinition(tool.manifest, dialect).report.fidelity, 'rejected')
  })

  it('that people write, in code or configuration, is refused', async () => {
    assert.throws(() => toolWith({ properties: { id: { pattern: '(?<=x)y' } } }), /linear time/)
    assert.throws(() => toolWith({ properties: { id: { $ref: 'other.json' } } }), /points nowhere/)
    const config = { baseUrl: 'https://api.example.com' }
    await using yard = await createToolyard({
      rest: [{ name: 'get_it', description: 'Gets it.', parameters, config }],
      builtins: [],
    })
    assert.match(yard.problems[0]?.reason ?? '', /linear time/)
    assert.deepEqual(yard.registry.listAll(), [])
  })
})
