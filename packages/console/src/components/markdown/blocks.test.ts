import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Block, blocksOf } from './blocks.ts'
import { targetOf } from './link-target.ts'

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
