/** Links between our documents lead somewhere: the file is there, and so is the heading that an anchor names. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const files = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'bench/*.md', 'packages/*/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).toSorted()

/** The text without code: what stands in a block or between backticks is no link. */
function proseOf(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '`code`')
}

/** The anchors of a page, as GitHub makes them from headings. */
function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}

function problemWith(file: string, target: string): string | undefined {
  const [path = '', anchor] = decodeURI(target).split('#')
  const found = path === '' ? join(root, file) : resolve(root, dirname(file), path)
  if (relative(root, found).startsWith('..')) return 'leads out of the repository'
  if (!existsSync(found)) return 'is not there'
  if (anchor === undefined) return undefined
  if (statSync(found).isDirectory() || !found.endsWith('.md')) return 'has an anchor, and is no page'
  return anchorsOf(readFileSync(found, 'utf8')).has(anchor) ? undefined : 'has no such heading'
}

describe('the links of a page', () => {
  for (const file of files)
    it(`lead somewhere: ${file}`, () => {
      const prose = proseOf(readFileSync(join(root, file), 'utf8'))
      const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)
      const broken = targets
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => [target, problemWith(file, target)] as const)
        .filter(([, problem]) => problem !== undefined)
      assert.deepEqual(broken, [])
    })

  it('are found where there are some', () => {
    assert.ok(files.includes('README.md') && files.length > 40, files.join())
    assert.equal(problemWith('README.md', 'docs/guide/none.md'), 'is not there')
    assert.equal(problemWith('README.md', 'docs/names.md#no-heading'), 'has no such heading')
  })
})
