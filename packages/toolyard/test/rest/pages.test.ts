/** Lists that come in pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf, type ToolResult } from 'toolyard'
import type { RestPagination } from '../../src/define/index.ts'
import { type Answering, openService, parameters, type Service, type Spec, yardOf } from './service.ts'

async function read(
  service: Service,
  pagination: RestPagination,
  { input = {}, ...spec }: Spec & { readonly input?: object } = {},
): Promise<ToolResult> {
  await using yard = await yardOf(service, { ...spec, config: { pagination, ...spec.config } })
  return await yard.call('ask', input)
}

const queryOf = (url: string, name: string): string | null => new URL(url, 'http://x').searchParams.get(name)
const urls = ({ received }: Service): string[] => received.map(({ url }) => url)

describe('pages that are linked', () => {
  const linked: Answering = ({ url }, response) => {
    const page = Number(queryOf(url, 'page') ?? 1)
    if (page < 3)
      response.setHeader(
        'link',
        `</?page=1>; rel="first", </list?page=${page + 1}&x=a%20b>; rel="next"; title="on"`,
      )
    return [page * 10, page * 10 + 1]
  }

  it('are followed to the end', async () => {
    await using service = await openService(linked)
    const result = await read(service, { type: 'link' })
    assert.deepEqual(result.data, [10, 11, 20, 21, 30, 31])
    assert.deepEqual(urls(service), ['/', '/list?page=2&x=a%20b', '/list?page=3&x=a%20b'])
    assert.doesNotMatch(textOf(result), /Stopped/)
  })

  it('are followed by an address in the body', async () => {
    await using service = await openService(({ url }) => {
      const page = Number(queryOf(url, 'page') ?? 1)
      return { items: [page], links: { next: page < 3 ? `?page=${page + 1}` : null } }
    })
    const { data } = await read(
      service,
      { type: 'link', path: 'links.next' },
      { config: { select: 'items' } },
    )
    assert.deepEqual(data, [1, 2, 3])
  })

  it('are not followed to another host, which would get the credentials', async () => {
    await using other = await openService(() => [2])
    await using service = await openService((_, response) => {
      response.setHeader('link', `<${other.origin}/>; rel=next`)
      return [1]
    })
    const result = await read(service, { type: 'link' })
    assert.deepEqual(result.data, [1])
    assert.match(
      textOf(result),
      /Stopped after 1 page with 1 items; there is more, but the next page is on another host/,
    )
    assert.equal(other.connections(), 0)
  })

  it('end where they lead in a circle', async () => {
    await using service = await openService(({ url }, response) => {
      response.setHeader('link', `<${url === '/' ? '/?n=2' : '/'}>; rel="next"`)
      return [1]
    })
    assert.match(textOf(await read(service, { type: 'link' })), /same page again/)
    assert.equal(service.received.length, 2)
  })

  it('carry the credentials in the query to every page', async () => {
    await using service = await openService(linked)
    await read(
      service,
      { type: 'link' },
      { config: { auth: { type: 'api_key', in: 'query', name: 'key', value: 'k' } } },
    )
    assert.deepEqual(
      urls(service).map((url) => queryOf(url, 'key')),
      ['k', 'k', 'k'],
    )
  })
})

describe('pages with a cursor', () => {
  const pages: Answering = ({ url }) => {
    const at = Number(queryOf(url, 'after') ?? 0)
    return { data: [at], meta: { next: at < 3 ? String(at + 1) : '' } }
  }
  const cursor: RestPagination = { type: 'cursor', path: 'meta.next', query: 'after' }

  it('are read until there is none', async () => {
    await using service = await openService(pages)
    const { data } = await read(service, cursor, { config: { select: 'data' } })
    assert.deepEqual(data, [0, 1, 2, 3])
    assert.deepEqual(urls(service), ['/', '/?after=1', '/?after=2', '/?after=3'])
  })

  it('find their list where there is only one', async () => {
    await using service = await openService(pages)
    assert.deepEqual((await read(service, cursor)).data, [0, 1, 2, 3])
  })

  it('end where the cursor does not move', async () => {
    await using service = await openService(() => ({ data: [1], meta: { next: 'same' } }))
    const result = await read(service, cursor)
    assert.deepEqual(result.data, [1, 1])
    assert.match(textOf(result), /same page again/)
  })
})

describe('pages that are counted', () => {
  it('are read until one is empty', async () => {
    await using service = await openService(({ url }) =>
      Number(queryOf(url, 'p')) < 3 ? [queryOf(url, 'p')] : [],
    )
    const { data } = await read(service, { type: 'page', query: 'p', first: 0 })
    assert.deepEqual(data, ['0', '1', '2'])
    assert.equal(service.received.length, 4)
  })

  it('begin where the call says', async () => {
    await using service = await openService(({ url }) =>
      Number(queryOf(url, 'p')) < 6 ? [queryOf(url, 'p')] : [],
    )
    const spec = { parameters: parameters({ p: { type: 'integer' }, q: { type: 'string' } }) }
    const { data } = await read(service, { type: 'page', query: 'p' }, { ...spec, input: { p: 4, q: 'x' } })
    assert.deepEqual(data, ['4', '5'])
    assert.equal(service.received[0]?.url, '/?q=x&p=4')
  })

  it('are read by offset, with as many items as the service gives', async () => {
    const all = Array.from({ length: 7 }, (_, index) => index)
    for (const [cap, asked] of [
      [3, ['0', '3', '6']],
      [2, ['0', '2', '4', '6', '7']],
    ] as const) {
      await using service = await openService(({ url }) => {
        const offset = Number(queryOf(url, 'offset'))
        return all.slice(offset, offset + Math.min(cap, Number(queryOf(url, 'limit'))))
      })
      const { data } = await read(service, { type: 'offset', query: 'offset', limitQuery: 'limit', limit: 3 })
      assert.deepEqual(data, all)
      assert.deepEqual(
        urls(service).map((url) => queryOf(url, 'offset')),
        asked,
      )
    }
  })
})

describe('pages without end', () => {
  const endless: Answering = (_, response, count) => {
    response.setHeader('link', `</?n=${count + 1}>; rel="next"`)
    return [count]
  }

  it('are read up to a limit, and the result says that there is more', async () => {
    await using service = await openService(endless)
    const result = await read(service, { type: 'link', maxPages: 4 })
    assert.deepEqual(result.data, [0, 1, 2, 3])
    assert.match(textOf(result), /\[Stopped after 4 pages with 4 items; there is more/)
    assert.equal(service.received.length, 4)
  })

  it('are read up to ten by default', async () => {
    await using service = await openService(endless)
    await read(service, { type: 'link' })
    assert.equal(service.received.length, 10)
  })

  it('are read up to a number of bytes', async () => {
    await using service = await openService((request, response, count) => {
      void endless(request, response, count)
      return ['x'.repeat(600)]
    })
    const result = await read(service, { type: 'link' }, { config: { maxBytes: 1000 } })
    assert.match(textOf(result), /Stopped after 2 pages.*no more bytes/)
  })
})

describe('pages that fail', () => {
  it('are asked for again, and else fail the call', async () => {
    const flaky =
      (broken: number): Answering =>
      (request, response, count) => {
        if (count >= 1 && count < 1 + broken) {
          response.writeHead(503)
          response.end()
          return undefined
        }
        if (request.url === '/') response.setHeader('link', '</?n=2>; rel="next"')
        return [count]
      }
    await using service = await openService(flaky(1))
    assert.deepEqual((await read(service, { type: 'link' })).data, [0, 2])
    await using broken = await openService(flaky(9))
    assert.equal((await read(broken, { type: 'link' })).error?.code, 'unavailable')
  })

  it('say that they hold no list', async () => {
    await using service = await openService(() => ({ a: [], b: [] }))
    const result = await read(service, { type: 'link' })
    assert.match(textOf(result), /the answer holds none[\s\S]*config\.select/)
  })
})
