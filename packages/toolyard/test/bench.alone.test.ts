/** The benchmark keeps working: a quick pass of every scenario, from a fresh clone that was built, with no peer installed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { builtWorkspace, plainEnvironment, repository } from './helpers/built-workspace.ts'

const execute = promisify(execFile)
const temp = mkdtempSync(join(tmpdir(), 'toolyard-bench-'))
after(() => rmSync(temp, { recursive: true, force: true }))

interface Results {
  readonly sections: readonly {
    readonly scenario: string
    readonly lines: readonly { readonly ours: number }[]
  }[]
}

describe('the benchmark', () => {
  it('measures every scenario that its README names, with the built package', async () => {
    // It writes its results beside itself.
    const { folder } = builtWorkspace()
    for (const name of ['packages', 'node_modules', 'package-lock.json'])
      symlinkSync(join(folder, name), join(temp, name))
    cpSync(join(folder, 'bench'), join(temp, 'bench'), { recursive: true })
    const { stdout } = await execute(
      process.execPath,
      ['--expose-gc', join(temp, 'bench/src/main.ts'), '--quick'],
      { cwd: temp, env: { ...plainEnvironment(), XDG_STATE_HOME: join(temp, 'state') } },
    )
    assert.match(stdout, /the figures mean nothing/)
    const { sections } = JSON.parse(readFileSync(join(temp, 'bench/results.json'), 'utf8')) as Results
    const lines = sections.flatMap(({ lines: each }) => each)
    assert.ok(lines.every(({ ours }) => Number.isFinite(ours)))
    assert.deepEqual(
      sections.filter(({ lines: each }) => each.length === 0),
      [],
    )
    const named =
      readFileSync(join(repository, 'bench/README.md'), 'utf8').match(/^\| `[a-z][a-z-]*`/gm) ?? []
    assert.equal(sections.length, named.length)
  })

  it('says which scenarios there are where it does not know one', async () => {
    const { folder } = builtWorkspace()
    const asked = execute(process.execPath, [join(folder, 'bench/src/main.ts'), '--only', 'nothing'])
    await assert.rejects(asked, /No scenario is called nothing\. There are: small, forty/)
  })
})
