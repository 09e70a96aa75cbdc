/** Control characters around a secret, which cleaning takes out together with a part of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool } from '../../src/index.ts'
import { createRedactor } from '../../src/host/index.ts'

const secret = 'zq7Lk-registered-value-3391'
const vendor = 'gho_aB3daB3daB3daB3daB3daB3daB3daB3daB3d'
/** What may remain of it by chance. */
const pieces = [secret.slice(2), secret.slice(0, -2), vendor.slice(2), vendor.slice(0, -2)]

const around: Readonly<Record<string, (value: string) => string>> = {
  'an escape character': (value) => `out \u001b${value} done`,
  'an escape character and a blank': (value) => `out \u001b ${value} done`,
  'an open control sequence': (value) => `out \u001b[${value} done`,
  'an open control sequence with numbers': (value) => `out \u001b[31;${value} done`,
  'an 8-bit control sequence': (value) => `out \u009b${value} done`,
  'a title without an end': (value) => `out \u001b]0;${value} done`,
  'a backspace behind it': (value) => `out ${value}\b\bxy done`,
  'a return behind it': (value) => `${value}\rx`,
  'a sequence inside it': (value) => `out ${value.slice(0, 5)}\u001b[0m${value.slice(5)} done`,
}

function assertGone(text: string): void {
  for (const piece of pieces) assert.ok(!text.includes(piece), JSON.stringify(text))
}

describe('control characters around a secret', () => {
  for (const [name, wrap] of Object.entries(around))
    for (const value of [secret, vendor])
      it(`${name} leaves nothing of ${value === secret ? 'a registered value' : "a vendor's token"}, in one piece or in chunks`, () => {
        const redactor = createRedactor([secret])
        assertGone(redactor.clean(wrap(value)))
        for (const size of [1, 3, 7]) {
          const stream = redactor.cleanStream()
          let shown = ''
          const text = `first line\n${wrap(value)}\nlast line`
          for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size))
          shown += stream.flush()
          assertGone(shown)
          assert.match(shown, /^first line\n[^]*\nlast line$/)
        }
      })

  it('colours do not make a secret of an ordinary value', () => {
    const redactor = createRedactor([secret])
    assert.equal(redactor.clean('token: \u001b[32mtrue\u001b[39m\n'), 'token: true\n')
    assert.equal(redactor.clean('\u001b[1mpassword\u001b[0m: \u001b[33mnone\u001b[0m'), 'password: none')
  })

  it('the mark is whole', () => {
    assert.equal(createRedactor([secret]).clean(`a \u001b[31${secret} b`), 'a [redacted] b')
  })

  it('a tool that writes an escape character before a secret shows nothing of it, in its answer, parts, error or links', async () => {
    const text = `\u001b ${secret}`
    const tools = [
      defineTool({
        name: 'says',
        description: 'says',
        execute: () => ({ said: 1, text }),
        render: () => text,
      }),
      defineTool({
        name: 'throws',
        description: 'throws',
        execute: () => {
          throw new Error(text)
        },
      }),
      defineTool({
        name: 'long',
        description: 'long',
        execute: () => `${'line of text\n'.repeat(100_000)}${text}`,
      }),
      defineTool({
        name: 'links',
        description: 'links',
        execute: () => ({ content: [{ type: 'resource_link', uri: 'https://example.com/x', name: text }] }),
      }),
      defineTool({
        name: 'streams',
        description: 'streams',
        async *execute() {
          yield 'a \u001b'
          yield secret.slice(0, 4)
          yield `${secret.slice(4)} b`
        },
      }),
    ]
    const yard = await createToolyard({
      tools,
      secrets: ['API_TOKEN'],
      environment: { API_TOKEN: secret },
      policy: { mode: 'bypass' },
    })
    try {
      for (const { manifest } of tools) {
        const seen: unknown[] = []
        for await (const event of yard.stream(manifest.name, {})) seen.push(event)
        const told = JSON.stringify(seen)
        assertGone(told)
        assertGone(JSON.stringify(await yard.calls()))
      }
    } finally {
      await yard.close()
    }
  })
})
