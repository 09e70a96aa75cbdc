/** Bodies that the application has read before Toolyard: used if they can be, refused in plain words if not. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import express, { type RequestHandler } from 'express'
import fastify from 'fastify'
import { reference, secret, signed } from '../triggers/support.ts'
import { type Application, basePath, openApplication } from './application.ts'
import { listening } from './hosts.ts'
import { Visitor } from './mount-suite.ts'

async function open(test: TestContext): Promise<Application> {
  const application = await openApplication({
    yard: {
      triggers: { hook: { tool: 'echo', secret: reference } },
      environment: { TRIGGER_SECRET: secret },
    },
  })
  test.after(async () => {
    await application.handler[Symbol.asyncDispose]()
    await application.yard.close()
  })
  return application
}

/** An Express server in which something reads every body first. */
async function behind(test: TestContext, first: RequestHandler): Promise<Visitor> {
  const { handler } = await open(test)
  const host = await listening(createServer(express().use(first).use(basePath, handler.listener)))
  test.after(() => host.close())
  return new Visitor(host.url + basePath, 'otto')
}

const input = { text: 'héllo' }

describe('a body that was read before', () => {
  it('is used as express.json() has left it', async (test) => {
    const otto = await behind(test, express.json({ limit: '5mb' }))
    const { status, body } = await otto.json('POST', '/api/tools/echo/call', { input })
    assert.deepEqual([status, body['data']], [200, 'héllo'])
    const wrong = await otto.json<{ error: { code: string } }>('POST', '/api/tools/echo/call', { inputs: 1 })
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_arguments'])
  })

  it('is held to the same limits', async (test) => {
    const otto = await behind(test, express.json({ limit: '5mb', strict: false }))
    const large = { input: { text: 'x'.repeat(1_100_000) } }
    assert.equal((await otto.json('POST', '/api/tools/echo/call', large)).status, 413)
    for (const depth of [100, 100_000]) {
      const response = await otto.send('POST', '/api/tools/echo/call', {
        body: `{"input":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      })
      assert.equal(response.status, 400)
    }
  })

  it('is used by MCP as well', async (test) => {
    const { handler } = await open(test)
    const host = await listening(createServer(express().use(express.json()).use(basePath, handler.listener)))
    test.after(() => host.close())
    const client = new Client({ name: 'tester', version: '1' })
    const headers = { cookie: 'user=otto' }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${host.url}${basePath}/mcp`), { requestInit: { headers } }),
    )
    const { content } = await client.callTool({ name: 'echo', arguments: input })
    assert.deepEqual(content, [{ type: 'text', text: 'héllo' }])
    await client.close()
  })

  it('must be whole for a signature: raw bytes will do, parsed JSON will not', async (test) => {
    const text = JSON.stringify(input)
    const send = async (first: RequestHandler): Promise<{ status: number; said: string }> => {
      const otto = await behind(test, first)
      const response = await otto.send('POST', '/api/triggers/hook', { body: text, headers: signed(text) })
      return { status: response.status, said: await response.text() }
    }
    assert.equal((await send((_request, _response, next) => next())).status, 202)
    assert.equal((await send(express.raw({ type: 'application/json' }))).status, 202)
    const parsed = await send(express.json())
    assert.equal(parsed.status, 500)
    assert.match(parsed.said, /read before Toolyard could read it.*Mount Toolyard before.*a signature needs/)
  })

  it('is missed in plain words if nothing of it is left, instead of being waited for', async (test) => {
    const { handler } = await open(test)
    const app = fastify({ forceCloseConnections: true })
    // Fastify keeps what it has parsed where we can't see it.
    app.all(`${basePath}/*`, (request, reply) => {
      reply.hijack()
      handler.listener(request.raw, reply.raw)
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    test.after(() => app.close())
    const otto = new Visitor(url + basePath, 'otto')
    const { status, body } = await otto.json<{ error: { hint: string } }>('POST', '/api/tools/echo/call', {
      input,
    })
    assert.equal(status, 500)
    assert.match(body.error.hint, /^Mount Toolyard before what parses bodies/)
    assert.equal((await otto.send('POST', '/mcp', { body: {} })).status, 500)
  })
})
