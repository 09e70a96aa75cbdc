/** `--import toolyard/register`: decorated files in the hands of any program. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const app = join(import.meta.dirname, 'fixtures/register/app.ts')
const start = (...flags: string[]) =>
  promisify(execFile)(process.execPath, ['--conditions=@toolyard/source', ...flags, app])

describe('a program that imports a decorated tool', () => {
  it('runs with --import toolyard/register', async () => {
    const { stdout } = await start('--import', 'toolyard/register')
    assert.equal(stdout, 'note a')
  })

  it('does not run without', async () => {
    await assert.rejects(start(), /SyntaxError|Invalid or unexpected token/)
  })
})
