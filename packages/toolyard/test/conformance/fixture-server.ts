/** The conformance suite's tools behind the MCP handler, on a port of its own. */
import { createToolyard } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import { addTrigger, fixtureTools } from './fixture-tools.ts'

export interface FixtureServer extends AsyncDisposable {
  readonly url: string
}

export async function startFixtureServer(): Promise<FixtureServer> {
  const yard = await createToolyard({ tools: fixtureTools })
  addTrigger(yard)
  const served = await serveMcp(yard)
  return {
    url: served.url.href,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await yard.close()
    },
  }
}
