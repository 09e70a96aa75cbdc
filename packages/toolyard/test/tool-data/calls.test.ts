/** Every tool of files and shell, called for real: its data fits the schema that its definition promises. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { textOf, type ToolResult } from 'toolyard'
import { toToolSchema } from '../../src/define/index.ts'
import { builtinTools } from '../../src/parts/index.ts'
import { type Ground, makeGround } from './ground.ts'

type Call = readonly [tool: string, input: Record<string, unknown>, data: Record<string, unknown>]

/** In order: later calls build on earlier ones. */
const calls: readonly Call[] = [
  [
    'read_file',
    { path: 'README.md' },
    { path: 'README.md', text: 'one\ntwo\nthree', first_line: 1, total_lines: 3, bytes: 14 },
  ],
  ['read_file', { path: 'README.md', offset: 2, limit: 1 }, { text: 'two', first_line: 2, next_offset: 3 }],
  ['read_file', { target_file: 'README.md', offset: 0, limit: 1 }, { text: 'one', next_offset: 1 }],
  ['read_file', { path: 'README.md', offset: 9 }, { text: '', total_lines: 3 }],
  ['read_file', { path: 'empty.txt' }, { text: '', total_lines: 0, bytes: 0 }],
  ['read_file', { path: 'utf16.txt' }, { text: 'grüße\nzwei' }],
  ['read_file', { path: 'wide.txt' }, { truncated: true, total_lines: 2 }],
  ['read_file', { path: 'pixel.png' }, { path: 'pixel.png', mime_type: 'image/png', bytes: 70 }],
  [
    'save_attachment',
    { attachment: 'att_1', path: 'zz.txt' },
    { path: 'zz.txt', bytes: 4, media_type: 'text/plain', can_undo: true },
  ],
  [
    'write_file',
    { path: 'new/a.txt', content: 'a\nb\n' },
    { created: true, bytes: 4, lines: 2, can_undo: true },
  ],
  ['write_file', { path: 'new/a.txt', content: 'c', mode: 'append' }, { created: false, lines: 3 }],
  [
    'edit_file',
    { path: 'new/a.txt', old_string: 'b', new_string: 'B' },
    { path: 'new/a.txt', replacements: 1, added: 1, removed: 1, matching: ['exact'], can_undo: true },
  ],
  ['undo', { preview: true }, { files: [{ path: 'new/a.txt', action: 'restored' }] }],
  ['undo', { count: 3 }, { files: [{ path: 'new/a.txt', action: 'removed' }] }],
  ['list_dir', { path: 'src' }, { path: 'src', entries: [{ path: 'main.ts', kind: 'file' }], total: 1 }],
  [
    'list_dir',
    { depth: 2, limit: 3 },
    { entries: [{ path: 'new', kind: 'folder' }, { path: 'src' }, { path: 'src/main.ts', kind: 'file' }] },
  ],
  ['glob', { pattern: 'src/*.ts' }, { files: ['src/main.ts'], total: 1 }],
  ['glob', { pattern: '*.none' }, { files: [] }],
  ['glob', { pattern: '*', limit: 1 }, {}],
  ['grep', { pattern: 'two' }, { files: [{ path: 'README.md', matches: [{ line: 2, text: 'two' }] }] }],
  [
    'grep',
    { pattern: 'two', context: 1 },
    {
      files: [
        {
          matches: [
            { line: 1, text: 'one', context: true },
            { line: 2, text: 'two' },
          ],
        },
      ],
    },
  ],
  ['grep', { pattern: 'needle', limit: 2 }, { next_offset: 2 }],
  ['grep', { pattern: 'needle', path: 'program.bin' }, { files: [{ path: 'program.bin', binary: true }] }],
  ['grep', { pattern: 'two', output_mode: 'files' }, { files: [{ path: 'README.md' }] }],
  ['grep', { pattern: 'e', path: 'README.md', output_mode: 'count' }, { files: [{ count: 2 }] }],
  ['grep', { pattern: 'nowhere' }, { files: [] }],
  ['bash', { command: 'echo out; echo err >&2' }, { status: 'exited', exit_code: 0, output: 'out\nerr\n' }],
  ['bash', { command: 'exit 3' }, { exit_code: 3, signal: null, output: '' }],
  ['bash', { command: 'kill -9 $$' }, { status: 'exited', output: '' }],
  ['bash', { command: String.raw`printf '\033[31mred\033[0m'` }, { output: 'red' }],
  ['bash', { command: 'head -c 4096 /dev/urandom' }, { output_bytes: 4096 }],
  ['bash', { command: 'cat', background: true }, { status: 'running', session_id: 's1' }],
  ['process', { action: 'list' }, { sessions: [{ session_id: 's1', command: 'cat', status: 'running' }] }],
  [
    'process',
    { action: 'write', session_id: 's1', input: 'hello\n', wait_for: 'hello', timeout_ms: 20_000 },
    { output: 'hello\n', status: 'running', session_id: 's1' },
  ],
  ['process', { action: 'read', session_id: 's1' }, { output: '' }],
  ['process', { action: 'kill', session_id: 's1' }, { status: 'exited' }],
  ['process', { action: 'list' }, {}],
  ['bash', { command: 'sleep 50', background: true, timeout_ms: 100 }, {}],
  ['process', { action: 'wait', session_id: 's2', timeout_ms: 20_000 }, { timed_out: true, exit_code: null }],
  ['powershell', { command: 'echo hi' }, { exit_code: 0, output: 'hi\n' }],
  ['git', { action: 'status' }, { repository: true, head: { branch: 'main' } }],
  [
    'git',
    { action: 'add', paths: ['tsconfig.json'] },
    { files: [{ path: 'tsconfig.json', staged: 'added' }] },
  ],
  ['git', { action: 'commit', message: 'second' }, { commit: { subject: 'second', author: 'Ada' } }],
  ['git', { action: 'log' }, { commits: [{ subject: 'second' }, { subject: 'first' }] }],
  ['git', { action: 'log', limit: 1 }, { next_offset: 1 }],
  ['git', { action: 'show' }, { commit: { subject: 'second' }, files: [{ change: 'added', added: 1 }] }],
  ['git', { action: 'show', ref: 'HEAD:README.md' }, { text: 'one\ntwo\nthree\n' }],
  ['git', { action: 'diff', ref: 'HEAD~1', to: 'HEAD', stat: true }, { files: [{ path: 'tsconfig.json' }] }],
  ['git', { action: 'diff' }, { files: [] }],
  ['git', { action: 'blame', paths: ['README.md'] }, { lines: [{ line: 1, author: 'Ada', text: 'one' }] }],
  ['git', { action: 'checkout', branch: 'side' }, { head: { branch: 'side' } }],
  ['git', { action: 'branches' }, { total: 2 }],
  ['write_file', { path: 'README.md', content: 'changed\n' }, { created: false }],
  ['git', { action: 'diff' }, { files: [{ path: 'README.md', change: 'modified' }] }],
  ['git', { action: 'stash' }, { stashes: [{ index: 0 }] }],
  ['git', { action: 'stash', operation: 'show' }, { stash: { index: 0 }, files: [{ path: 'README.md' }] }],
  ['git', { action: 'stash', operation: 'pop' }, { stashes: [] }],
  ['git', { action: 'restore', paths: ['README.md'] }, { files: [] }],
  ['git', { action: 'checkout', ref: 'HEAD~1' }, { files: [{}] }],
  ['lint', { paths: ['src'] }, { errors: 1, diagnostics: [{ path: 'src/main.ts', line: 2 }] }],
  ['lint', { paths: ['README.md'] }, { linters: [], diagnostics: [] }],
  [
    'lsp',
    { action: 'symbols', path: 'src/main.ts' },
    { symbols: [{ kind: 'function', name: 'greet', line: 1 }] },
  ],
  ['lsp', { action: 'diagnostics', path: 'src/main.ts' }, { diagnostics: [{ severity: 'error', line: 3 }] }],
  ['lsp', { action: 'definition', path: 'src/main.ts', line: 5, query: 'greet' }, { places: [{ line: 1 }] }],
  ['lsp', { action: 'hover', path: 'src/main.ts', line: 5, query: 'greet' }, {}],
  [
    'lsp',
    { action: 'rename', path: 'src/main.ts', line: 1, query: 'greet', new_name: 'welcome' },
    { changed: [{ path: 'src/main.ts', changes: 2, lines: [1, 5] }] },
  ],
]

