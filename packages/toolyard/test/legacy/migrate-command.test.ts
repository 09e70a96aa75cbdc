import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'
import { importConditions } from '../helpers/program.ts'

const root = join(import.meta.dirname, '../../../..')
const registry = 'configs/tools/__registry__.toml'

const rest = (name: string, more = ''): string =>
  `name = "${name}"\ntool_type = "rest"\ndescription = "Does ${name}."\napi_url = "https://api.example.com/${name}"\n${more}\n`

const small = {
  [registry]: '[auto_discovery]\nscan_directories = ["rest"]\n',
  'configs/tools/rest/a.toml': rest('a'),
}

interface Report {
  readonly files: readonly string[]
  readonly tools: readonly { readonly name: string }[]
  readonly notMigrated: readonly { readonly file: string; readonly line?: number }[]
  readonly disabled: readonly { readonly name: string }[]
  readonly notes: readonly { readonly reason: string }[]
  readonly dryRun: boolean
  readonly texts?: readonly string[]
}

const reportOf = (out: string): Report => JSON.parse(out) as Report

describe('toolyard migrate', () => {
  it('writes nothing where something is there already, unless it is forced', async () => {
    await using project = await Project.make({ ...small, 'toolyard.config.ts': '// mine\n' })
    const config = project.path('work/toolyard.config.ts')
    const refused = await project.run(['migrate'])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /toolyard\.config\.ts is there already; nothing was written/)
    assert.match(refused.err, /--out FOLDER, or over them with --force/)
    assert.equal(await readFile(config, 'utf8'), '// mine\n')
    const forced = await project.run(['migrate', '--force'])
    assert.equal(forced.code, 0, forced.err)
    assert.match(await readFile(config, 'utf8'), /defineConfig/)
  })

  it('names the command of a tool set only if the set has tools', async () => {
    const sets =
      '[tool_sets.full]\nenabled = true\ntools = ["a"]\n[tool_sets.empty]\nenabled = true\ntools = []\n'
    await using project = await Project.make({ ...small, [registry]: `${small[registry]}${sets}` })
    assert.equal((await project.run(['migrate'])).code, 0)
    const written = await readFile(project.path('work/toolyard.config.ts'), 'utf8')
    assert.match(written, /\/\/ {3}full\n\/\/ {5}toolyard agent create full --tools a\n/)
    assert.match(written, /\/\/ {3}empty\n\n/)
  })

  it('only says what it would write with --dry-run', async () => {
    await using project = await Project.make(small)
    const { code, out } = await project.run(['migrate', '--dry-run'])
    assert.equal(code, 0)
    assert.match(out, /would write toolyard\.config\.ts\n\n1 tool: 1 REST\n/)
    assert.match(out, /Nothing was written/)
    assert.equal(existsSync(project.path('work/toolyard.config.ts')), false)
    const report = reportOf((await project.run(['migrate', '--dry-run', '--json-output'])).out)
    assert.deepEqual([report.dryRun, report.files], [true, ['toolyard.config.ts']])
    assert.match(report.texts?.[0] ?? '', /name: 'a'/)
  })

  it('writes where --out says, from a registry that is named', async () => {
    await using project = await Project.make({
      'old/configs/tools/__registry__.toml': '[auto_discovery]\n',
      'old/configs/tools/sum.toml':
        'name = "sum"\ntool_type = "builtin"\ndescription = "Adds."\nfunction_path = "src/sum.ts:sum"\n',
      'old/src/sum.ts': 'export const sum = () => 3\n',
    })
    const ran = await project.run(['migrate', 'old/configs/tools/__registry__.toml', '--out', 'new'])
    assert.equal(ran.code, 0, ran.err)
    assert.match(ran.out, /wrote new\/toolyard\.config\.ts\nwrote new\/tools\/sum\.ts/)
    assert.match(
      await readFile(project.path('work/new/tools/sum.ts'), 'utf8'),
      /from '\.\.\/\.\.\/old\/src\/sum\.ts'/,
    )
    const called = await project.run(['call', 'sum', '--config', 'new/toolyard.config.ts'])
    assert.equal(called.out.trim(), '3', called.err)
  })

  it('takes another folder where "tools" holds other things', async () => {
    await using project = await Project.make({
      [registry]: '[auto_discovery]\n',
      'configs/tools/sum.toml':
        'name = "sum"\ntool_type = "builtin"\ndescription = "Adds."\nfunction_path = "tools/sum.ts:sum"\n',
      'tools/sum.ts': 'export const sum = () => 3\n',
      'tools/other.ts': 'export const other = 1\n',
    })
    const { out } = await project.run(['migrate', '--json-output'])
    assert.deepEqual(reportOf(out).files, ['toolyard.config.ts', 'toolyard-tools/sum.ts'])
  })

  it('never writes a secret, and says which variable to set', async () => {
    await using project = await Project.make({
      ...small,
      'configs/tools/rest/a.toml': rest('a', 'api_key = "sk-live-1234"'),
      'configs/tools/rest/b.toml': rest(
        'b',
        'api_key = "sk-live-1234"\n[headers]\nX-Auth-Token = "tok-5678"',
      ),
    })
    const { out, code } = await project.run(['migrate'])
    assert.equal(code, 0)
    const written = await readFile(project.path('work/toolyard.config.ts'), 'utf8')
    for (const text of [written, out]) assert.doesNotMatch(text, /sk-live-1234|tok-5678/)
    assert.match(written, /token: '\$\{A_API_KEY\}'[\s\S]*token: '\$\{A_API_KEY\}'/)
    assert.match(written, /'X-Auth-Token': '\$\{B_X_AUTH_TOKEN\}'|'\$\{B_X_AUTH_TOKEN\}'/)
    assert.match(out, /a\.toml: a secret stands in this file; the new form reads it from A_API_KEY/)
    assert.match(out, /Set B_X_AUTH_TOKEN for the process/)
  })

  it('says what could not be taken over and what is off, and answers 1', async () => {
    await using project = await Project.make({
      ...small,
      'configs/tools/rest/bad.toml': rest('bad', 'timeout = "soon"'),
      'configs/tools/rest/off.toml': rest('off', 'enabled = false'),
      'configs/tools/rest/py.toml':
        'name = "py"\ntool_type = "builtin"\ndescription = "It."\nfunction_path = "src.py:run"\n',
    })
    const { code, out } = await project.run(['migrate', '--json-output'])
    assert.equal(code, 1)
    const report = reportOf(out)
    assert.deepEqual(
      report.notMigrated.map(({ file, line }) => [relative(project.path('work'), file), line]),
      [
        ['configs/tools/rest/bad.toml', 5],
        ['configs/tools/rest/py.toml', 4],
      ],
    )
    assert.deepEqual(
      report.disabled.map(({ name }) => name),
      ['off'],
    )
    assert.ok(existsSync(project.path('work/toolyard.config.ts')))
  })

  it('is told where there is no registry, or nothing in it', async () => {
    await using project = await Project.make({ 'empty/__registry__.toml': '[metadata]\nname = "x"\n' })
    const missing = await project.run(['migrate'])
    assert.equal(missing.code, 2)
    assert.match(missing.err, /there is no registry configs\/tools\/__registry__\.toml/)
    const empty = await project.run(['migrate', 'empty/__registry__.toml'])
    assert.equal(empty.code, 2)
    assert.match(empty.err, /gives no tools; nothing was written/)
    assert.equal(existsSync(project.path('work/empty/toolyard.config.ts')), false)
  })
})

