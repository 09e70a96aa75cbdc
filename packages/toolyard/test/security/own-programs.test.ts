/** Programs of our own, which run outside the sandbox, are not looked for where tools can write. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createPrograms } from '../../src/host/proc/programs.ts'
import { createToolyard } from '../../src/index.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-own-programs-')))
after(() => rmSync(base, { recursive: true, force: true }))

const machine = ['/usr/local/bin', '/usr/bin', '/bin']
const ours = ['bash', 'git', 'bwrap', 'mkfifo', 'pwsh']

/** A folder with programs of our names that only leave a mark. */
function plant(folder: string, mark: string): string {
  mkdirSync(folder, { recursive: true })
  for (const name of ours) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$0" >> ${mark}\nexit 1\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

let count = 0
function ground() {
  const folder = join(base, String(count++))
  const [workspace, mark] = [join(folder, 'work'), join(folder, 'mark')]
  const extra = join(folder, 'extra')
  const open = plant(join(folder, 'open'), mark)
  chmodSync(open, 0o777)
  const linked = join(folder, 'linked')
  const planted = [
    plant(join(workspace, 'node_modules/.bin'), mark),
    plant(join(extra, 'bin'), mark),
    open,
    linked,
  ]
  symlinkSync(join(workspace, 'node_modules/.bin'), linked)
  const links = join(folder, 'links')
  mkdirSync(links)
  for (const name of ours) symlinkSync(join(workspace, 'node_modules/.bin', name), join(links, name))
  const PATH = ['', '.', 'node_modules/.bin', ...planted, links, ...machine].join(delimiter)
  return { workspace, extra, mark, PATH, planted: [...planted, links] }
}

describe('programs of our own', () => {
  it('are found only in folders of the PATH that no tool can write to', async () => {
    const { workspace, extra, PATH, planted } = ground()
    const programs = createPrograms({
      workspace,
      environment: { PATH },
      roots: [{ path: extra, access: 'read-write' }],
    })
    for (const name of ['bash', 'git', 'bwrap']) {
      const found = (await programs.find(name, { own: true })) ?? ''
      assert.ok(machine.includes(found.slice(0, -name.length - 1)), `${name} is ${found}`)
    }
    assert.equal(await programs.find(join(planted[0] ?? '', 'git'), { own: true }), undefined)
    assert.equal(await programs.find('pwsh', { own: true }), undefined)
    await programs.close()
  })

  it('are those of the machine where the PATH begins with the programs of the workspace', async () => {
    const { workspace, extra, mark, PATH } = ground()
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace,
      roots: [{ path: extra, access: 'read-write' }],
      environment: { ...process.env, PATH },
      policy: { mode: 'bypass' },
    })
    const run = await yard.call('bash', { command: 'command echo it runs' })
    assert.equal(run.status, 'ok', JSON.stringify(run))
    assert.match(JSON.stringify(run.content), /it runs/)
    await yard.call('git', { command: 'status' })
    assert.equal(existsSync(mark) ? readFileSync(mark, 'utf8') : '', '')
  })

  it("can't be written by commands where they lie in the workspace", async () => {
    const workspace = realpathSync(join(import.meta.dirname, '../../../..'))
    const { rgPath } = await import('@vscode/ripgrep')
    await using yard = await createToolyard({ builtins: ['shell'], workspace, policy: { mode: 'bypass' } })
    const files = [rgPath, process.execPath].map((path) => realpathSync(path))
    const tests = files.map((path) => `[ -w '${path}' ] && echo 'writes ${path}'`).join('; ')
    const run = await yard.call('bash', { command: `${tests}; echo looked` })
    assert.match(JSON.stringify(run.content), /"looked\\n"/)
  })

  it('are the only ones: programs of the project are still found by their names', async () => {
    const { workspace, PATH, planted } = ground()
    const programs = createPrograms({ workspace, environment: { PATH } })
    writeFileSync(join(planted[0] ?? '', 'project-linter'), '#!/bin/sh\n')
    chmodSync(join(planted[0] ?? '', 'project-linter'), 0o755)
    assert.notEqual(await programs.find('project-linter'), undefined)
    await programs.close()
  })
})
