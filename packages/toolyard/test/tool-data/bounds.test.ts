/** Long data is cut like the text beside it, and holds no secret that the text does not show. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defineTool, type HookSpec, textOf, type ToolResult } from 'toolyard'
import { z } from 'zod'
import { type Ground, makeGround, secret, shaped } from './ground.ts'

const rows = defineTool({
  name: 'rows',
  description: 'Answers more rows than a result holds.',
  permission: 'read',
  effects: 'none',
  inputSchema: { text: String },
  outputSchema: z.strictObject({
    about: z.strictObject({ name: z.string(), text: z.string() }),
    rows: z.array(z.string()),
    truncated: z.boolean().optional(),
    handle: z.string().optional(),
  }),
  execute: ({ text }) => ({
    about: { name: 'all', text: text === 'short' ? text : 'x '.repeat(400_000) + `${text} `.repeat(20_000) },
    rows: text === 'short' ? Array.from({ length: 300_000 }, (_, index) => `row ${index}`) : [],
  }),
})

let ground: Ground
before(async () => (ground = await makeGround({ tools: [rows] })))
after(() => ground[Symbol.asyncDispose]())

function dataOf(result: ToolResult): unknown {
  assert.equal(result.status, 'ok', textOf(result))
  return result.data
}

describe('long data', () => {
  it('of a command is as long as a model is shown, also where it printed hundreds of megabytes', async () => {
    for (const command of ['seq 100000', 'yes | head -c 300000000', 'yes | head -c 3000000; exit 1']) {
      const result = await ground.call('bash', { command })
      const { output, truncated } = dataOf(result) as { output: string; truncated: boolean }
      assert.ok(truncated && output.length > 3000 && output.length <= 50 * 1024, command)
      const { structuredContent, isError } = ground.wire(result)
      assert.ok(!isError && structuredContent?.['handle'] === result.handle)
      assert.ok(JSON.stringify(structuredContent).length < 120 * 1024)
    }
  })

  it('is whole for a program in the same process, and as long as the text for an MCP client', async () => {
    const file = await ground.call('read_file', { path: 'long.txt', limit: 0 })
    assert.match((dataOf(file) as { text: string }).text, /\nneedle 8999$/)
    const found = await ground.call('grep', { pattern: 'needle', path: 'long.txt', limit: 0 })
    assert.equal((dataOf(found) as { files: { matches: unknown[] }[] }).files[0]?.matches.length, 9000)
    for (const result of [file, found]) {
      const { structuredContent = {} } = ground.wire(result)
      assert.equal(structuredContent['truncated'], true)
      assert.equal(structuredContent['handle'], result.handle)
      assert.ok(JSON.stringify(structuredContent).length < 2 * textOf(result).length)
    }
    const { files } = ground.wire(found).structuredContent as { files: { path: string; matches: object[] }[] }
    assert.deepEqual(files[0]?.matches[0], { line: 1, text: 'needle 0' })
    assert.ok(files[0].matches.length > 500)
  })

  it('past what a result holds is cut where the output schema can say so', async () => {
    const result = await ground.call('rows', { text: 'short' })
    const data = dataOf(result) as { about: object; rows: string[]; truncated: boolean }
    assert.deepEqual(data.about, { name: 'all', text: 'short' })
    assert.ok(data.truncated && data.rows.length > 50_000 && data.rows.length < 100_000)
    const { structuredContent, isError } = ground.wire(result)
    assert.ok(!isError && structuredContent?.['truncated'])
  })

  it('holds no part of a secret that it is cut through', async () => {
    for (const value of [secret, shaped]) {
      const result = await ground.call('rows', { text: value })
      assert.doesNotMatch(JSON.stringify(result.data), /correct-horse|ghp_a1B2/)
      assert.match(JSON.stringify(result.data), /redacted/)
    }
    for (const blanks of [51_190, 51_180, 51_170]) {
      const command = `printf '%${blanks}s' ''; echo ${secret.slice(0, 9)}''${secret.slice(9)} more; seq 9000`
      const result = await ground.call('bash', { command })
      assert.doesNotMatch(JSON.stringify([result, ground.wire(result)]), /correct-hor|corre[^c]/)
    }
  })
})

describe('a secret in an output', () => {
  it('is in no data, also where colours or lines cut it', async () => {
    const [head, tail] = [secret.slice(0, 12), secret.slice(12)]
    const scripts = [
      `printf '%s%s' ${head} ${tail}`,
      String.raw`printf '%s\033[1m%s' ${head} ${tail}`,
      String.raw`printf '%s\033[0m%s' ${shaped.slice(0, 20)} ${shaped.slice(20)}`,
      `echo -----BEGIN 'PRIVATE KEY-----'; for i in 1 2 3; do echo MIIEvQIBADANBgkqhkiG9w0BAQEFAASC$i; done`,
    ]
    for (const command of scripts) {
      const result = await ground.call('bash', { command })
      const seen = JSON.stringify([result, ground.wire(result)])
      assert.doesNotMatch(seen, /battery-staple|D4e5F6a1B2c3D4e5F6|MIIEvQ/, command)
      assert.match(seen, /redacted/)
    }
  })

  it('is in no data of a file that is read or searched', async () => {
    const content = `token = ${shaped}\nAPI_TOKEN=${secret}\n`
    await ground.call('bash', { command: 'cat > leak.txt', stdin: content })
    for (const [tool, input] of [
      ['read_file', { path: 'leak.txt' }],
      ['grep', { pattern: 'token', ignore_case: true, path: 'leak.txt' }],
      ['git', { action: 'diff', ref: 'HEAD', paths: ['leak.txt'] }],
      ['process', { action: 'list' }],
    ] as const) {
      const result = await ground.call(tool, input)
      const seen = JSON.stringify([dataOf(result), ground.wire(result)])
      assert.doesNotMatch(seen, /battery-staple|D4e5F6a1B2c3/, tool)
    }
  })
})

describe('an answer that a hook changed', () => {
  const hooked = (output: unknown): HookSpec => ({
    name: 'change',
    type: 'POST_TOOL_USE',
    handler: () => ({ action: 'modify', output }),
  })

  it('has structured content if it fits the schema, and is a text to MCP clients otherwise', async () => {
    const output = { output: 'changed', status: 'exited', duration_ms: 1, output_bytes: 1 }
    for (const [answer, sent] of [
      [output, output],
      [{ other: 1 }, { result: '{"other":1}' }],
      ['only text', { result: 'only text' }],
    ] as const) {
      await using own = await makeGround({ hooks: [hooked(answer)] })
      const result = await own.call('bash', { command: 'true' })
      assert.equal(result.status, 'ok')
      const { structuredContent, isError = false } = own.wire(result)
      assert.deepEqual([structuredContent, isError], [sent, false])
    }
  })

  it('is a text to MCP clients as well where the tool was not called', async () => {
    const skip: HookSpec = {
      name: 'skip',
      type: 'PRE_TOOL_USE',
      handler: () => ({ action: 'skip', output: 'not today' }),
    }
    await using own = await makeGround({ hooks: [skip] })
    const result = await own.call('bash', { command: 'true' })
    assert.equal(result.status, 'skipped')
    assert.equal(textOf(result), 'not today')
    const { structuredContent, isError } = own.wire(result)
    assert.deepEqual([structuredContent, isError], [{ result: 'not today' }, undefined])
  })
})
