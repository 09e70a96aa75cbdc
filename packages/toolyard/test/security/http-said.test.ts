/** What requests say in paths and names is told to others without secrets and hidden characters. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSite, until } from '../http/support.ts'

describe('what a request says', () => {
  it('reaches neither the log nor an answer with a registered secret in it', async (test) => {
    const secret = 'toolyard-registered-secret-8841'
    const paths: string[] = []
    const site = await openSite(test, {
      secrets: ['SECRET'],
      environment: { ...process.env, SECRET: secret },
      server: { log: ({ path }) => void paths.push(path) },
    })
    for (const path of [`/api/nothing/${secret}`, `/api/runs/${secret}`, `/api/threads/${secret}/messages`])
      for (const method of ['GET', 'PUT']) {
        const { body } = await site.json(method, path)
        assert.ok(!JSON.stringify(body).includes(secret), `${method} ${path}`)
      }
    await until(() => (paths.length >= 6 ? true : undefined), 'the log')
    assert.ok(!paths.join(' ').includes(secret), paths.join(' '))
  })

  it('gives no token a name with control or invisible characters', async (test) => {
    const site = await openSite(test)
    for (const name of ['a\u001b[31m', 'a\u202eb', 'a\nb', 'a\tb', 'a\u200bb']) {
      const { status } = await site.json('POST', '/api/tokens', { body: { name, role: 'viewer' } })
      assert.equal(status, 400, JSON.stringify(name))
    }
    const fine = await site.json('POST', '/api/tokens', { body: { name: 'Zoë 的 token', role: 'viewer' } })
    assert.equal(fine.status, 201)
  })
})
