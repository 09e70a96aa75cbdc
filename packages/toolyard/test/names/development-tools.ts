/** Document 3, `Phase 6 工具系统重构`, its new tools: each called by our name, with the permission that its table gives. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { textOf } from 'toolyard'
import { type Cases, inWorkspace } from './fixtures.ts'

const project = {
  'tsconfig.json': '{"include":["*.ts"]}',
  'a.ts': 'export const answer = 42\nexport const text: string = answer\n',
  'notes.md': 'The answer is 42.\n',
}
/** READ in the document: these calls run where nothing may be changed. */
const readOnly = { policy: { mode: 'read-only' } } as const

const fileTools: Cases = {
  GlobTool: () =>
    inWorkspace(
      project,
      async ({ yard }) => assert.equal(await yard.execute('glob', { pattern: '*.ts' }), 'a.ts'),
      readOnly,
    ),
  GrepTool: () =>
    inWorkspace(
      project,
      async ({ yard }) =>
        assert.equal(
          await yard.execute('grep', { pattern: 'is \\d+', glob: '*.md' }),
          'notes.md:1:The answer is 42.',
        ),
      readOnly,
    ),
  LintTool: () =>
    inWorkspace(
      project,
      async ({ yard }) => {
        assert.match(await yard.execute('lint', { paths: ['a.ts'] }), /^a\.ts:2:14 error TS2322 /m)
        assert.equal((await yard.call('lint', { paths: ['a.ts'], fix: true })).status, 'denied')
      },
      readOnly,
    ),
  EditTool: async () => {
    const edit = { path: 'a.ts', old_string: '42', new_string: "'42'" }
    await inWorkspace(
      project,
      async ({ yard }) => assert.equal((await yard.call('edit_file', edit)).status, 'denied'),
      readOnly,
    )
    await inWorkspace(
      project,
      async ({ yard, read }) => {
        assert.equal((await yard.call('Edit', edit)).status, 'ok')
        assert.match(await read('a.ts'), /^export const answer = '42'\n/)
      },
      { policy: { mode: 'accept-edits' } },
    )
  },
}

const developerTools: Cases = {
  LSPTool: () =>
    inWorkspace(
      project,
      async ({ yard }) => {
        const place = { path: 'a.ts', line: 2, query: 'answer' }
        const found = await yard.execute('lsp', { action: 'definition', ...place })
        assert.match(found, /^a\.ts:1:14: export const answer = 42$/m)
        const rename = await yard.call('lsp', { action: 'rename', ...place, new_name: 'other' })
        assert.equal(rename.status, 'denied')
      },
      readOnly,
    ),
  Git: () =>
    inWorkspace(
      project,
      async ({ yard }) => {
        await promisify(execFile)('git', ['init', '-q'], { cwd: yard.workspace })
        assert.match(await yard.execute('git', { action: 'status' }), /notes\.md/)
        assert.equal((await yard.call('git', { action: 'add', paths: ['notes.md'] })).status, 'denied')
      },
      readOnly,
    ),
  BashTool: () =>
    inWorkspace(
      project,
      async ({ yard }) => {
        assert.equal(yard.registry.get('bash')?.manifest.permission, 'external')
        assert.equal(await yard.execute('bash', { command: 'wc -l < notes.md' }), '1\n')
      },
      { policy: { allow: ['bash'] } },
    ),
  PowerShellTool: () =>
    withPowerShell((environment) =>
      inWorkspace(
        project,
        async ({ yard }) => {
          assert.equal(yard.registry.get('powershell')?.manifest.permission, 'external')
          assert.equal(await yard.execute('powershell', { command: 'Get-Date' }), 'asked for Get-Date\n')
        },
        { policy: { allow: ['powershell'] }, environment },
      ),
    ),
  ProcessTool: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        const call = async (tool: string, input: object): Promise<string> =>
          textOf(await yard.call(tool, input, { threadId: 't1' }))
        assert.equal(yard.registry.get('process')?.manifest.permission, 'external')
        const started = await call('bash', {
          command: 'echo ready; read line; echo "$line"',
          background: true,
        })
        const [, session_id] = /session "(\w+)"/.exec(started) ?? []
        assert.ok(session_id !== undefined, started)
        assert.match(await call('process', { action: 'list' }), new RegExp(session_id))
        const answered = { action: 'write', session_id, input: 'told\n', wait_for: 'told' }
        assert.match(await call('process', answered), /told/)
      },
      { policy: { allow: ['bash', 'process'] } },
    ),
}

export const developmentTools: Cases = { ...fileTools, ...developerTools }

/** A stand-in named `pwsh`, alone with the system's programs on the PATH: the real one is not on every machine. */
async function withPowerShell(use: (environment: NodeJS.ProcessEnv) => Promise<void>): Promise<void> {
  const bin = await mkdtemp(join(tmpdir(), 'toolyard-names-'))
  try {
    await writeFile(join(bin, 'pwsh'), '#!/bin/sh\necho "asked for $4"\n', { mode: 0o755 })
    await use({ PATH: `${bin}:/usr/bin:/bin` })
  } finally {
    await rm(bin, { recursive: true, force: true })
  }
}
