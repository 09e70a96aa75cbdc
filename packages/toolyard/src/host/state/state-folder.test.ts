import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { configHome, homeFolder, stateHome, workspaceState } from './state-folder.ts'

describe('the state folder', () => {
  it('is in the home folder unless the environment names another', () => {
    assert.equal(stateHome({ HOME: '/home/ann' }), '/home/ann/.local/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: '/state' }), '/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: 'state' }), '/home/ann/.local/state/toolyard')
    assert.equal(stateHome({ HOME: '/home/ann', XDG_STATE_HOME: '/state', TOOLYARD_STATE: '/own' }), '/own')
  })

  it('never depends on the current folder, which a repository may have filled', () => {
    const before = process.env['HOME']
    try {
      for (const HOME of ['', '.', 'home', './x']) {
        process.env['HOME'] = HOME
        const own = userInfo().homedir
        assert.equal(homeFolder({ HOME }), own)
        assert.equal(homeFolder({}), own)
        assert.equal(stateHome({ HOME }), join(own, '.local/state/toolyard'))
        assert.equal(stateHome({ HOME, TOOLYARD_STATE: 'mine' }), join(own, 'mine'))
        assert.equal(configHome({ HOME, XDG_CONFIG_HOME: 'here' }), join(own, '.config/toolyard'))
      }
    } finally {
      if (before === undefined) delete process.env['HOME']
      else process.env['HOME'] = before
    }
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
