import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTargets, type Target } from './palette-targets.ts'

const targets: readonly Target[] = [
  { kind: 'page', name: '设置', href: '/settings' },
  { kind: 'tool', name: 'read_file', more: 'Reads a text file', href: '/tools/read_file' },
  { kind: 'tool', name: 'edit_file', more: 'Changes a file', href: '/tools/edit_file' },
  { kind: 'agent', name: 'File clerk', href: '/agents/1' },
]

describe('the palette', () => {
  const names = (typed: string): string[] => findTargets(targets, typed).map(({ name }) => name)

  it('finds by beginnings, then by parts, then by what is said', () => {
    assert.deepEqual(names('file'), ['File clerk', 'read_file', 'edit_file'])
    assert.deepEqual(names('changes'), ['edit_file'])
    assert.deepEqual(names('设'), ['设置'])
    assert.deepEqual(names('nothing at all'), [])
    assert.equal(names('').length, 4)
  })

  it('stays fast and short with many', () => {
    const many = Array.from({ length: 10_000 }, (_, n): Target => ({
      kind: 'tool',
      name: `tool_${n}`,
      href: `/${n}`,
    }))
    assert.equal(findTargets(many, 'tool').length, 50)
  })
})
