/** `call()` does not go through the event iterator; this suite proves that nobody can tell. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { z } from 'zod'
import {
  type CallRecord,
  createToolyard,
  type ToolResult,
  type ToolyardOptions,
  ToolyardError,
} from '../index.ts'
import { type Execute, eventsOf, probe, resultOf } from './support.test.ts'

interface Case {
  readonly title: string
  readonly execute?: Execute
  readonly facts?: object
  readonly input?: unknown
  readonly options?: ToolyardOptions
  readonly tool?: string
  /** Calls of the same kind before the one that is compared. */
  readonly before?: number
}

const write = { permission: 'write', effects: 'local_state' }
const strict = { inputSchema: z.strictObject({ n: z.int().default(3), text: z.string().optional() }) }
const fail =
  (value: unknown): Execute =>
  () => {
    throw value
  }
const never: Execute = () => new Promise(() => {})
const hook = (type: string, answer: unknown): ToolyardOptions => ({
  hooks: [{ name: 'h', type: type as 'PRE_TOOL_USE', handler: () => answer }],
})

const cases: readonly Case[] = [
  { title: 'text', execute: () => 'text' },
  { title: 'text, later', execute: async () => 'text' },
  { title: 'data', execute: () => ({ a: [1, { b: null }] }) },
  { title: 'data, later', execute: async () => ({ a: 1 }) },
  { title: 'nothing', execute: () => undefined },
  { title: 'null', execute: async () => null },
  { title: 'a number', execute: () => 7 },
  { title: 'false', execute: () => false },
  { title: 'a BigInt', execute: () => 7n },
  { title: 'a Buffer', execute: () => Buffer.from('abc') },
  { title: 'a Map', execute: () => new Map([['a', 1]]) },
  { title: 'control characters', execute: () => 'a\u001b[31mb\u0007\r\nc' },
  {
    title: 'a secret',
    execute: () => ({ token: 'hunter2hunter2hunter2' }),
    options: { secrets: ['T'], environment: { T: 'hunter2hunter2hunter2' } },
  },
  { title: 'a long text', execute: () => 'line\n'.repeat(5000) },
  { title: 'a long line', execute: async () => 'x'.repeat(200_000) },
  {
    title: 'blocks',
    execute: () => ({
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
    }),
  },
  { title: 'isError', execute: () => ({ content: 'bad', isError: true }) },
  { title: 'an error', execute: fail(new Error('oops')) },
  {
    title: 'our own error',
    execute: fail(new ToolyardError('not_found', 'lost', { hint: 'look', retryable: true })),
  },
  { title: 'a thrown string', execute: fail('oops') },
  { title: 'a rejection', execute: async () => fail(new Error('late'))({}, undefined as never) },
  {
    title: 'an answer whose then throws when it is looked at',
    // oxlint-disable-next-line unicorn/no-thenable -- that is the case
    execute: () => Object.defineProperty({}, 'then', { get: fail(new Error('tripped')) as () => never }),
  },
  { title: 'a timeout', execute: never, facts: { timeoutMs: 20 } },
  { title: 'a change', execute: () => 'changed', facts: write },
  { title: 'a change that fails', execute: fail(new Error('half')), facts: write },
  { title: 'defaults', execute: (input) => input, facts: strict, input: {} },
  { title: 'repaired arguments', execute: (input) => input, facts: strict, input: '{"arguments":{"n":"5"}}' },
  { title: 'wrong arguments', execute: () => 1, facts: strict, input: { n: 'x', m: 1 } },
  { title: 'no JSON', execute: () => 1, input: '{' },
  { title: 'an unknown tool', tool: 'prob' },
  {
    title: 'an output that breaks its promise',
    execute: () => ({ a: 'x' }),
    facts: { outputSchema: z.object({ a: z.number() }) },
  },
  {
    title: 'an output that keeps it',
    execute: () => ({ a: 1 }),
    facts: { outputSchema: z.object({ a: z.number() }) },
  },
  { title: 'a rendered output', execute: () => ({ a: 1 }), facts: { render: () => 'rendered' } },
  { title: 'a deny rule', execute: () => 1, options: { policy: { deny: ['probe'] } } },
  {
    title: 'a deny rule on an argument',
    execute: () => 1,
    input: { a: 'x' },
    options: { policy: { deny: ['probe(a=x)'] } },
  },
  { title: 'nobody to ask', execute: () => 1, facts: { confirm: true } },
  {
    title: 'an approval',
    execute: () => 'ran',
    facts: { confirm: true },
    options: { approver: { ask: async () => ({ decision: 'approve', by: 'ada' }) } },
  },
  {
    title: 'a rejection by a person',
    execute: () => 1,
    facts: { confirm: true },
    options: { approver: { ask: async () => ({ decision: 'reject', by: 'ada' }) } },
  },
  {
    title: 'a hook that denies',
    execute: () => 1,
    options: hook('PRE_TOOL_USE', { action: 'deny', message: 'no' }),
  },
  {
    title: 'a hook that modifies',
    execute: (input) => input,
    options: hook('PRE_TOOL_USE', { action: 'modify', arguments: { b: 2 } }),
    input: { a: 1 },
  },
  {
    title: 'a hook that skips',
    execute: () => 1,
    options: hook('PRE_TOOL_USE', { action: 'skip', output: 'cached' }),
  },
  {
    title: 'a hook that changes the result',
    execute: () => 1,
    options: hook('POST_TOOL_USE', Promise.resolve({ action: 'modify', output: 'other' })),
  },
  {
    title: 'a hook that mends a failure',
    execute: fail(new Error('x')),
    options: hook('TOOL_ERROR', { action: 'modify', output: 'mended' }),
  },
  { title: 'a rate limit', execute: () => 1, options: { limits: { ratePerMinute: { '*': 2 } } }, before: 2 },
  { title: 'a budget', execute: () => 1, options: { limits: { callsPerThread: 1 } }, before: 1 },
  {
    title: 'a loop',
    execute: () => 'same',
    options: { limits: { loop: { warnAfter: 2, stopAfter: 3 } } },
    before: 3,
  },
  {
    title: 'a warning of a loop',
    execute: () => 'same',
    options: { limits: { loop: { warnAfter: 2, stopAfter: 9 } } },
    before: 2,
  },
  {
    title: 'a generator of text',
    execute: async function* () {
      yield 'a'
      yield 'b\n'
    },
  },
  {
    title: 'a generator of data',
    execute: function* () {
      yield { a: 1 }
      yield [2]
    },
  },
  {
    title: 'a generator that returns',
    execute: async function* () {
      yield 'a'
      return { whole: true }
    },
  },
  {
    title: 'a generator that throws',
    execute: async function* () {
      yield 'a'
      throw new Error('broke')
    },
  },
  { title: 'emit', execute: async (_, context) => context.emit('sent') },
  { title: 'a call inside', execute: async (_, context) => (await context.call('missing', {})).status },
]

