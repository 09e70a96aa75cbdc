/** A pattern from a model, or from a definition that came from outside, never holds up the other calls. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolService } from 'toolyard'
import { z } from 'zod'
import { watchLoop } from '../helpers/loop-turns.ts'

/** Milliseconds of work without a pause. A machine that is busy with other things is slower than one that is not. */
const mostMs = 150

const [letters, words, ab] = [
  'aé漢'.repeat(540_000),
  'word 漢字 déjà x1 '.repeat(100_000),
  Array.from({ length: 1_600_000 }, (_, index) => ((index * 7919) % 13 < 6 ? 'a' : 'b')).join(''),
]
const texts: Record<string, string> = {
  letters,
  words,
  ab,
  lines: 'a line of 漢字 with a number 12345 in it\n'.repeat(40_000),
}

const patterns = [
  String.raw`\pL`.repeat(600),
  String.raw`\pL`.repeat(1000),
  String.raw`\pL`.repeat(3000),
  String.raw`\pL{1000}`,
  String.raw`(\pL|\pN|\pP){1,300}#`,
  String.raw`(?i)\p{Greek}{1,500}x`,
  '(a?){500}a{500}',
  '(a?){1000}a{1000}',
  '(?:a{1,30}){33}c',
  '(?:(?:a{10}){10}){10}c',
  '[ab]{999}c',
  '[ab]{50}',
  'a{1,999}c',
  '^([ab]*a[ab]{20}c)*$',
  'a[ab]{30}[^ab]',
  'a[ab]{200}[^ab]',
  '(a|b)*a(a|b){200}c',
  '(x+x+)+y',
  '(a+)+$',
  '(a|aa)+$',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x',
  '(?:.{0,30}x){20}',
  '.{1,1000}q',
  `(?i)${'[a-zé漢]{1,50}'.repeat(10)}Z`,
  '(?i)(foo|bar).{0,50}(baz|qux)$',
  String.raw`(\w+\s)*zz$`,
  String.raw`^(\w+\s?)*\$$`,
  String.raw`([a-z]+[0-9]+)*!`,
  String.raw`\s+$`,
  String.raw`(\d+)*[^\d]$`,
  `(${Array.from({ length: 300 }, (_, index) => `w${index}`).join('|')})+$`,
  `(?:${'a|'.repeat(500)}b)*c`,
  `${'(a'.repeat(400)}${')*'.repeat(400)}c`,
  `${'(?:'.repeat(500)}a${')?'.repeat(500)}c`,
  '[^x]*y[^x]*y[^x]*y',
  String.raw`(?s).*.*.*.*=.*`,
  String.raw`\b(\w*\W*){1,200}\b#`,
  '(|a)*c',
  '(|a|b|ab)+c',
  '((a*)*)*c',
  'x{0,1000}y{0,1000}z',
]

describe('a pattern from outside', () => {
  async function open(): Promise<ToolService> {
    return createToolyard({
      builtins: ['system'],
      policy: { mode: 'bypass' },
      tools: [
        defineTool({
          name: 'give',
          description: 'Gives a long text.',
          permission: 'read',
          effects: 'none',
          inputSchema: z.strictObject({ name: z.string() }),
          execute: ({ name }) => texts[name] ?? '',
        }),
      ],
    })
  }

  it(`that ${patterns.length} nasty ones stand for is refused or answered without holding anybody up`, async () => {
    await using yard = await open()
    const { handle } = await yard.call('give', { name: 'lines' })
    const found: Record<string, string> = {}
    for (const [index, grep] of patterns.entries()) {
      const name = Object.keys(texts)[index % 4] ?? ''
      const given = name === 'lines' ? handle : (await yard.call('give', { name })).handle
      using loop = watchLoop()
      const result = await yard.call('read_result', { handle: given, grep, limit: 3 })
      if (loop.longestMs > mostMs) found[grep.slice(0, 40)] = `${loop.longestMs} ms`
      assert.ok(result.status === 'ok' || result.error?.code === 'invalid_arguments', textOf(result))
    }
    assert.deepEqual(found, {})
  })

  it('that is refused is refused with a sentence that says what to do', async () => {
    await using yard = await open()
    const { handle } = await yard.call('give', { name: 'lines' })
    for (const grep of [
      String.raw`\pL`.repeat(3000),
      '(?=a)',
      '(?:a{1,1000}){6}b{1000}',
      '(a?){1000}(b?){1000}',
    ]) {
      const { error } = await yard.call('read_result', { handle, grep })
      assert.equal(error?.code, 'invalid_arguments')
      assert.match(error.message, /^grep: ".{1,81}" is not a regular expression/)
      assert.match(error.hint ?? '', /2,000 characters/)
    }
  })

  it('that is honest finds its lines with their numbers, in a long result too', async () => {
    await using yard = await open()
    const { handle } = await yard.call('give', { name: 'lines' })
    const result = await yard.call('read_result', {
      handle,
      grep: String.raw`(漢字|kanji) with \pL+`,
      limit: 2,
    })
    assert.match(
      textOf(result),
      /^1: a line of 漢字[^\n]*\n2: a line[^]*39998 more lines; continue with offset=3\]$/,
    )
    const none = await yard.call('read_result', { handle, grep: '(x|y){2}z' })
    assert.equal(textOf(none), 'No lines match; the result has 40001 lines.')
    const last = await yard.call('read_result', { handle, offset: 40_000 })
    assert.match(textOf(last), /^a line of 漢字[^\n]*\n$/)
  })

  it('in a schema does not hold anybody up, and is obeyed', async () => {
    const wrong: Record<string, string> = {}
    const checks = [
      ['^([ab]*a[ab]{20}c)*$', ab.slice(0, 900_000), false],
      ['a[ab]{200}[^ab]', ab.slice(0, 900_000), false],
      ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'QUJD'.repeat(220_000), true],
      [String.raw`^(\pL|\pN|\s)+$`, 'word 漢字 x1 '.repeat(60_000), true],
    ] as const
    for (const [pattern, text, expected] of checks) {
      await using yard = await createToolyard({
        policy: { mode: 'bypass' },
        tools: [
          defineTool({
            name: 'take',
            description: 'Takes a text.',
            permission: 'read',
            effects: 'none',
            inputSchema: {
              type: 'object',
              properties: { text: { type: 'string', pattern }, list: { type: 'array', items: { pattern } } },
              additionalProperties: false,
            },
            execute: () => 'taken',
          }),
        ],
      })
      using loop = watchLoop()
      const whole = await yard.call('take', { text })
      const parts = await yard.call('take', { list: text.match(/.{1,400}/gsu)?.slice(0, 2000) })
      if (loop.longestMs > mostMs) wrong[pattern] = `${loop.longestMs} ms`
      assert.equal(whole.status, expected ? 'ok' : 'error', `${pattern}: ${textOf(whole).slice(0, 200)}`)
      assert.equal(parts.status, expected ? 'ok' : 'error', `${pattern}: ${textOf(parts).slice(0, 200)}`)
    }
    assert.deepEqual(wrong, {})
  })
})
