/** The page of settings has every group with its members, and every earlier name with the one that it has now. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { limitDefaults } from '../src/runtime/limits.ts'
import { groups } from '../src/runtime/settings.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/configuration.md'), 'utf8')

/** What stands between backticks in the first column of a chapter's tables. */
function rowsOf(chapter: string): string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? ''
  return [...text.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? [],
  )
}

describe('docs/guide/configuration.md', () => {
  for (const [group, { members }] of Object.entries(groups))
    it(`tells of ${group} and of all that it has`, () => {
      const rows = rowsOf(group)
      assert.deepEqual(
        Object.keys(members).filter((member) => !rows.includes(member)),
        [],
      )
    })

  it('tells of all limits of calls', () => {
    const rows = rowsOf('calls')
    assert.deepEqual(
      Object.keys(limitDefaults).filter((limit) => !rows.includes(limit)),
      [],
    )
  })

  it('leads from every earlier name to the one of today, and from no other', () => {
    const expected = Object.entries(groups).flatMap(([group, { members }]) =>
      Object.entries(members).flatMap(([member, name]) =>
        name === group ? [] : [`${name} → ${group}.${member}`],
      ),
    )
    const told = [...page.matchAll(/^\| `(\w+)` +\| `(\w+\.\w+)` +\|$/gm)].map(
      ([, name, now]) => `${name} → ${now}`,
    )
    assert.deepEqual(told.toSorted(), expected.toSorted())
  })
})
