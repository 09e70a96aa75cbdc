/** What every `TextIndex` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Store } from '../store.ts'
import { type TextPlace, textPlaces, type TextReader } from '../text-index.ts'
import {
  boardPost,
  callRecord,
  hostileTexts,
  type Opens,
  runningCall,
  runRecord,
  recordChange,
  threadMessage,
} from './samples.ts'

const ann: TextReader = { principal: 'http:ann', isHome: false }

/** Places and ids of what is found, in the order of their names. */
async function found(
  { texts }: Store,
  query: string,
  {
    reader = ann,
    places = [...textPlaces, 'tasks'],
  }: { reader?: TextReader; places?: readonly TextPlace[] } = {},
): Promise<string[]> {
  const { hits } = await texts.find({ query, places, reader, limit: 20 })
  return hits.map(({ place, id, part }) => [place, id, part].filter(Boolean).join(' ')).toSorted()
}

/** The same word in a row of every kind, of one caller. */
async function fillIndex(
  store: Store,
  word: string,
  of: { id: string; principal: string | undefined },
): Promise<void> {
  const { id, principal } = of
  await store.threads.append({ id: `t-${id}`, principal }, [
    threadMessage(`m-${id}`, { parts: [{ type: 'text', text: `About ${word}.` }] }),
  ])
  await store.runs.save(runRecord(`r-${id}`, { principal, task: `Look at ${word}` }))
  await store.records.save(recordChange('1', { scope: `t-${id}`, title: word }))
  if (principal !== undefined)
    await store.calls.finish(callRecord(`c-${id}`, { principal, input: { deep: [{ text: word }] } }))
}

