import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolResult } from 'toolyard'

interface Entry {
  readonly id: string
  readonly schema: string
  readonly expect: 'allow' | 'deny'
  readonly reason: string
  readonly args?: Record<string, unknown>
  readonly raw?: string
  readonly gen?: string
}
type Schema = { readonly properties: Record<string, { readonly default?: unknown }> }

const corpus = JSON.parse(readFileSync(new URL('../corpora/args.json', import.meta.url), 'utf8')) as {
  readonly schemas: Record<string, Schema>
  readonly entries: readonly Entry[]
  readonly count: number
}

/** What the text of a refusal must name; where nothing is named here, the text must speak of JSON or of an object. */
const fields: Readonly<Record<string, string>> = {
  A021: 'path',
  A023: 'path',
  A025: 'path',
  A027: 'replaceAll',
  A029: 'limit',
  A031: 'limit',
  A033: 'query',
  A035: 'user',
  A037: 'tags',
  A039: 'tags',
  A041: 'target',
  A043: 'path',
  A045: 'path',
  A047: 'extra',
  A049: 'query',
  A051: 'limit',
  A053: 'limit',
  A055: 'ratio',
  A057: 'mode',
  A059: 'mode',
  A061: 'x',
  A063: 'tags',
  A065: 'tags',
  A067: 'when',
  A069: '1A',
  A071: 'A;B',
  A073: 'a',
  A099: 'limit',
  A101: 'constructor',
  A103: '__defineGetter__',
  A105: 'hasOwnProperty',
  A107: '__proto__',
  A109: '__proto__',
  A111: '__proto__',
  A115: 'env',
  A117: 'query',
  A121: 'path',
  A127: 'approvalDecision',
  A129: 'requires_confirmation',
  A131: 'agentId',
  A133: '__hook',
}
const edit = { path: 'a', oldText: 'b', newText: 'c' }

const generators: Readonly<Record<string, () => unknown>> = {
  'depth-obj:20000': () => `{"user":${'{"name":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  'keys:1000000': () => ({
    env: Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`K${index}`, 'v'])),
  }),
  'string:unicode-combining:200000': () => ({ query: `a${'\u0301'.repeat(200_000)}` }),
  'raw-bytes:utf16-bom': () => Buffer.from(`\ufeff${JSON.stringify(edit)}`, 'utf16le').toString('utf8'),
  'string:nul-path': () => ({ ...edit, path: 'a\0.txt' }),
}

async function answer(schema: unknown, input: unknown): Promise<{ result: ToolResult; seen: unknown[] }> {
  const seen: unknown[] = []
  const probe = defineTool({
    name: 'probe',
    description: 'A tool for tests.',
    permission: 'write',
    effects: 'local_state',
    inputSchema: schema as never,
    execute: (value) => void seen.push(value),
  })
  await using yard = await createToolyard({ tools: [probe] })
  const before = Reflect.ownKeys(Object.prototype).length
  const started = performance.now()
  const result = await yard.call('probe', input)
  assert.ok(performance.now() - started < 10_000, 'it does not hang')
  assert.equal(Reflect.ownKeys(Object.prototype).length, before)
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  return { result, seen }
}

function withDefaults(schema: Schema | undefined, args: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.entries(schema?.properties ?? {}).filter(([, child]) => child.default !== undefined)
  return { ...Object.fromEntries(defaults.map(([name, child]) => [name, child.default])), ...args }
}

function assertRefused(
  { result, seen }: { result: ToolResult; seen: unknown[] },
  names: string | RegExp,
): void {
  assert.equal(result.status, 'error')
  assert.equal(result.error?.code, 'invalid_arguments')
  assert.deepEqual(seen, [], 'the tool did not run')
  const text = textOf(result)
  if (typeof names === 'string') assert.ok(text.includes(names), `${JSON.stringify(text)} names ${names}`)
  else assert.match(text, names)
}

const define = (inputSchema: unknown): unknown =>
  defineTool({
    name: 'huge',
    description: 'Huge.',
    inputSchema: inputSchema as never,
    execute: () => 1,
  })

describe('arguments of the corpus', () => {
  it('are all here', () => assert.equal(corpus.entries.length, corpus.count))

  for (const entry of corpus.entries) {
    const schema = corpus.schemas[entry.schema]
    if (entry.gen?.startsWith('regex-pattern-schema:')) {
      it(`${entry.id} an exponential pattern is refused, or matched at once`, async () => {
        const pattern = entry.gen?.slice('regex-pattern-schema:'.length)
        const text = `${'a'.repeat(50_000)}!`
        const exponential = { type: 'object', properties: { text: { type: 'string', pattern } } }
        assertRefused(await answer(exponential, { text }), 'text')
      })
    } else if (entry.gen === 'schema:10MB') {
      it(`${entry.id} a schema of 10 MB is refused`, () => {
        const property = { type: 'string', description: 'x'.repeat(1000) }
        const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, property]))
        assert.throws(() => define({ type: 'object', properties }), /too large/)
        assert.throws(() => define({ type: 'object', description: 'x'.repeat(10_000_000) }), /too large/)
      })
    } else if (entry.expect === 'deny') {
      const input = (): unknown => entry.args ?? entry.raw ?? generators[entry.gen ?? '']?.()
      it(`${entry.id} refuses: ${entry.reason}`, async () => {
        const given = input()
        assert.notEqual(given, undefined)
        assertRefused(await answer(schema, given), fields[entry.id] ?? /JSON|object|deeper/)
        if (entry.args)
          assertRefused(await answer(schema, JSON.stringify(entry.args)), fields[entry.id] ?? /JSON/)
      })
    } else {
      it(`${entry.id} takes: ${entry.reason}`, async () => {
        const args = entry.args ?? {}
        for (const given of [args, JSON.stringify(args)]) {
          const { result, seen } = await answer(schema, given)
          assert.equal(result.status, 'ok', textOf(result))
          assert.deepStrictEqual(seen, [withDefaults(schema, args)])
        }
      })
    }
  }
})
