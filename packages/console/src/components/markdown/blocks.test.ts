import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginningOf, type Block, blocksOf } from './blocks.ts'
import { targetOf } from './link-target.ts'
import { flatten, isTooDeep, type MarkdownNode } from './shallow.ts'

function told(text: string): string[] {
  return blocksOf(text).map((block) =>
    block.kind === 'code'
      ? `${block.isClosed ? 'code' : 'open'} ${block.language}: ${block.text}`
      : block.text,
  )
}

describe('blocks of Markdown', () => {
  it('are cut at blank lines, and a list stays whole', () => {
    assert.deepEqual(told('# One\n\ntwo\nthree\n\n- a\n\n- b\n\n  more of b\n\nend'), [
      '# One',
      'two\nthree',
      '- a\n\n- b\n\n  more of b',
      'end',
    ])
    assert.deepEqual(told(''), [])
    assert.deepEqual(told('\n\n  \n'), [])
  })

  it('are code between fences, which nothing inside ends but a fence as long', () => {
    assert.deepEqual(told('a\n```ts x=1\nlet a\n\n~~~\n```\nb'), ['a', 'code ts: let a\n\n~~~', 'b'])
    assert.deepEqual(told('````\n```\nx\n```\n````'), ['code : ```\nx\n```'])
    assert.deepEqual(told('~~~py\nx'), ['open py: x'])
    assert.deepEqual(told('``` not `a` fence'), ['``` not `a` fence'])
  })

  it('know the addresses that stand apart', () => {
    const [first, second] = blocksOf('See [it][1].\n\nPlain.\n\n[1]: https://example.org')
    assert.equal(first?.text, 'See [it][1].\n\n[1]: https://example.org')
    assert.equal(second?.text, 'Plain.')
  })

  it('are given only the addresses that they name', () => {
    const list = Array.from({ length: 3000 }, (_, index) => `[a ${index}]: https://a.example/${index}`)
    const [first, second, third] = blocksOf(`[x][A  7]\n\n[none]\n\n[x][a 8]\n\n${list.join('\n')}`)
    assert.equal(first?.text, '[x][A  7]\n\n[a 7]: https://a.example/7')
    assert.equal(second?.text, '[none]')
    assert.equal(third?.text, '[x][a 8]\n\n[a 8]: https://a.example/8')
  })

  it('are as many as a page can show, and it is told how much is left', () => {
    const long = beginningOf('word '.repeat(1_000_000))
    assert.deepEqual([long.blocks.length, long.left], [1, 4_900_000])
    const lines = beginningOf(`${'x'.repeat(99)}\n`.repeat(2000))
    assert.equal(lines.left, 100_001)
    const many = beginningOf('a\n\n'.repeat(1000))
    assert.deepEqual([many.blocks.length, many.left], [400, 600])
    assert.deepEqual([beginningOf('a\n\n'.repeat(1000), 3).blocks.length, beginningOf('a').left], [1000, 0])
  })

  it('never change once they are over, however the text grows', () => {
    const text =
      '# A\n\npara one\n\n```js\nlet a = 1\n\nlet b\n```\n\n- x\n- y\n\n| a |\n| - |\n| 1 |\n\nlast [x](https://a.example)'
    let before: readonly Block[] = []
    for (let end = 1; end <= text.length; end++) {
      const now = blocksOf(text.slice(0, end))
      for (const [index, block] of before.slice(0, -1).entries()) assert.deepEqual(now[index], block)
      before = now
    }
  })
})

describe('where a link leads', () => {
  it('is an address of the web or of mail, and nothing else', () => {
    for (const href of [
      'javascript:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      '/settings',
      'x',
      '//evil.example',
      'file:///etc/passwd',
      'https://',
      'java\nscript:x',
    ])
      assert.equal(targetOf(href), undefined, href)
    assert.equal(targetOf('https://bank.example@evil.example/')?.place, 'evil.example')
    assert.equal(targetOf('mailto:ann@example.org')?.place, 'ann@example.org')
    assert.equal(targetOf('https://xn--e1awd7f.com')?.place, 'xn--e1awd7f.com')
    assert.equal(
      targetOf('https://е1.com')?.place.startsWith('xn--'),
      true,
      'letters that look alike are told',
    )
    const target = targetOf('https://example.org/')
    assert.deepEqual(
      ['https://example.org', 'example.org', 'Example.org/', 'elsewhere'].map((said) =>
        target?.isSaidBy(said),
      ),
      [true, true, true, false],
    )
  })
})

describe('Markdown that is nested too deep', () => {
  it('is known by the marks at the beginning of a line', () => {
    for (const text of [`${'> '.repeat(5000)}x`, `a\n${'- '.repeat(1000)}x`, `${'>'.repeat(20)}x`])
      assert.equal(isTooDeep(text), true)
    for (const text of ['> - > 1. a', '-'.repeat(80), '* * *', `| ${'- | '.repeat(500)}`, '>>> a'])
      assert.equal(isTooDeep(text), false, text)
  })

  it('is shown as it was written below a certain depth, however deep it is', () => {
    const source = 'abc'
    const position = { start: { offset: 1 }, end: { offset: 3 } }
    let tree: MarkdownNode = { type: 'text', value: 'bc', position }
    for (let depth = 0; depth < 100_000; depth++) tree = { type: 'strong', children: [tree], position }
    flatten(tree, source)
    let depth = 0
    let node = tree
    for (; node.children?.[0]; node = node.children[0]) depth++
    assert.deepEqual([depth, node.type, node.value], [51, 'text', 'bc'])
  })
})
