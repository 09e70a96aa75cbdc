/** What every `BoardStore` must do. */
import assert from 'node:assert/strict'
import { type Suite, suiteOn } from '../../kernel/conformance/index.ts'
import type { BoardStore } from '../board.ts'
import { boardPost, hostileTexts, idsOf, known, type Opens, readable } from './samples.ts'

export function describeBoardStore(adapter: string, open: Opens<BoardStore>, suite: Suite): void {
  suite.describe(`BoardStore on ${adapter}`, () => {
    suite.it('lists topics, the one that was written to last first', async (test) => {
      const board = await open(test)
      assert.deepEqual(await board.topics(10), [])
      for (const [id, topic, at] of [
        ['a', 'x', 5],
        ['b', 'y', 6],
        ['c', 'x', 7.5],
      ] as const)
        await board.add(boardPost(id, { topic, at }))
      assert.deepEqual(await board.topics(10), [
        { topic: 'x', posts: 2, lastAt: 7.5 },
        { topic: 'y', posts: 1, lastAt: 6 },
      ])
      assert.equal((await board.topics(1)).length, 1)
    })

    suite.it('lists posts newest first, by topic, by page and by who is called', async (test) => {
      const board = await open(test)
      await board.add(boardPost('a', { mentions: ['Ann', 'ann'] }))
      await board.add(boardPost('b', { topic: 'other' }))
      await board.add(boardPost('c', { mentions: ['first token'] }))
      const ids = (filter: object): Promise<string[]> => idsOf(board.list({ limit: 10, ...filter }))
      assert.deepEqual(await ids({}), ['c', 'b', 'a'])
      assert.deepEqual(await ids({ limit: 2 }), ['c', 'b'])
      assert.deepEqual(await ids({ before: 'b' }), ['a'])
      assert.deepEqual(await ids({ before: 'none' }), [])
      assert.deepEqual(await ids({ topic: 'general' }), ['c', 'a'])
      assert.deepEqual(await ids({ topic: 'general', before: 'c' }), ['a'])
      assert.deepEqual(await ids({ mentioning: 'aNN' }), ['a'])
      assert.deepEqual(await ids({ mentioning: 'http:First Token' }), ['c'])
      assert.deepEqual(await ids({ mentioning: 'helper' }), [])
    })

    suite.it('gives the whole discussion of any of its posts, oldest first', async (test) => {
      const board = await open(test)
      const first = boardPost('a', { kind: 'person', author: 'http:ann', mentions: ['helper'], at: 3.5 })
      const reply = boardPost('b', { parent: 'a', content: 'Yes.' })
      for (const post of [first, boardPost('other'), reply, boardPost('c', { parent: 'a' })])
        await board.add(post)
      for (const id of ['a', 'b', 'c']) assert.deepEqual(await idsOf(board.discussion(id)), ['a', 'b', 'c'])
      assert.deepEqual((await board.discussion('a')).slice(0, 2).map(known), [first, reply])
      assert.deepEqual(await board.discussion('none'), [])
    })

    suite.it('takes texts of every kind', async (test) => {
      const board = await open(test)
      for (const [index, text] of hostileTexts.entries()) {
        const over = { topic: text, content: text, author: text, mentions: [text] }
        await board.add(boardPost(`p${index}`, over))
        const [found] = await board.list({ topic: text, limit: 1 })
        assert.equal(found?.id, `p${index}`)
        for (const kept of [found.topic, found.content, found.author])
          assert.equal(readable(kept), readable(text))
        assert.equal((await board.list({ mentioning: text, limit: 1 }))[0]?.id, `p${index}`)
      }
    })
  })
}

/** With a store that keeps five posts. */
export function describeFullBoard(adapter: string, open: Opens<BoardStore>): void {
  suiteOn().it(`a full board on ${adapter} lets its oldest posts go`, async (test) => {
    const board = await open(test)
    for (let index = 0; index < 8; index++)
      await board.add(boardPost(`p${index}`, { topic: `t${index}`, mentions: ['ann'] }))
    const kept = ['p7', 'p6', 'p5', 'p4', 'p3']
    assert.deepEqual(await idsOf(board.list({ limit: 10 })), kept)
    assert.deepEqual(await idsOf(board.list({ mentioning: 'ann', limit: 10 })), kept)
    assert.equal((await board.topics(10)).length, 5)
    assert.deepEqual(await board.discussion('p0'), [])
  })
}
