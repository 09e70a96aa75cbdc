/** `lint` with the real biome, oxlint, eslint, tsc and ruff, in small projects of their own. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, textOf, type ToolResult } from '../../src/index.ts'
import type { LintResult } from '../../src/tools/shell/lint.ts'
import lint from '../../src/tools/shell/lint.ts'

const packages = resolve(import.meta.dirname, '../../../../node_modules')

interface Project extends AsyncDisposable {
  readonly path: string
  call(input: Record<string, unknown>): Promise<ToolResult>
  lint(input?: Record<string, unknown>): Promise<LintResult>
  read(name: string): string
}

/** A project beside `node_modules`, as in a workspace with hoisted packages. */
async function makeProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-lint-')))
  const path = join(folder, 'project')
  mkdirSync(path)
  symlinkSync(packages, join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  const yard = await createToolyard({ tools: [lint], workspace: path })
  const call = (input: Record<string, unknown>): Promise<ToolResult> => yard.call('lint', input)
  return {
    path,
    call,
    async lint(input = {}) {
      const result = await call(input)
      if (result.status !== 'ok') throw new Error(`${result.status}: ${textOf(result)}`)
      return result.data as LintResult
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await yard.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Line 2, column 15 is a debugger statement; line 1 has a variable that never changes. */
const code = 'let x = 1\nif (x === 1) { debugger }\n'

const projects: Readonly<Record<string, { readonly config: Record<string, string>; readonly rule: string }>> =
  {
    biome: {
      config: { 'biome.json': '{"linter":{"rules":{"style":{"useConst":"error"}}}}' },
      rule: 'lint/suspicious/noDebugger',
    },
    oxlint: {
      config: { '.oxlintrc.json': '{"rules":{"no-debugger":"error","prefer-const":"error"}}' },
      rule: 'eslint(no-debugger)',
    },
    eslint: {
      config: {
        'eslint.config.mjs':
          'export default [{ rules: { "no-debugger": "error", "prefer-const": "error" } }]',
      },
      rule: 'no-debugger',
    },
  }

for (const [name, { config, rule }] of Object.entries(projects)) {
  describe(`lint with ${name}`, () => {
    it('finds it by its configuration and tells findings in the one shape', async () => {
      await using project = await makeProject({ ...config, 'src/a.js': code, 'src/b.js': 'export {}\n' })
      const result = await project.lint()
      assert.deepEqual(result.linters, [name])
      const found = result.diagnostics.find((one) => one.rule === rule)
      assert.deepEqual(
        [found?.path, found?.line, found?.column, found?.severity, found?.linter],
        ['src/a.js', 2, 16, 'error', name],
      )
      const text = textOf(await project.call({ paths: ['src/a.js'] }))
      assert.ok(text.includes(`src/a.js:2:16 error ${rule} `), text)
      assert.match(text, new RegExp(`\\n${name}: \\d+ errors, \\d+ warnings\\.$`))
      assert.deepEqual((await project.lint({ paths: ['src/b.js'] })).diagnostics, [])
    })

    it('fixes files when told to, and only then', async () => {
      await using project = await makeProject({ ...config, 'a.js': 'let x = 1\nexport default x\n' })
      await project.lint()
      assert.equal(project.read('a.js'), 'let x = 1\nexport default x\n')
      assert.deepEqual((await project.lint({ fix: true })).diagnostics, [])
      assert.equal(project.read('a.js'), 'const x = 1\nexport default x\n')
    })

    it('tells a syntax error as a finding', async () => {
      await using project = await makeProject({ ...config, 'a.js': 'const = (\n' })
      const { diagnostics, errors } = await project.lint()
      assert.ok(errors > 0)
      assert.equal(diagnostics[0]?.path, 'a.js')
    })

    it('says what is wrong with a broken configuration', async () => {
      const [file = ''] = Object.keys(config)
      await using project = await makeProject({ [file]: 'export default {', 'a.js': code })
      const result = await project.call({})
      assert.equal(result.error?.code, 'tool_failed')
      assert.match(result.error?.message ?? '', new RegExp(`^${name} failed: `))
    })
  })
}

describe('lint with tsc', () => {
  it('tells type errors of the files that were named', async () => {
    await using project = await makeProject({
      'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]}}',
      'src/a.ts': 'export const n: number = "x"\n',
      'src/b.ts': 'export const s: string = 1\n',
    })
    const all = await project.lint()
    assert.deepEqual(
      all.diagnostics.map(({ path, line, column, rule }) => [path, line, column, rule]),
      [
        ['src/a.ts', 1, 14, 'TS2322'],
        ['src/b.ts', 1, 14, 'TS2322'],
      ],
    )
    const one = await project.lint({ paths: ['src/b.ts'], fix: true })
    assert.deepEqual(
      one.diagnostics.map(({ path }) => path),
      ['src/b.ts'],
    )
    assert.deepEqual(one.notes, ['tsc fixes nothing by itself.'])
  })
})

const hasRuff = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'ruff')))

