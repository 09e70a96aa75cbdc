import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type ToolEvent } from '../index.ts'
import { codeOf, eventsOf, gate, probe, resultOf, sleep, soon, textOf, turns } from './support.test.ts'

const chunksOf = (events: readonly ToolEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.data] : []))

describe('a tool that streams', () => {
  for (const [title, first] of [
    ['a line', 'first line\n'],
    ['a word without a line end', 'first'],
    ['a piece of data', { first: true }],
  ] as const)
    it(`shows its reader ${title} while it is still blocked on the next`, async () => {
      const blocked = gate()
      await using yard = await createToolyard({
        tools: [
          probe(async function* () {
            yield first
            await blocked.opened
            yield 'second'
          }),
        ],
      })
      const stream = yard.stream('probe', {}, { callId: 'c' })
      assert.equal((await soon(stream.next())).value?.type, 'started')
      assert.deepEqual((await soon(stream.next(), 1000)).value, { type: 'chunk', callId: 'c', data: first })
      blocked.open()
      const rest = await soon(eventsOf(stream))
      assert.equal(rest.at(-1)?.type, 'result')
    })

  it('tells of its progress what progress is, and nothing that passes for another event', async () => {
    await using yard = await createToolyard({
      tools: [
        probe((_input, { progress }) => {
          const odd = { type: 'result', callId: 'another', result: { status: 'ok' }, note: 'x', total: 'all' }
          progress({ message: 'half', done: 1, ...odd } as never)
          return 'whole'
        }),
      ],
    })
    const events = await eventsOf(yard.stream('probe', {}, { callId: 'c' }))
    assert.deepEqual(
      events.map(({ type, callId }) => `${type} ${callId}`),
      ['started c', 'progress c', 'result c'],
    )
    assert.deepEqual(events[1], { type: 'progress', callId: 'c', message: 'half', done: 1 })
  })

  it('tells started first and its result last, once', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield 'a\n'
          yield { b: 1 }
          return 'whole'
        }),
      ],
    })
    const events = await eventsOf(yard.stream('probe', {}, { callId: 'c' }))
    assert.deepEqual(
      events.map(({ type, callId }) => `${type} ${callId}`),
      ['started c', 'chunk c', 'chunk c', 'result c'],
    )
    assert.deepEqual(chunksOf(events), ['a\n', { b: 1 }])
    assert.equal(textOf(resultOf(events)), 'whole')
  })

  it('has sent its result where it returns nothing', async () => {
    await using text = await createToolyard({
      tools: [
        probe(function* () {
          yield 'a'
          yield 'b'
        }),
      ],
    })
    assert.equal(textOf(await text.call('probe', {})), 'ab')
    await using data = await createToolyard({
      tools: [
        probe(async function* () {
          yield { a: 1 }
          yield { b: 2 }
        }),
      ],
    })
    assert.deepEqual((await data.call('probe', {})).data, [{ a: 1 }, { b: 2 }])
  })

  it('loses neither text nor data where it sends both', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield 'words'
          yield { data: 1 }
        }),
      ],
    })
    const text = textOf(await yard.call('probe', {}))
    assert.match(text, /words/)
    assert.match(text, /"data":1/)
  })

  it('gives the same text in chunks as in its result', async () => {
    const pieces = [
      'one ',
      'two\nthr',
      'ee\r\n',
      '\u001b[3',
      '1mred\u001b[0m ',
      '😀'.slice(0, 1),
      '😀'.slice(1),
      '\nlast',
    ]
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield* pieces
        }),
      ],
    })
    const events = await eventsOf(yard.stream('probe', {}))
    assert.equal(chunksOf(events).join(''), 'one two\nthree\nred 😀\nlast')
    assert.equal(textOf(resultOf(events)), 'one two\nthree\nred 😀\nlast')
  })

  it('may send by emit and tell its progress without being a generator', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(async (_, context) => {
          context.progress({ message: 'working', done: 1, total: 2 })
          await context.emit({ part: 1 })
          return 'done'
        }),
      ],
    })
    const events = await eventsOf(yard.stream('probe', {}, { callId: 'c' }))
    assert.deepEqual(events.slice(0, 3), [
      { type: 'started', callId: 'c', tool: 'probe' },
      { type: 'progress', callId: 'c', message: 'working', done: 1, total: 2 },
      { type: 'chunk', callId: 'c', data: { part: 1 } },
    ])
    assert.equal(textOf(resultOf(events)), 'done')
  })

  it('is quiet after its result', async () => {
    let late: (() => Promise<void>) | undefined
    await using yard = await createToolyard({
      tools: [
        probe((_, context) => {
          late = async () => {
            context.progress({ message: 'late' })
            await context.emit('late')
          }
          return 'done'
        }),
      ],
    })
    const events = await eventsOf(yard.stream('probe', {}))
    await soon(late?.() ?? Promise.resolve())
    assert.deepEqual(
      events.map(({ type }) => type),
      ['started', 'result'],
    )
  })

  it('has a signal that stays quiet where nobody stopped it', async () => {
    let signal: AbortSignal | undefined
    await using yard = await createToolyard({
      tools: [probe((_, context) => void (signal = context.signal))],
    })
    await eventsOf(yard.stream('probe', {}))
    assert.equal(signal?.aborted, false)
    await yard.call('probe', {})
    assert.equal(signal?.aborted, false)
  })

  it('streams a refusal as one result', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 1)], policy: { deny: ['probe'] } })
    const events = await eventsOf(yard.stream('probe', {}))
    assert.deepEqual(
      events.map(({ type }) => type),
      ['result'],
    )
    assert.equal(codeOf(resultOf(events)), 'denied')
    assert.equal(codeOf(resultOf(await eventsOf(yard.stream('missing', {})))), 'tool_not_found')
  })
})

