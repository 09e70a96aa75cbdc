/** Toolyard mounted under a path in a server of Hono, Express and Fastify. */
import { describe, type TestContext } from 'node:test'
import { openApplication } from './application.ts'
import { inExpress, inFastify, inHono, type Mounts } from './hosts.ts'
import { mountSuite } from './mount-suite.ts'

const hosts: Readonly<Record<string, Mounts>> = { Hono: inHono, Express: inExpress, Fastify: inFastify }

async function mounted(test: TestContext, mount: Mounts): Promise<string> {
  const { yard, handler } = await openApplication({})
  const host = await mount(handler)
  test.after(async () => {
    await handler[Symbol.asyncDispose]()
    await host.close()
    await yard.close()
  })
  return host.url
}

for (const [name, mount] of Object.entries(hosts))
  describe(`Toolyard in a server of ${name}`, () => mountSuite((test) => mounted(test, mount)))
