import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, describe, it } from 'node:test'
import { createToolyard, type ToolResult, ToolyardError } from '../index.ts'
import { codeOf, type Execute, gate, probe, soon, textOf, turns } from './support.test.ts'

const strays: unknown[] = []
const note = (reason: unknown): void => void strays.push(reason)
before(() => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})
after(() => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
})

/** One call of a tool, after which another call must still work and nothing may have gone astray. */
async function call(execute: Execute, facts: object = {}): Promise<ToolResult> {
  await using yard = await createToolyard({
    tools: [probe(execute, facts), probe(() => 'alive', { name: 'other' })],
  })
  const result = await soon(yard.call('probe', { a: 1 }))
  assert.equal(textOf(await soon(yard.call('other', {}))), 'alive')
  await turns()
  assert.deepEqual(strays.splice(0), [])
  JSON.stringify(result.content)
  return result
}

const throwing =
  (value: unknown): Execute =>
  () => {
    throw value
  }
const rejecting =
  (value: unknown): Execute =>
  async () => {
    throw value
  }
const trap = (): never => {
  throw new Error('trapped')
}
const thorny = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap })
const spiteful = Object.defineProperty(new Error('x'), 'message', { get: trap })

const thrown: readonly (readonly [title: string, value: unknown, text: RegExp])[] = [
  ['a string', 'plain words', /plain words/],
  ['an empty string', '', /empty string/],
  ['undefined', undefined, /undefined was thrown/],
  ['null', null, /null was thrown/],
  ['a number', 0, /0 was thrown/],
  ['a symbol', Symbol('odd'), /odd/],
  ['a frozen object', Object.freeze({ message: 'cold' }), /cold/],
  ['an error whose message throws', spiteful, /cannot be read/],
  ['a Proxy that throws at every touch', thorny, /./],
  ['an object that pretends to be our error', { [Symbol.for('toolyard.error')]: true }, /./],
  ['an object with a hostile toString', { toString: trap }, /./],
  ['an error with a megabyte of message', new Error('m'.repeat(1_000_000)), /mmm/],
  ['an error with colours and bells', new Error('\u001b[31mred\u0007\u202e'), /red/],
]

describe('a tool that throws', () => {
  for (const [title, value, text] of thrown)
    for (const [way, execute] of [
      ['throws', throwing(value)],
      ['rejects with', rejecting(value)],
    ] as const)
      it(`${way} ${title} gives an error that can be read`, async () => {
        const result = await call(execute)
        assert.deepEqual([result.status, codeOf(result)], ['error', 'tool_failed'])
        assert.match(textOf(result), text)
        assert.ok(textOf(result).length < 30_000)
        for (const hidden of ['\u001b', '\u0007', '\u202e']) assert.ok(!textOf(result).includes(hidden))
      })

  it('keeps code, hint and retry of our own error', async () => {
    const result = await call(
      throwing(
        new ToolyardError('not_found', 'no such row', {
          hint: 'List them.',
          retryable: true,
          retryAfterMs: 5,
        }),
      ),
    )
    assert.deepEqual(result.error, {
      code: 'not_found',
      message: 'no such row',
      hint: 'List them.',
      retryable: true,
      retryAfterMs: 5,
    })
  })
})

function named(): void {}
const cyclic: Record<string, unknown> = { name: 'loop' }
cyclic['self'] = cyclic
const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)

