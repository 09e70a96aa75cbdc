/** The first minutes with the packed package, in a folder of its own: `init`, `new tool` of every kind, tests, types, an agent. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { builtWorkspace, installInto, plainEnvironment } from './helpers/built-workspace.ts'

const execute = promisify(execFile)
const temp = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-newcomer-')))
after(() => rmSync(temp, { recursive: true, force: true }))

async function run(command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...plainEnvironment(), HOME: temp, XDG_STATE_HOME: join(temp, '.state'), NO_COLOR: '1' }
  const { stdout } = await execute(command, args, { cwd: temp, env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => ({
      stdout: `failed: ${error.stdout}${error.stderr}`,
    }),
  )
  return stdout
}

const toolyard = (...args: string[]): Promise<string> =>
  run(process.execPath, join(temp, 'node_modules/toolyard/dist/cli/main.js'), ...args)

describe('the first minutes with the package', () => {
  before(async () => {
    installInto(temp, builtWorkspace())
    assert.match(await toolyard('init'), /^made toolyard\.config\.ts/)
    assert.match(await toolyard('trust'), /is trusted/)
    for (const kind of ['function', 'class', 'stateful', 'rest', 'program'])
      assert.match(await toolyard('new', 'tool', `get_${kind}`, '--kind', kind), /^made tools\/get-/, kind)
  })

  it('end with an agent that answers', async () => {
    assert.match(await toolyard('agent', 'run', 'demo', 'To be or not to be'), /That is 6 words\./)
  })

  it('leave nothing to complain about', async () => {
    assert.match(await toolyard('check'), /^\d+ tools, 3 examples run, 0 errors, 0 warnings$/m)
  })

  it('leave tests that pass', async () => {
    assert.match(await run(process.execPath, '--test', '--test-reporter=tap'), /^# pass 6\n# fail 0$/m)
  })

  it('leave types that the compiler takes, with the settings that were made', async () => {
    assert.equal(await run('tsc', '-p', '.'), '')
  })
})
