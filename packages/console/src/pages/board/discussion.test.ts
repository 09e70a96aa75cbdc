import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoardPost } from '../../api/types.ts'
import { discussionsOf, piecesOf } from './discussion.ts'

function post(id: string, parent?: string): BoardPost {
  const facts = { topic: 't', author: 'ann', kind: 'person', content: id, mentions: [], at: 1 } as const
  return { id, ...(parent !== undefined && { parent }), ...facts }
}

describe('discussions', () => {
  it('are made of posts that came newest first; the one with the newest post comes first', () => {
    const posts = [post('d', 'a'), post('c'), post('b', 'a'), post('a'), post('z', 'older')]
    assert.deepEqual(
      discussionsOf(posts).map(({ id, first, replies }) => [id, first?.id, replies.map((one) => one.id)]),
      [
        ['a', 'a', ['b', 'd']],
        ['c', 'c', []],
        ['older', undefined, ['z']],
      ],
    )
  })
})

describe('the text of a post', () => {
  const marked = (text: string, mentions: readonly string[]): readonly string[] =>
    piecesOf(text, mentions)
      .filter(({ isMention }) => isMention)
      .map((piece) => piece.text)

  it('marks those who are called, and nothing else', () => {
    const text = 'Hi @ann, @anna and @"First token"; ann@ann.org (a+b).'
    assert.deepEqual(marked(text, ['ann', 'anna', 'First token']), ['@ann', '@anna', '@"First token"'])
    assert.deepEqual(marked('请@审核员 看 @other', ['审核员']), ['@审核员'])
    assert.deepEqual(marked('@a.b+c', ['a.b+c']), ['@a.b+c'])
    assert.deepEqual(marked('@ann', []), [])
  })

  it('loses nothing of it', () => {
    const text = '@ann x @ann\n<b>@ann</b>'
    const pieces = piecesOf(text, ['ann'])
    assert.equal(pieces.map((piece) => piece.text).join(''), text)
  })
})