const returned: readonly (readonly [title: string, value: () => unknown, text: RegExp])[] = [
  ['undefined', () => undefined, /^$/],
  ['null', () => null, /^$/],
  ['an empty string', () => '', /^$/],
  ['a cycle', () => cyclic, /loop.*circular/],
  ['a BigInt', () => 12n, /^12$/],
  ['a BigInt inside', () => ({ big: 12n }), /"big":"?12/],
  ['a Buffer', () => Buffer.from('abc'), /binary data, 3 bytes/],
  ['a Buffer inside', () => ({ file: Buffer.from('abc') }), /binary data, 3 bytes/],
  ['a typed array', () => new Float64Array(4), /binary data, 32 bytes/],
  ['a Map', () => new Map([['key', { value: 1 }]]), /key.*value.*1/],
  ['a Set', () => new Set(['one', 'two']), /one.*two/],
  ['a Map inside', () => ({ rows: new Map([['key', 1]]) }), /rows.*key.*1/],
  ['a function', () => named, /function named/],
  ['a symbol', () => Symbol('odd'), /odd/],
  ['NaN', () => NaN, /NaN/],
  ['true', () => true, /true/],
  ['a Date', () => new Date(0), /1970-01-01/],
  ['an invalid Date', () => new Date(NaN), /./],
  ['an Error', () => new RangeError('too far'), /too far/],
  [
    'a class instance',
    () =>
      new (class Point {
        x = 1
      })(),
    /"x":1/,
  ],
  ['lists 5,000 deep', () => deep, /too deep/],
  ['a toJSON that throws', () => ({ toJSON: trap, seen: 1 }), /./],
  [
    'a getter that throws',
    () => Object.defineProperty({ fine: 1 }, 'bad', { enumerable: true, get: trap }),
    /fine.*unreadable/,
  ],
  ['colours and bells', () => '\u001b[31mred\u0007 \u202etext', /^red text$/],
]

describe('a tool that returns', () => {
  for (const [title, value, text] of returned)
    for (const [way, execute] of [
      ['', value],
      [', later', async () => value()],
    ] as const)
      it(`${title}${way} gives a result that can be read`, async () => {
        const result = await call(execute)
        assert.equal(result.status, 'ok', textOf(result))
        assert.match(textOf(result), text)
      })

  it('a Proxy that throws at every touch gives an error', async () => {
    for (const facts of [{}, { outputSchema: { type: 'object' } }])
      for (const execute of [() => thorny, async () => [thorny]])
        assert.deepEqual([(await call(execute, facts)).status], ['error'])
  })

  it('a megabyte, or 3 MB in one line, gives a short text and a handle', async () => {
    for (const value of [
      'line\n'.repeat(200_000),
      'x'.repeat(3_000_000),
      { rows: Array.from({ length: 100_000 }, (_, id) => ({ id })) },
    ]) {
      const result = await call(() => value)
      assert.equal(result.status, 'ok')
      assert.ok(Buffer.byteLength(textOf(result)) < 60 * 1024)
      assert.ok(result.handle)
    }
  })
})

const thenable =
  (then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void): Execute =>
  // oxlint-disable-next-line unicorn/no-thenable
  () => ({ then })

describe('a tool that returns something like a promise', () => {
  it('that calls back at once gives its value', async () => {
    assert.equal(textOf(await call(thenable((resolve) => resolve('value')))), 'value')
  })

  it('that settles twice counts once', async () => {
    const rows: unknown[] = []
    const twice = thenable((resolve, reject) => {
      resolve('first')
      resolve('second')
      reject(new Error('third'))
      setImmediate(() => resolve('fourth'))
    })
    await using yard = await createToolyard({
      tools: [probe(twice, { permission: 'write', effects: 'local_state' })],
    })
    const result = await yard.call('probe', {}, { threadId: 't' })
    await turns()
    rows.push(...(await yard.calls()))
    assert.deepEqual([textOf(result), rows.length], ['first', 1])
    assert.equal(yard.thread('t').active, 0)
  })

  it('that throws, before or after it settled, is a failed or a finished tool', async () => {
    assert.equal(codeOf(await call(thenable(trap))), 'tool_failed')
    assert.equal(textOf(await call(thenable((resolve) => (resolve('value'), trap())))), 'value')
  })

  it('that gives another promise is waited for to the end', async () => {
    assert.equal(textOf(await call(thenable((resolve) => resolve(Promise.resolve('inner'))))), 'inner')
    assert.equal(
      codeOf(await call(thenable((resolve) => resolve(Promise.reject(new Error('inner')))))),
      'tool_failed',
    )
  })

  it('that never settles is stopped by its time limit', async () => {
    assert.equal(
      (
        await call(
          thenable(() => {}),
          { timeoutMs: 20 },
        )
      ).status,
      'timeout',
    )
    assert.equal((await call(() => new Promise(() => {}), { timeoutMs: 20 })).status, 'timeout')
  })

  it('that rejects after it was timed out harms nobody', async () => {
    const late = gate()
    const result = await call(
      () =>
        late.opened.then(() => {
          throw new Error('late')
        }),
      { timeoutMs: 20 },
    )
    assert.equal(result.status, 'timeout')
    late.open()
    await turns()
    assert.deepEqual(strays.splice(0), [])
  })
})

const spoil: Execute = (input) => {
  const open = input as { list: string[]; extra?: number }
  open.list.push('spoiled')
  open.extra = 1
  return open.list.length
}

describe('a tool that changes its arguments', () => {
  it('does not change the caller’s objects', async () => {
    await using yard = await createToolyard({
      tools: [probe(spoil, { permission: 'write', effects: 'local_state' })],
    })
    const given = { list: ['a'] }
    assert.equal((await yard.call('probe', given)).data, 2)
    assert.deepEqual(given, { list: ['a'] })
  })
})
