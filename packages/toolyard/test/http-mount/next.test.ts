/** Toolyard mounted under a path in a Next.js application, by a route handler that catches everything below. */
import { after, before, describe } from 'node:test'
import { basePath } from './application.ts'
import { mountSuite } from './mount-suite.ts'
import { type NextServer, startNext } from './next-server.ts'

describe('Toolyard in a server of Next.js', () => {
  let next: NextServer
  before(async () => {
    next = await startNext()
    // Routes are compiled when they are first asked for.
    for (const path of ['/hello', `${basePath}/healthz`, '/elsewhere']) await fetch(next.url + path)
  })
  after(() => next[Symbol.asyncDispose]())
  mountSuite(async () => next.url)
})