describe('what toolyard migrate writes', () => {
  let project: Project

  before(async () => {
    project = await Project.make()
    await cp(join(import.meta.dirname, 'project'), project.path('work'), { recursive: true })
    // Tools of MCP servers are checked where the wire is.
    const file = project.path(`work/${registry}`)
    const text = (await readFile(file, 'utf8')).replace(
      'config_files = ["query.toml", "tables.toml"]',
      'enabled = false',
    )
    await writeFile(file, text.replace(', "run_query"', ''))
    const env = { SHOP_API: 'http://127.0.0.1:9' }
    const { code, out, err } = await project.run(['migrate'], { env })
    assert.equal(code, 0, out + err)
    await project.remove(registry)
    await project.write('package.json', '{ "type": "module" }\n')
  })

  after(() => project[Symbol.asyncDispose]())

  it('has the right types', async () => {
    await project.write(
      'tsconfig.json',
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: {
          rootDir: '/',
          skipLibCheck: true,
          noEmit: true,
          customConditions: importConditions,
        },
        include: ['*.ts', 'tools', 'src'],
      }),
    )
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { status, stdout } = spawnSync(tsc, ['-p', 'tsconfig.json'], {
      cwd: project.path('work'),
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}` },
      timeout: 100_000,
    })
    assert.equal(status, 0, stdout)
  })

  it('is found by the command line, and runs', async () => {
    const env = { SHOP_API: 'http://127.0.0.1:9' }
    const flags = ['--config', 'toolyard.config.ts']
    const listed = await project.run(['ls', '--json-output', ...flags], { env })
    for (const name of ['sum', 'shout', 'counter', 'memo', 'order', 'new_order', 'subscribe', 'search'])
      assert.match(listed.out, new RegExp(`"${name}"`), listed.err)
    const called = await project.run(['call', 'sum', 'a=20', 'b=22', ...flags], { env })
    assert.equal(called.out.trim(), '42', called.err)
  })
})
