import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostGuard } from './host-guard.ts'
import type { HttpRequest } from './message.ts'

describe('names that are allowed with a port', () => {
  const guard = createHostGuard({
    port: 4680,
    host: '127.0.0.1',
    allowedHosts: ['box:80', 'safe:443', 'far:81'],
  })
  const check = (host: string, origin?: string): void =>
    guard.check({ headers: { host, origin }, rawHeaders: ['Host', host] } as unknown as HttpRequest)

  it('are those of a request that leaves the usual port out', () => {
    for (const host of ['box', 'box:80', 'safe', 'safe:443', 'far:81'])
      assert.doesNotThrow(() => check(host), host)
    check('box', 'http://box')
    check('safe', 'https://safe')
  })

  it('mean no other port', () => {
    for (const host of ['box:81', 'box:4680', 'safe:80', 'far', 'far:80'])
      assert.throws(() => check(host), { code: 'forbidden' }, host)
    assert.throws(() => check('far:81', 'http://far'), { code: 'forbidden' })
    // The page of another server, on port 80 or 443 of the same machine.
    assert.throws(() => check('safe', 'http://safe'), { code: 'forbidden' })
    assert.throws(() => check('box', 'https://box'), { code: 'forbidden' })
  })
})
