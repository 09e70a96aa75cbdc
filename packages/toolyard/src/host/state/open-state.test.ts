import assert from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { guardStateHome, openState, readStateNote } from './open-state.ts'
import { makePrivate } from './private-folder.ts'
import { ownPlaces, stateHome, workspaceState } from './state-folder.ts'

describe('opening the state folder', () => {
  let folder: string
  let workspace: string
  let environment: NodeJS.ProcessEnv
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-state-')))
    workspace = join(folder, 'work')
    environment = { HOME: join(folder, 'home') }
    mkdirSync(workspace)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const levels = (): string[] => {
    const state = workspaceState(workspace, environment)
    return [stateHome(environment), dirname(state), state]
  }
  const modeOf = (path: string): number => lstatSync(path).mode & 0o777

  it('makes it for its owner alone, and says in it which workspace it is for', () => {
    const state = openState(workspace, environment)
    assert.deepEqual(levels().map(modeOf), [0o700, 0o700, 0o700])
    assert.equal(modeOf(join(state, 'workspace.json')), 0o600)
    const note = readStateNote(state)
    assert.equal(note?.workspace, workspace)
    assert.match(note?.lastUsed ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.equal(openState(workspace, environment), state)
  })

  it('keeps others from reading a folder that they could read', () => {
    for (const level of levels()) mkdirSync(level, { recursive: true, mode: 0o755 })
    openState(workspace, environment)
    assert.deepEqual(levels().map(modeOf), [0o700, 0o700, 0o700])
  })

  it('refuses each level that is a link, not a folder, or can be written by others', () => {
    for (const [index] of levels().entries()) {
      const place = levels()[index] ?? ''
      const spoil: readonly [RegExp, () => void][] = [
        [/is a link/, () => symlinkSync('/usr', place)],
        [/is not a folder/, () => writeFileSync(place, '')],
        [
          /can be written by other users/,
          () => chmodSync(mkdirSync(place, { recursive: true }) ?? '', 0o777),
        ],
        [
          /can be written by other users/,
          () => chmodSync(mkdirSync(place, { recursive: true }) ?? '', 0o770),
        ],
      ]
      for (const [reason, make] of spoil) {
        rmSync(stateHome(environment), { recursive: true, force: true })
        mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
        make()
        assert.throws(() => openState(workspace, environment), {
          code: 'invalid_config',
          message: reason,
          hint: /TOOLYARD_STATE/,
        })
      }
    }
  })

  it('refuses a folder of another user', (t) => {
    openState(workspace, environment)
    const owner = process.getuid?.()
    t.mock.method(process as { getuid: () => number }, 'getuid', () => 12_345)
    assert.throws(
      () => openState(workspace, environment),
      new RegExp(`belongs to another user \\(uid ${owner}\\)`),
    )
  })

  it('does not believe a folder that came with the files of the workspace', () => {
    for (const variables of [
      { HOME: workspace },
      { XDG_STATE_HOME: workspace },
      { TOOLYARD_STATE: join(workspace, '.state') },
    ]) {
      const state = workspaceState(workspace, variables)
      mkdirSync(state, { recursive: true, mode: 0o700 })
      writeFileSync(join(state, 'token'), 'ty_known', { mode: 0o600 })
      assert.throws(() => openState(workspace, variables), /was not made by Toolyard/)
      rmSync(stateHome(variables), { recursive: true })
      openState(workspace, variables)
      openState(workspace, variables)
      mkdirSync(join(dirname(state), 'other'))
      assert.equal(openState(workspace, variables), state, 'what was made here stays so')
      rmSync(state, { recursive: true })
      mkdirSync(state, { mode: 0o700 })
      writeFileSync(join(state, 'token'), 'ty_known', { mode: 0o600 })
      assert.throws(() => openState(workspace, variables), /was not made by Toolyard/)
    }
  })

  it('does not believe it behind a link above, either', () => {
    mkdirSync(join(workspace, 'local/state/toolyard/workspaces'), { recursive: true })
    mkdirSync(join(folder, 'home'))
    symlinkSync(join(workspace, 'local'), join(folder, 'home/.local'))
    assert.throws(() => openState(workspace, environment), /was not made by Toolyard/)
  })

  it('refuses a workspace that is the state folder, or inside it', () => {
    const state = openState(workspace, environment)
    for (const place of [state, dirname(state), stateHome(environment)]) {
      assert.throws(() => openState(place, environment), /inside Toolyard's state folder/)
      assert.throws(() => guardStateHome([place], environment), /inside Toolyard's state folder/)
    }
  })

  it('is made before programs can make it, where they could', () => {
    guardStateHome([workspace], environment)
    assert.throws(() => lstatSync(stateHome(environment)), { code: 'ENOENT' })
    guardStateHome([workspace, folder], environment)
    assert.equal(modeOf(stateHome(environment)), 0o700)
    guardStateHome(['/', folder], { HOME: '/dev/null' })
  })

  it('takes a relative TOOLYARD_STATE from the home folder, wherever the command is started', () => {
    assert.equal(stateHome({ HOME: '/home/ann', TOOLYARD_STATE: '.state' }), '/home/ann/.state')
  })

  it('names everything that is ours', () => {
    assert.deepEqual(ownPlaces({ HOME: '/home/ann' }), [
      '/home/ann/.local/state/toolyard',
      '/home/ann/.config/toolyard',
    ])
    assert.deepEqual(ownPlaces({ HOME: '/h', XDG_CONFIG_HOME: '/c', TOOLYARD_STATE: '/s' }), [
      '/s',
      '/c/toolyard',
    ])
  })

  it('leaves what is in a folder of the user’s alone', () => {
    const place = join(folder, 'data')
    mkdirSync(place, { mode: 0o700 })
    writeFileSync(join(place, 'other'), 'x')
    assert.equal(makePrivate(place, { madeHere: false }), undefined)
    assert.match(makePrivate(place, { madeHere: true }) ?? '', /was not made by Toolyard/)
    assert.equal(readFileSync(join(place, 'other'), 'utf8'), 'x')
  })
})