describe('lint with ruff', () => {
  it(
    'looks at Python with the WebAssembly build where ruff is not installed',
    { skip: hasRuff },
    async () => {
      await using project = await makeProject({
        'pyproject.toml': '[tool.ruff]\n',
        'app/main.py': 'import os\n\n\ndef f(:\n',
        'app/ok.py': 'import sys\n\nprint(sys.path)\n',
        'app/unused.py': 'import os\n',
      })
      const { diagnostics, linters, notes } = await project.lint()
      assert.deepEqual(linters, ['ruff'])
      const unused = diagnostics.find(({ path }) => path === 'app/unused.py')
      assert.deepEqual([unused?.line, unused?.column, unused?.rule], [1, 8, 'F401'])
      assert.ok(diagnostics.some(({ path, severity }) => path === 'app/main.py' && severity === 'error'))
      assert.ok(!diagnostics.some(({ path }) => path === 'app/ok.py'))
      assert.match(notes.join(), /WebAssembly/)
      assert.equal((await project.lint({ paths: 'app/unused.py' })).diagnostics.length, 1)
    },
  )
})

describe('lint in a project', () => {
  it('uses the nearest configuration for each path, and every linter that is configured', async () => {
    await using project = await makeProject({
      'eslint.config.mjs': 'export default [{ rules: { "no-debugger": "error" } }]',
      'a.js': 'debugger\n',
      'packages/x/.oxlintrc.json': '{"rules":{"no-debugger":"warn"}}',
      'packages/x/eslint.config.mjs': 'export default [{ rules: { "no-debugger": "warn" } }]',
      'packages/x/b.js': 'debugger\n',
    })
    const { diagnostics } = await project.lint({ paths: ['a.js', 'packages/x/b.js'] })
    assert.deepEqual(
      diagnostics.map(({ path, severity, linter }) => `${path} ${severity} ${linter}`).toSorted(),
      ['a.js error eslint', 'packages/x/b.js warning eslint', 'packages/x/b.js warning oxlint'],
    )
  })

  it('says that nothing is configured, and what is missing', async () => {
    await using plain = await makeProject({ 'a.js': code })
    assert.match(
      textOf(await plain.call({})),
      /^No linter is configured for \.: looked there and above for biome\.json/,
    )
    assert.equal((await plain.call({ paths: ['nothing.js'] })).error?.code, 'not_found')
    assert.equal((await plain.call({ paths: ['../x.js'] })).error?.code, 'outside_workspace')
  })

  it('keeps going with the others where one fails', async () => {
    await using project = await makeProject({
      'eslint.config.mjs': 'throw new Error("broken")',
      '.oxlintrc.json': '{}',
      'a.js': code,
    })
    const { linters, notes, diagnostics } = await project.lint()
    assert.deepEqual(linters, ['oxlint'])
    assert.ok(diagnostics.length > 0)
    assert.match(notes.join(), /eslint failed: [\s\S]*broken/)
  })

  it('never takes a path for an option', async () => {
    await using project = await makeProject({
      '.oxlintrc.json': '{}',
      'eslint.config.mjs': 'export default [{ rules: { "no-debugger": "error" } }]',
      'biome.json': '{}',
      '--fix.js': 'debugger\n',
    })
    const { diagnostics } = await project.lint({ paths: ['--fix.js'] })
    assert.deepEqual([...new Set(diagnostics.map(({ linter }) => linter))].toSorted(), [
      'biome',
      'eslint',
      'oxlint',
    ])
  })

  it('runs configuration, which is code, where it can reach neither the network nor files outside', async () => {
    let visits = 0
    const server = createServer((socket) => {
      visits++
      socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const stolen = join(tmpdir(), `toolyard-lint-stolen-${process.pid}`)
    await using project = await makeProject({
      'eslint.config.mjs': [
        "import { writeFileSync } from 'node:fs'",
        "import { connect } from 'node:net'",
        `try { writeFileSync(${JSON.stringify(stolen)}, 'x') } catch {}`,
        `await new Promise((done) => connect(${port}, '127.0.0.1').on('error', done).on('connect', done))`,
        "writeFileSync('ran', 'x')",
        'export default []',
      ].join('\n'),
      'a.js': code,
    })
    await project.lint({ fix: true })
    server.close()
    assert.equal(project.read('ran'), 'x', 'the configuration ran')
    assert.deepEqual([existsSync(stolen), visits], [false, 0])
  })
})
