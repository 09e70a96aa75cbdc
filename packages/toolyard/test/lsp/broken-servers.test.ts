/** Servers that are not there, or do not start: a clear error that says how to get one, and the next call tries again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { fakeServer } from './fake-server.ts'
import { makeProject } from './project.ts'

const files = { 'a.ts': 'export const one = 1\n' }
const input = { action: 'hover', path: 'a.ts', query: 'one' }

describe('a server that does not start', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      'exits at once',
      `console.error('error: this is not the server you want'); process.exit(3)`,
      /TypeScript 7 did not start: it ended with exit code 3: error: this is not the server you want/,
    ],
    [
      'throws',
      `throw new Error('broken install')`,
      /did not start: it ended with exit code 1: [^]*broken install/,
    ],
    [
      'prints garbage',
      `console.log('Welcome to my server!\\x1b[31m'); setInterval(() => {}, 1000)`,
      /printed something that is no message of the protocol: "Welcome to my server!⟨U\+001B⟩/,
    ],
    [
      'prints garbage without a line end, for ever',
      `const chunk = Buffer.alloc(65536, 'content-'); const go = () => process.stdout.write(chunk, go); go()`,
      /no message of the protocol: "content-content-/,
    ],
    [
      'announces a message of a terabyte',
      `process.stdout.write('Content-Length: 999999999999\\r\\n\\r\\n'); setInterval(() => {}, 1000)`,
      /no message of the protocol: a message of 999999999999 bytes; at most 67108864 are read/,
    ],
    [
      'announces a message of no size',
      `process.stdout.write('Content-Length: -5\\r\\n\\r\\n{}'); setInterval(() => {}, 1000)`,
      /no message of the protocol: "Content-Length: -5"/,
    ],
    [
      'sends something that is no JSON',
      `process.stdout.write('Content-Length: 5\\r\\n\\r\\nhello'); setInterval(() => {}, 1000)`,
      /no message of the protocol: "hello"/,
    ],
    [
      'sends JSON that is no message',
      `process.stdout.write('Content-Length: 2\\r\\n\\r\\n42'); setInterval(() => {}, 1000)`,
      /no message of the protocol: "42"/,
    ],
    [
      'answers without capabilities',
      fakeServer({ initialize: '() => 7' }),
      /something else than its capabilities/,
    ],
    [
      'counts columns in a way that was not offered',
      fakeServer({ initialize: `() => ({ capabilities: { positionEncoding: 'utf-8' } })` }),
      /counts columns in "utf-8", which was not offered/,
    ],
    [
      'refuses',
      fakeServer({ initialize: `(_, id) => send({ id, error: { code: -32603, message: 'no license' } })` }),
      /did not start: it refused: no license/,
    ],
  ]
  for (const [title, fake, message] of cases) {
    it(`because it ${title} is an error that shows why and how to install it`, async () => {
      await using project = await makeProject(files, { fake })
      const result = await project.ask(input)
      assert.equal(result.error?.code, 'unavailable')
      assert.match(textOf(result), message)
      assert.match(textOf(result), /npm install --save-dev typescript@7/)
      assert.deepEqual(project.processes(), [])
    })
  }

  it('is started again with the next call', async () => {
    const fake = `if (!require('node:fs').existsSync('tried')) { require('node:fs').writeFileSync('tried', ''); process.exit(1) }
${fakeServer({ 'textDocument/hover': `() => ({ contents: 'well' })` })}`
    await using project = await makeProject(files, { fake, sandbox: 'none' })
    assert.equal((await project.ask(input)).error?.code, 'unavailable')
    assert.match(textOf(await project.ask(input)), /well/)
  })
})

describe('no server', () => {
  const programs = ['bash', 'bwrap', 'mkfifo']

  it('is an error with the line that installs one', async () => {
    await using project = await makeProject({ ...files, 'main.go': 'package main\n' }, { programs })
    const result = await project.ask({ action: 'symbols', path: 'main.go' })
    assert.equal(result.error?.code, 'unavailable')
    assert.match(
      textOf(result),
      /no language server for Go is installed\n.*go install golang\.org\/x\/tools\/gopls@latest/,
    )
  })

  it('of TypeScript is seen in an older TypeScript, which has none', async () => {
    await using project = await makeProject(files, { programs })
    await project.write('node_modules/typescript/package.json', '{"version":"5.9.2","bin":{"tsc":"bin/tsc"}}')
    const result = await project.ask(input)
    assert.match(textOf(result), /no language server for TypeScript and JavaScript is installed/)
  })

  it('for one language does not keep the others from being searched', async () => {
    const fake = fakeServer({
      initialize: `() => ({ capabilities: { workspaceSymbolProvider: true } })`,
      'workspace/symbol': `() => [{ name: 'one', kind: 14, location: { uri: uri('a.ts'), range: { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } } } }]`,
    })
    await using project = await makeProject({ ...files, 'main.go': 'package main\n' }, { fake, programs })
    const text = await project.tell({ action: 'workspace_symbols', query: 'one' })
    assert.match(text, /^a\.ts:1:14: constant one$/m)
    assert.match(text, /Not asked: no language server for Go is installed/)
  })
})
