/** What the status page counts is what a script counts. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { repository } from './helpers/built-workspace.ts'

describe('docs/STATUS.md', () => {
  it('says how many packages an install adds, as the lockfile counts them', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/status.ts', '--check'], {
      cwd: repository,
      encoding: 'utf8',
    })
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  })
})
