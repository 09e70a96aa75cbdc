/** Servers of other makers, each with a page of its own and Toolyard mounted under a path. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import type { HttpHandler } from 'toolyard/http'
import { basePath } from './application.ts'

export interface Host {
  readonly url: string
  close(): Promise<void>
}

export type Mounts = (handler: HttpHandler) => Promise<Host>

export const inHono: Mounts = (handler) => {
  const app = new Hono()
  app.get('/hello', (context) => context.text('hello'))
  app.all(`${basePath}/*`, (context) => handler.fetch(context.req.raw))
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  return promise.then((port) => ({
    url: `http://127.0.0.1:${port}`,
    close: () => closed(server as Server),
  }))
}

export const inExpress: Mounts = (handler) => {
  const app = express()
  app.get('/hello', (_request, response) => void response.send('hello'))
  app.use(basePath, handler.listener)
  return listening(createServer(app))
}

/** Fastify reads every body itself, unless it is told to leave them. */
export const inFastify: Mounts = async (handler) => {
  const app = fastify({ forceCloseConnections: true })
  app.get('/hello', () => 'hello')
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${basePath}/*`, (request, reply) => {
      reply.hijack()
      handler.listener(request.raw, reply.raw)
    })
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

export async function listening(server: Server): Promise<Host> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  }
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
