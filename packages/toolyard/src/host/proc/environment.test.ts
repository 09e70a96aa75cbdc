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
      '/work',
    )
    assert.deepEqual(seen, { PATH: '/bin', HOME: '/h', LC_ALL: 'C', LC_CTYPE: 'C', TZ: 'UTC' })
  })

  it('has a PATH of absolute folders, those of the workspace last', () => {
    assert.equal(
      fixedPath('/work/bin:.::bin:/usr/bin:/work:/bin:/usr/bin', '/work'),
      '/usr/bin:/bin:/work/bin:/work',
    )
    assert.match(fixedPath(undefined, '/work'), /^\/usr\/local\/sbin:/)
    assert.match(fixedPath('', '/work'), /^\/usr\/local\/sbin:/)
    assert.equal(fixedPath('/workshop/bin', '/work'), '/workshop/bin')
  })

  it('carries the marks of the runs around it', () => {
    assert.equal(runMark({}, 'run_2'), 'run_2')
    assert.equal(runMark({ TOOLYARD_RUN: 'run_1' }, 'run_2'), 'run_1:run_2')
  })
})