export function describeTextIndex(adapter: string, open: Opens<Store>, suite: Suite): void {
  suite.describe(`TextIndex on ${adapter}`, () => {
    suite.it('finds every kind of row by its words', async (test) => {
      const store = await open(test)
      await fillIndex(store, 'kangaroo', { id: 'a', principal: 'http:ann' })
      await store.board.add(boardPost('p', { content: 'A kangaroo was seen.' }))
      const all = ['calls c-a', 'forum p', 'runs r-a', 'tasks t-a 1', 'threads t-a m-a']
      for (const query of ['kangaroo', 'Kangaroos', 'KANG', 'unheard-of kangaroo'])
        assert.deepEqual(await found(store, query), all, query)
      assert.deepEqual(await found(store, 'kangaroo', { places: ['tasks'] }), ['tasks t-a 1'])
      for (const query of ['wallaby', '', '   ', '!?', 'ka'])
        assert.deepEqual(await found(store, query), [], query)
    })

    suite.it('never shows what belongs to another caller', async (test) => {
      const store = await open(test)
      await fillIndex(store, 'kangaroo', { id: 'b', principal: 'http:bob' })
      await fillIndex(store, 'kangaroo', { id: 'n', principal: undefined })
      assert.deepEqual(await found(store, 'kangaroo'), [])
      const inHis = { ...ann, threadId: 't-b' }
      assert.deepEqual(await found(store, 'kangaroo', { reader: inHis }), ['tasks t-b 1'])
      const home = { principal: 'local', isHome: true }
      const nobodys = ['runs r-n', 'tasks t-n 1', 'threads t-n m-n']
      assert.deepEqual(await found(store, 'kangaroo', { reader: home }), nobodys)
    })

    suite.it('finds Chinese, Japanese, Korean and mixed text, however it is cut', async (test) => {
      const store = await open(test)
      const texts = {
        zh: '请读取季度销售报表并发送给财务部',
        ja: '東京タワーの予約を確認しました',
        ko: '서울 회의록을 정리했습니다',
        mixed: '用 grep 搜索 TODO 注释，版本v2',
      }
      for (const [id, content] of Object.entries(texts)) await store.board.add(boardPost(id, { content }))
      const cases = {
        销售报表: 'zh',
        报表: 'zh',
        财务: 'zh',
        税: '',
        表: 'zh',
        東京: 'ja',
        タワー: 'ja',
        予約: 'ja',
      }
      const more = {
        회의록: 'ko',
        'grep 注释': 'mixed',
        ｇｒｅｐ: 'mixed',
        TODO: 'mixed',
        '报表 grep': 'mixed zh',
      }
      for (const [query, ids] of Object.entries({ ...cases, ...more }))
        assert.equal(
          (await found(store, query)).map((hit) => hit.slice('forum '.length)).join(' '),
          ids,
          query,
        )
    })

    suite.it('follows what is changed, ends and goes', async (test) => {
      const store = await open(test)
      const of = { principal: 'http:ann' }
      await store.calls.begin(runningCall('c', { ...of, input: { text: 'koala' } }))
      assert.deepEqual(await found(store, 'koala'), ['calls c'])
      const content = [{ type: 'text' as const, text: 'eucalyptus' }]
      const result = { callId: 'c', tool: 'probe', status: 'ok' as const, content, durationMs: 1 }
      await store.calls.finish(callRecord('c', { ...of, input: { text: 'koala' }, result }))
      assert.deepEqual(await found(store, 'eucalyptus'), ['calls c'])
      await store.threads.append({ id: 't', ...of }, [threadMessage('m')])
      await store.records.save(recordChange('1', { title: 'numbat' }))
      await store.records.save(recordChange('1', { title: 'quokka' }))
      assert.deepEqual(await found(store, 'numbat quokka'), ['tasks t 1'])
      assert.deepEqual(await found(store, 'numbat'), [])
      await store.records.remove('tasks', 't', ['1'])
      assert.deepEqual(await found(store, 'quokka'), [])
      assert.deepEqual(await found(store, 'said'), ['threads t m'])
      await store.threads.remove('t')
      assert.deepEqual(await found(store, 'said'), [])
    })

    suite.it('takes every query as words, never as syntax', async (test) => {
      const store = await open(test)
      await store.board.add(boardPost('p', { content: 'near words and col' }))
      const hostile = [
        '"',
        '*',
        'near(',
        'NEAR(near words, 2)',
        'words:near',
        'col:*',
        'a" OR "b',
        "near' | !'x",
        'near:*',
        ':*',
        '§near',
        '¶forum',
        '\\',
        'near\0',
        'near AND NOT col',
        '{words}: near',
        '^near',
        '-near',
        '&|!()<->',
      ]
      for (const query of [
        ...hostile,
        ...hostileTexts,
        'near '.repeat(2000),
        '\ud800near',
        'x'.repeat(10_000),
      ])
        for (const hit of await found(store, query)) assert.equal(hit, 'forum p', query)
      for (const query of ['near(', 'NEAR(near words, 2)', 'near\0', '^near', 'near '.repeat(2000)])
        assert.deepEqual(await found(store, query), ['forum p'], query)
      for (const query of ['forum', '§', '¶forum']) assert.deepEqual(await found(store, query), [], query)
    })

    suite.it('takes arguments of every kind', async (test) => {
      const store = await open(test)
      const cycle: Record<string, unknown> = {}
      for (const key of ['a', 'b', 'c', 'd', 'e']) cycle[key] = cycle
      const inputs = [cycle, undefined, null, 7, 'dingo', Array.from({ length: 50_000 }, () => [])]
      for (const [index, input] of inputs.entries())
        await store.calls.finish(callRecord(`c${index}`, { tool: 'dingo', principal: 'http:ann', input }))
      assert.equal((await found(store, 'dingo')).length, inputs.length)
    })

    suite.it('takes texts of every kind', async (test) => {
      const store = await open(test)
      for (const [index, text] of hostileTexts.entries()) {
        await store.board.add(boardPost(`p${index}`, { topic: text, content: `${text} marsupial` }))
        await store.records.save(recordChange('1', { scope: `${text}x`, title: `${text} marsupial` }))
      }
      assert.equal((await found(store, 'marsupial')).length, hostileTexts.length)
    })
  })
}