describe('a slow reader', () => {
  it('slows a generator down to its pace', async () => {
    let sent = 0
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          for (; sent < 10_000; sent++) yield { sent }
        }),
      ],
    })
    const stream = yard.stream('probe', {})
    for (let count = 0; count < 3; count++) await stream.next()
    await turns(20)
    const before = sent
    assert.ok(before < 100, `${before} chunks were made for a reader of three`)
    await turns(20)
    assert.equal(sent, before)
    const rest = await soon(eventsOf(stream))
    assert.equal(sent, 10_000)
    assert.equal(chunksOf(rest).length, 9998)
  })

  it('slows a tool that awaits emit, and bounds one that does not', async () => {
    let sent = 0
    await using yard = await createToolyard({
      tools: [
        probe(async (_, context) => {
          for (; sent < 1000; sent++) await context.emit({ sent })
        }),
        probe(
          async (_, context) => {
            for (let count = 0; count < 50_000; count++) void context.emit({ count })
            await turns(1)
          },
          { name: 'rude' },
        ),
      ],
    })
    const polite = yard.stream('probe', {})
    await polite.next()
    await turns(20)
    assert.ok(sent < 100)
    await polite.return()
    const rude = yard.stream('rude', {})
    await rude.next()
    await turns(20)
    const events = await soon(eventsOf(rude))
    assert.ok(events.length < 2000, `${events.length} events were kept`)
    assert.equal(events.at(-1)?.type, 'result')
  })

  it('sees only the latest progress', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(async (_, context) => {
          for (let done = 1; done <= 500; done++) context.progress({ done })
          await turns(2)
        }),
      ],
    })
    const stream = yard.stream('probe', {})
    await stream.next()
    await turns(5)
    const events = await eventsOf(stream)
    const progress = events.filter(({ type }) => type === 'progress')
    assert.ok(progress.length <= 2, String(progress.length))
    assert.equal((progress.at(-1) as { done?: number }).done, 500)
  })

  it('that leaves cancels the call', async () => {
    const ended = gate()
    let signal: AbortSignal | undefined
    await using yard = await createToolyard({
      tools: [
        probe(async function* (_, context) {
          signal = context.signal
          try {
            for (;;) {
              yield { tick: 1 }
              await sleep(1)
            }
          } finally {
            ended.open()
          }
        }),
      ],
    })
    for await (const event of yard.stream('probe', {}, { callId: 'c' })) if (event.type === 'chunk') break
    await soon(ended.opened)
    assert.equal(signal?.aborted, true)
    await turns()
    assert.equal((await yard.calls())[0]?.status, 'cancelled')
  })

  it('that leaves early, or never begins, holds nothing', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [
        probe(async () => (runs++, new Promise(() => {})), {
          resources: () => [{ kind: 'name', id: 'x', access: 'write' }],
        }),
      ],
      limits: { graceMs: 20 },
    })
    await yard.stream('probe', {}).return()
    assert.equal(runs, 0)
    const stream = yard.stream('probe', {})
    await stream.next()
    await stream.return()
    const again = yard.stream('probe', {})
    assert.equal((await soon(again.next())).value?.type, 'started')
    await again.return()
  })
})
