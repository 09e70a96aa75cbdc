import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { stateHome, workspaceState } from './state-folder.ts'

describe('the state folder', () => {
  it('is in the home folder unless the environment names another', () => {
    assert.equal(stateHome({ HOME: '/home/ann' }), '/home/ann/.local/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: '/state' }), '/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: 'state' }), '/home/ann/.local/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: '/state', TOOLYARD_STATE: '/own' }), '/own')
  })

  it('is another one for each workspace, and the same through a link', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-state-')))
    try {
      await symlink(folder, `${folder}-link`)
      const environment = { HOME: '/home/ann' }
      assert.equal(workspaceState(`${folder}-link`, environment), workspaceState(folder, environment))
      assert.notEqual(workspaceState(folder, environment), workspaceState(tmpdir(), environment))
      assert.match(workspaceState('/', environment), /\/workspaces\/root-[0-9a-f]{16}$/)
    } finally {
      await rm(`${folder}-link`)
      await rm(folder, { recursive: true })
    }
  })
})
