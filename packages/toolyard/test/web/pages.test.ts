/**
 * Pages of every kind, saved in `pages/`, and beside each what a person would copy out of it, written by hand: the words, and
 * headings, tables, code and links as what they are.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { partsOf, wordF1 } from './likeness.ts'
import { fetchText, openSite, send, type Site } from './site.ts'

const folder = join(import.meta.dirname, 'pages')
const names = globSync('*.html', { cwd: folder })
  .map((file) => basename(file, '.html'))
  .toSorted()
const least = 0.95

const textOf = (name: string, ending: string): string =>
  readFileSync(join(folder, `${name}.${ending}`), 'utf8')

/** Between the lines that frame it, with addresses as the page's author wrote them. */
function bodyOf(answer: string, origin: string): string {
  return answer.split('\n').slice(2, -2).join('\n').replaceAll(origin, '')
}

describe('saved pages', () => {
  let site: Site
  before(async () => {
    site = await openSite((path) => send(textOf(path.slice(1), 'html')))
  })
  after(() => site[Symbol.asyncDispose]())

  it('are at least forty', () => {
    assert.ok(names.length >= 40, String(names.length))
  })

  for (const name of names)
    it(`shows of ${name} what a reader sees, and little else`, async (test) => {
      const shown = bodyOf(await fetchText(site, `/${name}`), site.origin)
      const wanted = textOf(name, 'md')
      const likeness = wordF1(shown, wanted)
      test.diagnostic(`word F1 ${likeness.toFixed(3)}`)
      assert.ok(likeness >= least, `${likeness.toFixed(3)}\n${shown}`)
      const parts = partsOf(shown)
      assert.deepEqual(
        partsOf(wanted).filter((part) => !parts.includes(part)),
        [],
        shown,
      )
    })

  for (const name of names.filter((each) => each.startsWith('hostile')))
    it(`shows of ${name} no order that readers can't see, in any format`, async () => {
      const seen = textOf(name, 'md')
      for (const format of ['markdown', 'text', 'html']) {
        const shown = bodyOf(await fetchText(site, `/${name}`, { format }), site.origin)
        const orders = /(?:[^.>]*\b(?:order|command|token|obey|agents|secret|vault|attacker)\b[^.<]*)/gi
        const unseen = (shown.match(orders) ?? []).filter(
          (order) => !seen.includes(order.trim().slice(0, 20)),
        )
        assert.deepEqual(unseen, [], format)
      }
    })
})
