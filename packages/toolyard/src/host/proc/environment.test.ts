import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowedEnvironment, fixedPath, runMark } from './environment.ts'

describe('the environment of children', () => {
  it('has the names of a short list, and no others', () => {
    const seen = allowedEnvironment(
      {
        PATH: '/bin',
        HOME: '/h',
        LC_ALL: 'C',
        LC_CTYPE: 'C',
        TZ: 'UTC',
        GITHUB_TOKEN: 'secret',
        LD_PRELOAD: 'x',
      },
      '/srv/app',
    )
    assert.deepEqual(seen, { PATH: '/bin', HOME: '/h', LC_ALL: 'C', LC_CTYPE: 'C', TZ: 'UTC' })
  })

  it('has a PATH of absolute folders, those of the workspace last', () => {
    assert.equal(
      fixedPath('/srv/app/bin:.::bin:/usr/bin:/srv/app:/bin:/usr/bin', '/srv/app'),
      '/usr/bin:/bin:/srv/app/bin:/srv/app',
    )
    assert.match(fixedPath(undefined, '/srv/app'), /^\/usr\/local\/sbin:/)
    assert.match(fixedPath('', '/srv/app'), /^\/usr\/local\/sbin:/)
    assert.equal(fixedPath('/srv/apps/bin', '/srv/app'), '/srv/apps/bin')
  })

  it('carries the marks of the runs around it', () => {
    assert.equal(runMark({}, 'run_2'), 'run_2')
    assert.equal(runMark({ TOOLYARD_RUN: 'run_1' }, 'run_2'), 'run_1:run_2')
  })
})
