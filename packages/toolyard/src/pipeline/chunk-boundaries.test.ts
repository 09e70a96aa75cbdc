/** What a tool yields arrives as it is, before the next is made; what may be part of a secret comes later. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard } from '../index.ts'
import { eventsOf, gate, probe, soon } from './support.test.ts'

/** Text as a model or a program writes it, in the pieces in which it comes. */
const chunksByScript: Readonly<Record<string, readonly string[]>> = {
  'numbered lines': ['line 0', 'line 1', 'line 2', 'Step1', 'step_2', 'chunk-3', '100%', '#4', '*'],
  Chinese: [
    '我',
    '已经',
    '读取',
    '了文件',
    '正在读取文件',
    '正在分析这个很长很长很长很长很长很长的句子没有标点',
    '完成了，共 3 个',
    '〇',
  ],
  Japanese: ['こん', 'にちは', '世界', 'カタカナ', '東京都', '７番目'],
  Korean: ['안녕', '하세요', ' 세계'],
  Arabic: ['مرحبا', ' بالعالم', ' می\u200cخواهم', '١٢٣'],
  Hebrew: ['שלום', ' עולם'],
  Hindi: ['नमस्', 'ते', ' दुनिया', ' क्\u200dष'],
  Thai: ['สวัสดี', 'ชาวโลก', 'ครับ'],
  Greek: ['Γειά', ' σου', ' Κόσμε'],
  Cyrillic: ['Привет', ', мир', '!'],
  Georgian: ['გამარ', 'ჯობა'],
  Amharic: ['ሰላም', ' ልዑል'],
  Mongolian: ['ᠮᠣᠩ', 'ᠭᠣᠯ'],
  'emoji and signs': ['ok ✅', ' 我❤️', '你 ⚠️', '👩‍💻', '1️⃣', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '—', ' …'],
  'words of programs': [
    'src/kernel/text/visible-text.ts',
    ' a: 1, b = 2',
    ' {"x": [1]}',
    ' https://example.com/a?b=c ',
    'v1.2.3',
    ' <b>',
    ' x => y',
    'iPhone15',
  ],
}

describe('the chunks of a tool', () => {
  for (const [script, chunks] of Object.entries(chunksByScript))
    it(`sends every chunk of ${script} as it is, before the next one is made`, async () => {
      const gates = chunks.map(() => gate())
      await using yard = await createToolyard({
        tools: [
          probe(async function* () {
            for (const [index, chunk] of chunks.entries()) {
              yield chunk
              await gates[index]?.opened
            }
          }),
        ],
        secrets: ['STREAM_TOKEN', 'STREAM_WORDS'],
        environment: { STREAM_TOKEN: 'sk-registered-0123456789', STREAM_WORDS: '秘密的值在这里' },
      })
      const stream = yard.stream('probe', {})
      await soon(stream.next())
      for (const [index, chunk] of chunks.entries()) {
        const { value } = await soon(stream.next())
        assert.deepEqual(value?.type === 'chunk' && value.data, chunk)
        gates[index]?.open()
      }
      assert.equal((await soon(stream.next())).value?.type, 'result')
    })

  it('sends numbered lines as they are, whatever the letters of an access token look like when encoded', async () => {
    const chunks = Array.from({ length: 100 }, (_, index) => `line ${index}`)
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield* chunks
        }),
      ],
      secrets: ['ACCESS', 'OTHER'],
      environment: { ACCESS: 'ty_Kq0LDp07LWq-hmFum-zHO1QPQm', OTHER: 'ghp_x81LDp07LWqhmFumzHO1QPQm' },
    })
    const events = await eventsOf(yard.stream('probe', {}))
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])),
      chunks,
    )
  })

  it('holds back the first digit of a registered number', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield 'code 4'
          yield '711 is it'
        }),
      ],
      secrets: ['PIN'],
      environment: { PIN: '4711' },
    })
    const events = await eventsOf(yard.stream('probe', {}))
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])),
      ['code ', '[redacted]', ' is it'],
    )
  })

  it('sends what was held back on its own, and the mark of a secret that spans chunks with the first of them', async () => {
    const token = 'sk-registered-0123456789'
    await using yard = await createToolyard({
      tools: [
        probe(async function* () {
          yield `one ${token.slice(0, 8)}`
          yield token.slice(8, 16)
          yield `${token.slice(16)} two`
          yield 'see sk-regular'
          yield ' three'
          yield 'API_KEY='
          yield 'aB3dE5fG7hI9'
          yield '\nfour'
        }),
      ],
      secrets: ['STREAM_TOKEN'],
      environment: { STREAM_TOKEN: token },
    })
    const events = await eventsOf(yard.stream('probe', {}))
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])),
      ['one ', '[redacted]', ' two', 'see ', 'sk-regular', ' three', 'API_KEY=', '[redacted]', '\nfour'],
    )
  })
})
