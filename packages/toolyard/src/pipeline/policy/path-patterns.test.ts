/** Paths in rules, however they are written. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { matchesResource, parseRule, type RuleEffect } from './rule.ts'

function speaksOf(rule: string, effect: RuleEffect, path: string): boolean {
  return matchesResource(parseRule(rule, effect), { kind: 'path', id: path, access: 'read' }, '/project')
}

describe('a rule on a path', () => {
  const forms = [
    'locked/**',
    './locked/**',
    'locked/',
    'locked',
    'locked//**',
    'src/../locked/**',
    './/locked/.',
  ]
  for (const form of [
    ...forms,
    '/project/locked/**',
    '/project//locked',
    '/project/./locked/',
    '/../project/locked/**',
  ])
    it(`that forbids or asks closes the folder when it says ${form}`, () => {
      for (const effect of ['deny', 'ask'] as const) {
        assert.ok(speaksOf(`read_file(${form})`, effect, '/project/locked/b.ts'))
        assert.ok(speaksOf(`read_file(${form})`, effect, 'locked/deep/c.ts'))
        assert.ok(!speaksOf(`read_file(${form})`, effect, '/project/lockedout/b.ts'))
        assert.ok(!speaksOf(`read_file(${form})`, effect, '/project/src/locked/b.ts'))
      }
    })

  it('that allows means no more than it says', () => {
    assert.ok(!speaksOf('read_file(src)', 'allow', '/project/src/a.ts'))
    assert.ok(!speaksOf('read_file(*)', 'allow', '/project/src/a.ts'))
    assert.ok(speaksOf('read_file(./src/**)', 'allow', '/project/src/a.ts'))
  })

  it('keeps a wildcard within its part of the path', () => {
    assert.ok(!speaksOf('read_file(*)', 'deny', '/project/src/a.ts'))
    assert.ok(!speaksOf('read_file(src/*)', 'deny', '/project/src/deep/a.ts'))
  })

  it('that forbids closes the place where a link in it leads; one that allows does not open it', async (test) => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-patterns-')))
    test.after(() => rm(base, { recursive: true, force: true }))
    await mkdir(join(base, 'real/locked'), { recursive: true })
    await symlink('real', join(base, 'link'))
    for (const end of ['locked/**', 'locked', '**', 'not-there-yet/*.ts']) {
      const path = join(base, 'real', end.replace('**', 'b.ts').replace('*.ts', 'b.ts'))
      assert.ok(speaksOf(`read_file(${base}/link/${end})`, 'deny', path), end)
      assert.ok(!speaksOf(`read_file(${base}/link/${end})`, 'allow', path), end)
    }
  })
})
