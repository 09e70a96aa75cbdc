/** The board over HTTP: people post as themselves, everybody reads, and the stream tells of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSite, type Refusal, until } from './support.ts'

interface Post {
  readonly id: string
  readonly topic: string
  readonly parent?: string
  readonly author: string
  readonly kind: string
  readonly content: string
  readonly mentions: readonly string[]
}
interface Posts {
  readonly items: readonly Post[]
  readonly next: string | null
}

describe('the board', () => {
  it('takes posts and replies of people under their own name, and gives them page by page', async (test) => {
    const site = await openSite(test)
    const post = async (body: object): Promise<Post> =>
      (await site.json<Post>('POST', '/api/board/posts', { as: 'operator', body })).body
    const first = await post({ topic: 'releases', content: 'Out.\u202e <b>@helper</b>' })
    assert.deepEqual(
      [first.author, first.kind, first.content, first.mentions],
      ['http:the operator', 'person', 'Out. <b>@helper</b>', ['helper']],
    )
    const reply = await post({ parent: first.id, content: 'Thanks.' })
    await post({ parent: reply.id, content: 'Fine.' })
    await post({ topic: 'other', content: 'Else.' })
    const topics = await site.get<{ items: { topic: string; posts: number }[] }>('/api/board/topics')
    assert.deepEqual(
      topics.items.map(({ topic, posts }) => [topic, posts]),
      [
        ['other', 1],
        ['releases', 3],
      ],
    )
    const page = await site.get<Posts>('/api/board/posts?topic=releases&limit=2', { as: 'viewer' })
    assert.deepEqual(
      page.items.map(({ content, parent }) => [content, parent]),
      [
        ['Fine.', first.id],
        ['Thanks.', first.id],
      ],
    )
    const rest = await site.get<Posts>(`/api/board/posts?topic=releases&limit=2&before=${page.next}`)
    assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [[first.id], null])
    const called = await site.get<Posts>('/api/board/posts?mentioning=Helper')
    assert.deepEqual(
      called.items.map(({ id }) => id),
      [first.id],
    )
    const whole = await site.get<Posts>(`/api/board/posts/${reply.id}`)
    assert.deepEqual(
      whole.items.map(({ content }) => content),
      ['Out. <b>@helper</b>', 'Thanks.', 'Fine.'],
    )
  })

  it('takes no author, no empty text and no reply to nothing', async (test) => {
    const site = await openSite(test)
    const refused = async (body: object): Promise<[number, string]> => {
      const answer = await site.json<Refusal>('POST', '/api/board/posts', { body })
      return [answer.status, answer.body.error.message]
    }
    const wrong: readonly (readonly [object, number, RegExp])[] = [
      [{ topic: 't', content: 'x', author: 'ann' }, 400, /author/],
      [{ topic: 't', content: ' \n' }, 400, /needs some text/],
      [{ content: 'x' }, 400, /needs a topic/],
      [{ topic: 't', content: 'x'.repeat(20_001) }, 400, /content/],
      [{ parent: 'none', content: 'x' }, 404, /no post "none"/],
    ]
    for (const [body, status, words] of wrong) {
      const [was, message] = await refused(body)
      assert.equal(was, status, message)
      assert.match(message, words)
    }
    assert.equal((await site.send('GET', '/api/board/posts/none')).status, 404)
    assert.deepEqual((await site.get<Posts>('/api/board/posts')).items, [])
  })

  it('tells those who listen that something was posted', async (test) => {
    const site = await openSite(test)
    const stop = new AbortController()
    test.after(() => stop.abort())
    const response = await site.send('GET', '/api/events?topics=board', { as: 'viewer', signal: stop.signal })
    let heard = ''
    void (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) heard += decoder.decode(chunk as Uint8Array)
    })().catch(() => {})
    await until(() => heard.includes('listening') || undefined, 'the stream')
    const body = { topic: 'releases', content: 'Out.' }
    const { id } = (await site.json<Post>('POST', '/api/board/posts', { body })).body
    await until(() => heard.includes(id) || undefined, 'the event')
    assert.match(heard, /event: board\ndata: \{"id":"post_\w+","topic":"releases"\}/)
  })
})
