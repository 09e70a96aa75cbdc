/** A secret that spans lines stays hidden when a tool shows some of the lines, one by one, numbered, or as data. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolResult, type ToolService } from 'toolyard'
import { z } from 'zod'

const registered = 'toolyard-registered-secret-8841'
const halves = ['toolyard-regis', 'tered-secret-8841'] as const

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const openssh = [
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  ...(Buffer.concat([Buffer.from('openssh-key-v1\0'), randomBytes(1200)])
    .toString('base64')
    .match(/.{1,70}/g) ?? []),
  '-----END OPENSSH PRIVATE KEY-----',
  '',
].join('\n')
const encrypted = openssh
  .replaceAll('OPENSSH', 'RSA')
  .replace(
    'KEY-----\n',
    'KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B2C3D4E5F60718293A4B5C6D7E8F9\n\n',
  )

const keys = { pkcs8: privateKey, openssh, encrypted }

function bodyOf(key: string): string[] {
  return key.split('\n').filter((line) => /^[A-Za-z0-9+/=]{17,}$/.test(line))
}

function leaks(result: unknown, parts: readonly string[]): string[] {
  const text = JSON.stringify(result)
  return parts.filter((part) => text.includes(part.slice(0, 16)) || text.includes(part.slice(-16)))
}

describe('a secret that spans lines', () => {
  let folder: string
  let yard: ToolService
  let rows: unknown
  const call = async (tool: string, input: object): Promise<ToolResult> => {
    const result = await yard.call(tool, input, { threadId: 'lines' })
    rows = await yard.calls({ limit: 1 })
    return result
  }
  const hides = async (tool: string, input: object, parts: readonly string[]): Promise<ToolResult> => {
    const result = await call(tool, input)
    const asked = JSON.stringify({ tool, input })
    assert.equal(result.status, 'ok', `${asked}: ${textOf(result)}`)
    assert.deepEqual(leaks(result, parts), [], asked)
    assert.deepEqual(leaks(rows, parts), [], `journal of ${asked}`)
    return result
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-by-lines-'))
    yard = await createToolyard({
      builtins: ['files', 'shell'],
      workspace: folder,
      policy: { mode: 'bypass' },
      secrets: ['SECRET'],
      environment: { ...process.env, SECRET: registered },
      tools: [
        defineTool({
          name: 'drip',
          description: 'Gives the rows of a key one by one.',
          permission: 'read',
          effects: 'none',
          inputSchema: z.strictObject({}),
          *execute() {
            for (const text of openssh.split('\n')) yield { text }
            for (const text of halves) yield { text }
          },
        }),
        defineTool({
          name: 'give',
          description: 'Gives what it is given.',
          permission: 'read',
          effects: 'none',
          inputSchema: z.strictObject({ name: z.string() }),
          execute: ({ name }) => given[name],
        }),
      ],
    })
    for (const [name, key] of Object.entries(keys))
      writeFileSync(join(folder, `${name}.txt`), `first line\n${key}last line\n`)
    writeFileSync(
      join(folder, 'service.json'),
      JSON.stringify({ type: 'service_account', padding: 'x'.repeat(5000), private_key: privateKey }),
    )
    writeFileSync(join(folder, 'broken.txt'), `one\nvalue ${halves[0]}\n    ${halves[1]} rest\nthree\n`)
    writeFileSync(join(folder, 'returns.txt'), `one\r\nvalue ${halves[0]}\r\n${halves[1]} rest\r\nthree\r\n`)
    writeFileSync(
      join(folder, 'wide.txt'),
      Buffer.from(`\ufeffone\n${privateKey}value ${halves[0]}\n${halves[1]}\nend`, 'utf16le'),
    )
  })
  after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What the tool `give` answers, by name. */
  const given: Record<string, unknown> = {
    lines: openssh.split('\n'),
    rows: openssh.split('\n').map((text, index) => ({ file: 'id', line: index + 1, text })),
    numbered: Object.fromEntries(openssh.split('\n').map((text, index) => [index + 1, text])),
    names: Object.fromEntries(openssh.split('\n').map((text) => [text, 1])),
    pairs: { [halves[0]]: halves[1] },
    'name after value': { first: halves[0], [halves[1]]: true },
    open: { head: openssh.split('\n').slice(0, 5) },
    values: ['one', ...halves, 'three'],
    table: [
      { file: 'notes.md', text: halves[0] },
      { file: 'notes.md', text: halves[1] },
    ],
    blocks: { content: halves.map((text) => ({ type: 'text', text })), data: { parts: halves } },
  }

  for (const [name, key] of Object.entries(keys)) {
    const body = bodyOf(key)
    const path = `${name}.txt`
    it(`is not shown by any window of read_file (${name})`, async () => {
      const lines = key.split('\n').length + 1
      for (let offset = 1; offset <= lines; offset++)
        for (const limit of [1, 3]) await hides('read_file', { path, offset, limit }, body)
      assert.match(textOf(await call('read_file', { path, offset: lines, limit: 1 })), /last line/)
    })

    it(`is not shown by grep, as text or as data (${name})`, async () => {
      for (const input of [
        { pattern: '.' },
        { pattern: '^[A-Za-z0-9+/=]{17,}$' },
        { pattern: '[A-Z]{2}', context: 1 },
      ])
        await hides('grep', { ...input, path }, body)
      for (const line of body.slice(0, 4)) {
        const found = await hides('grep', { pattern: line.slice(0, 4), path, literal: true }, body)
        assert.match(textOf(found), /\[redacted\]/)
      }
      const all = await call('grep', { pattern: 'line', path })
      assert.match(textOf(all), /first line[^]*last line/)
    })

    it(`is not shown where its end is missing and its lines are numbered (${name})`, async () => {
      for (const command of [
        `head -9 ${path} | cat -n`,
        `grep -n . ${path} | head -9`,
        `head -9 ${path} | sed 's/^/+/'`,
      ])
        await hides('bash', { command }, body)
    })
  }

  it('is not shown of a key that stands in one long line', async () => {
    const body = bodyOf(privateKey)
    for (const line of body.slice(1, 4))
      await hides('grep', { pattern: line.slice(0, 8), literal: true, path: 'service.json' }, body)
  })

  it('is not shown of a file in UTF-16', async () => {
    for (let offset = 2; offset < 34; offset++)
      await hides('read_file', { path: 'wide.txt', offset, limit: 1 }, [...bodyOf(privateKey), ...halves])
  })

  it('is not shown of a registered value that a line end breaks', async () => {
    for (const path of ['broken.txt', 'returns.txt']) {
      await hides('read_file', { path }, halves)
      for (const offset of [2, 3]) await hides('read_file', { path, offset, limit: 1 }, halves)
      for (const pattern of ['.', 'tered-secret', 'value'])
        for (const context of [0, 1]) await hides('grep', { pattern, path, context }, halves)
      for (const command of [`cat ${path}`, `cat -n ${path}`, `grep -Hn . ${path}`, `sed 's/^/> /' ${path}`])
        await hides('bash', { command }, halves)
      assert.match(textOf(await call('read_file', { path })), /one[^]*three/)
    }
  })

  it('is taken out of data that holds it in parts', async () => {
    for (const name of Object.keys(given)) await hides('give', { name }, [...bodyOf(openssh), ...halves])
    assert.deepEqual((await call('give', { name: 'values' })).data, [
      'one',
      '[redacted]',
      '[redacted]',
      'three',
    ])
  })

  it('is taken out of values that come one by one', async () => {
    const events: unknown[] = []
    for await (const event of yard.stream('drip', {})) events.push(event)
    assert.ok(events.length > 20)
    // What was sent before its second half came can't be taken back.
    assert.deepEqual(leaks(events, [...bodyOf(openssh), halves[1]]), [])
  })

  it('is not shown by a second look at a program', async () => {
    const command = `sed -n 1,9p openssh.txt; read go; sed -n 10,20p openssh.txt; read stay`
    const started = await hides('bash', { command, yield_time_ms: 1500 }, bodyOf(openssh))
    const { session_id } = started.data as { session_id: string }
    const next = await hides('process', { action: 'write', session_id, input: 'go\n' }, bodyOf(openssh))
    assert.match(textOf(next), /\[redacted\]/)
    await call('process', { action: 'kill', session_id })
  })

  it('does not hide the program text around a mere mention of a key', async () => {
    const code = [
      "const start = '-----BEGIN PRIVATE KEY-----'",
      'export function isPrivateKeyMaterial(text: string): boolean {',
      '  return text.startsWith(start) || hasEncryptedPrivateKeyHeader(text)',
      '}',
    ]
    writeFileSync(join(folder, 'code.ts'), code.join('\n'))
    const whole = textOf(await call('read_file', { path: 'code.ts' }))
    for (const line of code) assert.ok(whole.includes(line), whole)
    const third = textOf(await call('read_file', { path: 'code.ts', offset: 3, limit: 1 }))
    assert.ok(third.includes('hasEncryptedPrivateKeyHeader'), third)
  })
})
