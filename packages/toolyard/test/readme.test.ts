/** The Chinese README is in step with the English one: the same chapters, the same code, the same pages to read. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const english = readFileSync(join(root, 'README.md'), 'utf8')
const chinese = readFileSync(join(root, 'README.zh-CN.md'), 'utf8')

const blocks = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm

function levelsOf(markdown: string): number[] {
  return [...markdown.replaceAll(blocks, '').matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length)
}

/** Code without what is said about it: a comment that promises output, or gives a file its name, is no such word. */
function codeOf(markdown: string): string[] {
  return [...markdown.matchAll(blocks)].map(([, language = '', code = '']) => {
    const comment = language === 'bash' ? /\s+# (?!→).*$/gm : /\s+\/\/ (?!→).*$/gm
    return `${language}\n${code.replaceAll(comment, '')}`
  })
}

/** Pages that a README leads to, in their order; each may have pictures of its own. */
function pagesOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/\.zh-CN(?=\.png$)/, ''))
    .filter((target) => !target.startsWith('README'))
}

describe('README.zh-CN.md', () => {
  it('has the chapters of README.md', () => {
    assert.ok(levelsOf(english).length > 5)
    assert.deepEqual(levelsOf(chinese), levelsOf(english))
  })

  it('shows the same code, with comments in its own language', () => {
    assert.ok(codeOf(english).length > 2)
    assert.deepEqual(codeOf(chinese), codeOf(english))
  })

  it('leads to the same pages', () => {
    assert.ok(pagesOf(english).length > 20)
    assert.deepEqual(pagesOf(chinese), pagesOf(english))
  })

  it('and README.md lead to each other', () => {
    assert.match(english, /\]\(README\.zh-CN\.md\)/)
    assert.match(chinese, /\]\(README\.md\)/)
  })
})