/** One way of calling, in a yard of its own. */
async function run(
  at: Case,
  way: 'call' | 'stream',
  threadId?: string,
): Promise<{ result: ToolResult; row: CallRecord | undefined; count: number }> {
  await using yard = await createToolyard({
    tools: [probe(at.execute ?? (() => 1), at.facts)],
    ...at.options,
  })
  const options = { threadId, callId: 'the-call' }
  for (let times = 0; times < (at.before ?? 0); times++)
    await yard.call('probe', at.input ?? {}, { threadId })
  const name = at.tool ?? 'probe'
  const result =
    way === 'call'
      ? await yard.call(name, at.input ?? {}, options)
      : resultOf(await eventsOf(yard.stream(name, at.input ?? {}, options)))
  const rows = await yard.calls()
  return { result, row: rows.find(({ id }) => id === 'the-call'), count: rows.length }
}

/** Without what must differ: durations, times, handles, waiting times. */
function still(value: unknown): unknown {
  const text = JSON.stringify(value, (key, item: unknown) =>
    ['durationMs', 'activeMs', 'waitedMs', 'startedAt', 'handle', 'retryAfterMs', 'at'].includes(key)
      ? 0
      : item,
  )
  return JSON.parse(
    text
      .replaceAll(/res_\w+/g, 'res')
      .replaceAll(/call_\w+/g, 'call')
      .replaceAll(/in \d+ s/g, 'soon'),
  )
}

describe('call() and stream() give the same', () => {
  for (const at of cases)
    it(`for ${at.title}`, async () => {
      const called = await run(at, 'call', 't')
      const streamed = await run(at, 'stream', 't')
      assert.deepEqual(still(called.result), still(streamed.result))
      assert.deepEqual(still(called.row), still(streamed.row))
      assert.equal(called.count, streamed.count)
      assert.ok(called.row, 'the call has a row')
      assert.deepEqual(still(called.row.result), still(called.result))
    })
})

describe('call() and stream() give the same outside of a conversation', () => {
  for (const at of cases)
    it(`for ${at.title}`, async () => {
      const called = await run(at, 'call')
      const streamed = await run(at, 'stream')
      assert.deepEqual(still(called.result), still(streamed.result))
      assert.deepEqual(still(called.row), still(streamed.row))
      assert.equal(called.count, streamed.count)
    })
})