const groups = ['files', 'shell'] as const
const schemas = new Map<string, ReturnType<typeof toToolSchema>>()
let ground: Ground
before(async () => {
  ground = await makeGround()
  const sent = { name: 'sent.txt', mediaType: 'text/plain', bytes: Buffer.from('sent'), at: Date.now() }
  await ground.yard.store.attachments.put([{ ...sent, threadId: 'test', handle: 'att_1' }])
  for (const group of [...groups, 'system'] as const)
    for (const { name, manifest } of await builtinTools(group))
      if (manifest?.outputSchema) schemas.set(name, toToolSchema(manifest.outputSchema, { side: 'output' }))
})
after(() => ground[Symbol.asyncDispose]())

async function assertFits(tool: string, data: unknown): Promise<void> {
  const checked = await schemas.get(tool)?.check(JSON.parse(JSON.stringify(data)))
  assert.ok(checked && !checked.issues, `${tool}: ${JSON.stringify(checked?.issues)}`)
}

/** In the result, and as an MCP client gets it. */
async function assertData(result: ToolResult): Promise<void> {
  assert.equal(result.status, 'ok', textOf(result))
  assert.equal(result.mismatch, undefined)
  await assertFits(result.tool, result.data)
  const { structuredContent, isError } = ground.wire(result)
  assert.ok(!isError && structuredContent, result.tool)
  await assertFits(result.tool, structuredContent)
}

