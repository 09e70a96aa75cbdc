/**
 * Every public name of the five documents, called the old way, does what its document says; and `docs/names.md` lists
 * exactly these names.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { automaticRegistration } from './names/automatic-registration.ts'
import { classesAndFactory } from './names/classes-and-factory.ts'
import { differences } from './names/differences.ts'
import { executorsAndThreads } from './names/executors-and-threads.ts'
import type { Cases } from './names/fixtures.ts'
import { registryAndHooks } from './names/registry-and-hooks.ts'
import { toolsModule } from './names/tools-module.ts'

const page = readFileSync(new URL('../../../docs/names.md', import.meta.url), 'utf8')
const chapters: readonly (readonly [title: string, cases: Cases])[] = [
  ['1. Automatic registration', automaticRegistration],
  ['2. Parameters as models', classesAndFactory],
  ['3. Registry, hooks, streaming', registryAndHooks],
  ['4. Executors and threads', executorsAndThreads],
  ['5. The Tools module', toolsModule],
]

interface Row {
  readonly name: string
  readonly ours: string
  readonly line: string
}

function rowsOf(title: string): Row[] {
  const chapter = page.split('\n## ').find((text) => text.startsWith(title)) ?? ''
  return chapter
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, name = '', ours = '', code = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return { name: name.replaceAll('`', ''), ours, line: code }
    })
}

for (const [title, cases] of chapters) {
  describe(`${title}: the old way`, () => {
    for (const [name, check] of Object.entries(cases))
      it(`${name} does what its document says`, async () => {
        await check()
      })

    it('is on the page for every name, and on no other', () => {
      const called = rowsOf(title).filter(({ line }) => !line.startsWith('not yet'))
      assert.deepEqual(called.map(({ name }) => name).toSorted(), Object.keys(cases).toSorted())
    })

    it('has a word of ours and a line for every name', () => {
      for (const row of rowsOf(title)) assert.ok(row.ours !== '' && row.line !== '', row.name)
    })
  })
}

describe('6. What works in another way', () => {
  for (const [index, cases] of differences.entries())
    for (const [sentence, check] of Object.entries(cases))
      it(`document ${index + 1}, ${sentence}: is as the page says`, async () => {
        await check()
      })

  it('is on the page for every sentence, with a reason where it does not just work', () => {
    const chapter = page.split('\n## ').find((text) => text.startsWith('6. ')) ?? ''
    const rows = chapter
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    const expected = differences.flatMap((cases, index) =>
      Object.keys(cases).map((sentence) => [`${index + 1}`, sentence]),
    )
    assert.deepEqual(
      rows.map(([, document, sentence]) => [document, sentence]),
      expected,
    )
    for (const [, , sentence, today = '', why = ''] of rows)
      assert.ok(why === '–' ? today.startsWith('works') : why.endsWith('.'), sentence)
  })

  it('promises nothing for later that is there', () => {
    const later = page.split('\n').filter((line) => /\blater\b|not yet/i.test(line))
    for (const line of later) assert.doesNotMatch(line, /\b(?:agents?|REST|MCP|HTTP)\b/, line)
  })
})
