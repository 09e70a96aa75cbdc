import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMcpFile, readMcpText } from './read-mcp-file.ts'

const read = (value: unknown) => readMcpText('mcp.json', JSON.stringify(value))
const reasonsOf = (value: unknown): string[] => read(value).problems.map(({ reason }) => reason)

describe('mcp.json', () => {
  it('names programs to start and servers to call, as every host writes it', () => {
    const { servers, problems } = read({
      mcpServers: {
        files: {
          command: 'npx',
          args: ['-y', 'server', '${HOME}'],
          env: { KEY: '${env:TOKEN}' },
          cwd: 'sub',
          type: 'stdio',
        },
        docs: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
        old: { transport: 'sse', url: 'http://example.com/sse', timeout: 30 },
        other: { httpUrl: 'https://example.com/mcp', disabled: true, alwaysAllow: ['*'] },
      },
    })
    assert.deepEqual(problems, [])
    assert.deepEqual(servers, {
      files: { command: 'npx', args: ['-y', 'server', '${HOME}'], env: { KEY: '${TOKEN}' }, cwd: 'sub' },
      docs: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      old: { url: 'http://example.com/sse', timeoutMs: 30_000 },
      other: { url: 'https://example.com/mcp', disabled: true },
    })
  })

  it('is read as editors write it: under "servers", with comments and trailing commas', () => {
    const text =
      '// ours\n{ "servers": { /* the first */ "a": { "command": "x", "args": ["// no comment",], }, }, }\n'
    const { servers, problems } = readMcpText('mcp.json', text)
    assert.deepEqual([servers, problems], [{ a: { command: 'x', args: ['// no comment'] } }, []])
  })

  it('with one bad entry gives the others, and says where, what and how', () => {
    const { servers, problems } = read({
      mcpServers: {
        good: { command: 'x' },
        bad: { comand: 'x' },
        worse: 7,
        both: { command: 'x', url: 'http://x' },
      },
    })
    assert.deepEqual(Object.keys(servers), ['good'])
    assert.deepEqual(
      problems.map(({ reason }) => reason),
      [
        'mcpServers.bad: has no command and no url. Did you mean "command"?',
        'mcpServers.worse: must be an object, not 7',
        'mcpServers.both: has both a command and a url',
      ],
    )
    assert.ok(problems.every(({ file, hint }) => file === 'mcp.json' && hint !== undefined))
  })

  it('tells what it does not read, and uses the server without it', () => {
    const { servers, problems } = read({
      mcpServers: {
        a: { command: 'x', evn: { A: '1' }, type: 'stdio' },
        b: { url: 'https://x', header: {} },
      },
    })
    assert.deepEqual(Object.keys(servers), ['a', 'b'])
    assert.match(
      problems[0]?.reason ?? '',
      /^mcpServers\.a: has "evn", which nothing here reads. Did you mean "env"\?/,
    )
    assert.match(problems[1]?.reason ?? '', /^mcpServers\.b: has "header".*Did you mean "headers"\?/)
    assert.match(problems[0]?.hint ?? '', /command, args, env/)
  })

  it('tells every wrong member', () => {
    const entry = (more: object) => ({ mcpServers: { a: { command: 'x', ...more } } })
    const address = (more: object) => ({ mcpServers: { a: { url: 'https://x', ...more } } })
    assert.match(reasonsOf(entry({ args: 'one' }))[0] ?? '', /"args" must be a list/)
    assert.match(reasonsOf(entry({ env: { A: 1 } }))[0] ?? '', /"env" must map names to texts/)
    assert.match(reasonsOf(entry({ command: ' ' }))[0] ?? '', /"command" must name a program/)
    assert.match(reasonsOf(entry({ timeoutMs: -1 }))[0] ?? '', /"timeoutMs"/)
    assert.match(reasonsOf(entry({ timeoutMs: 2 ** 31 }))[0] ?? '', /"timeoutMs"/)
    assert.match(reasonsOf(entry({ tools: { include: 'a' } }))[0] ?? '', /"tools"/)
    assert.match(reasonsOf(entry({ args: ['${input:key}'] }))[0] ?? '', /only the editor/)
    assert.match(reasonsOf(address({ url: 'ftp://x' }))[0] ?? '', /"url" must begin with http/)
    assert.match(reasonsOf(address({ headers: [] }))[0] ?? '', /"headers"/)
    assert.match(reasonsOf(address({ oauth: { grant: 'magic' } }))[0] ?? '', /"oauth.grant"/)
    assert.match(reasonsOf(address({ oauth: { grant: 'jwt_bearer' } }))[0] ?? '', /"oauth.assertion"/)
    assert.match(reasonsOf(address({ oauth: { privateKey: 7 } }))[0] ?? '', /"oauth.privateKey"/)
    assert.match(reasonsOf(address({ sampling: 'yes' }))[0] ?? '', /"sampling"/)
    assert.match(reasonsOf({ mcpServers: { '': { command: 'x' } } })[0] ?? '', /without a name/)
    assert.match(
      reasonsOf({ mcpServers: { 'a\u200bb': { command: 'x' } } })[0] ?? '',
      /⟨U\+200B⟩.*can’t be seen/,
    )
  })

  it('that is no such file says so, with the line', async () => {
    assert.match(
      readMcpText('mcp.json', '{\n  "mcpServers": {\n    "a" 1\n  }\n}').problems[0]?.reason ?? '',
      /line 3 column 9/,
    )
    assert.match(readMcpText('mcp.json', '[]').problems[0]?.reason ?? '', /must hold an object, not a list/)
    assert.match(reasonsOf({ mcpServer: {} })[0] ?? '', /no "mcpServers".*Is "mcpServer" meant/)
    assert.match(reasonsOf({ mcpServers: [] })[0] ?? '', /must map names to servers/)
    assert.match(
      readMcpText('mcp.json', '{"mcpServers":{"a":{},"a":{}}}').problems[0]?.reason ?? '',
      /"a".*twice/,
    )
    assert.match((await readMcpFile('/no/such/mcp.json')).problems[0]?.reason ?? '', /is not there/)
  })
})