describe('the data of a tool', () => {
  it('fits its output schema, in every action', async () => {
    for (const [tool, input, expected] of calls) {
      const result = await ground.call(tool, input)
      await assertData(result)
      assert.partialDeepStrictEqual(result.data, expected, `${tool} ${JSON.stringify(input)}`)
    }
  })

  it('is promised by every tool of files and shell', async () => {
    const tried = new Set(calls.map(([tool]) => tool))
    for (const group of groups)
      for (const { name } of await builtinTools(group)) assert.ok(schemas.has(name) && tried.has(name), name)
    assert.ok(schemas.has('read_result'))
  })

  it('is what read_result reads of a long answer', async () => {
    const { handle } = await ground.call('bash', { command: 'seq 3000' })
    const rows: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
      [{ offset: 2999 }, { text: '2999\n3000\n' }],
      [
        { offset: 5, limit: 2 },
        { text: '5\n6', next_offset: 7 },
      ],
      [
        { grep: '^299.$', limit: 1 },
        { matches: [{ line: 2990, text: '2990' }], next_offset: 2 },
      ],
      [{ grep: 'none' }, { total_lines: 3001 }],
      [{ offset: 9000 }, { total_lines: 3001 }],
    ]
    for (const [input, expected] of rows) {
      const result = await ground.call('read_result', { handle, ...input })
      await assertData(result)
      assert.partialDeepStrictEqual(result.data, expected)
    }
  })

  it('is not needed where a call fails', async () => {
    for (const [tool, input] of [
      ['read_file', { path: 'program.bin' }],
      ['read_file', { path: 'src' }],
      ['bash', { command: 'echo begun; sleep 50', timeout_ms: 300 }],
      ['git', { action: 'show', ref: 'nowhere' }],
      ['read_result', { handle: 'res_none' }],
    ] as const) {
      const { isError, structuredContent } = ground.wire(await ground.call(tool, input))
      assert.ok(isError && structuredContent === undefined, tool)
    }
  })

  it('is shown to no model in a definition', () => {
    for (const dialect of ['openai', 'openai-responses', 'anthropic', 'gemini'] as const)
      assert.doesNotMatch(
        JSON.stringify(ground.yard.definitions(dialect)),
        /output_?schema|exit_code|can_undo/i,
      )
    assert.match(JSON.stringify(ground.yard.definitions('mcp')), /"outputSchema":.*exit_code/)
  })
})
