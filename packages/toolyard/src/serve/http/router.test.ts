import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'

const paths = [
  'GET /api/tools',
  'GET /api/tools/:id',
  'POST /api/tools/sync',
  'POST /api/tools/:name/call',
  'GET /',
]
const router = createRouter(
  paths.map((one) => {
    const [method, path] = one.split(' ')
    return { method, path } as Route
  }),
)

/** What was found, in short: the route and its parameters, or the methods that there are. */
function find(method: string, path: string): unknown {
  const found = router(method, path)
  if (!found) return undefined
  return 'route' in found ? [found.route.path, found.params] : found.allowed
}

describe('the router', () => {
  it('finds a route by its words, and gives its parameters decoded', () => {
    assert.deepEqual(find('GET', '/'), ['/', {}])
    assert.deepEqual(find('GET', '/api/tools'), ['/api/tools', {}])
    assert.deepEqual(find('GET', '/api/tools/a%2Fb%20c'), ['/api/tools/:id', { id: 'a/b c' }])
    assert.deepEqual(find('POST', '/api/tools/echo/call'), ['/api/tools/:name/call', { name: 'echo' }])
  })

  it('takes a word of ours before a parameter, and a parameter where the word has no such method', () => {
    assert.deepEqual(find('POST', '/api/tools/sync'), ['/api/tools/sync', {}])
    assert.deepEqual(find('GET', '/api/tools/sync'), ['/api/tools/:id', { id: 'sync' }])
    assert.deepEqual(find('POST', '/api/tools/sync/call'), ['/api/tools/:name/call', { name: 'sync' }])
  })

  it('tells what is not there from what is there under other methods', () => {
    assert.deepEqual(find('PUT', '/api/tools'), ['GET'])
    assert.deepEqual(find('PUT', '/api/tools/sync'), ['POST', 'GET'])
    for (const path of [
      '/api',
      '/api/',
      '/api/tools/',
      '/api/tools/x/',
      '/api//x',
      '/api/tools/%ff',
      '/nothing',
    ])
      assert.equal(find('GET', path), undefined, path)
  })
})
