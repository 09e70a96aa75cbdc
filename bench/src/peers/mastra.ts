/**
 * Mastra: a tool's `execute`, which checks.
 *
 * @module
 */
import { RequestContext } from '@mastra/core/request-context'
import { createTool, isValidationError, noopObserve } from '@mastra/core/tools'
import { makeCoreTool } from '@mastra/core/utils'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Peer } from '../peer.ts'
import { inputAt } from '../sample.ts'
import { mastraName } from './names.ts'

/** As an agent's loop passes it; made once, because it is not the tool's cost. */
const context = { observe: noopObserve }

export const mastraPeer: Peer = {
  name: 'Mastra',
  open: async (sample) => {
    const made = createTool({
      id: sample.name,
      description: sample.description,
      inputSchema: sample.schema,
      execute: sample.execute,
    })
    const execute = made.execute?.bind(made)
    if (!execute) throw new Error('Mastra made a tool without execute')
    return [
      {
        name: mastraName,
        validates: true,
        call: (index) => execute(inputAt(sample, index), context),
        textOf: String,
        refuses: async (bad) => isValidationError(await execute(bad, context)),
      },
    ]
  },
  catalogue: async (tools) => catalogueOf(tools),
}

/** What an agent does with its tools; without a model, hence without that model's repairs of the schema. */
function catalogueOf(tools: readonly CatalogueTool[]): Catalogue {
  const made = tools.map(({ name, description, schema }) =>
    createTool({ id: name, description, inputSchema: schema as never, execute: done }),
  )
  const requestContext = new RequestContext()
  return {
    definitions: () =>
      made.map((tool) => {
        const core = makeCoreTool(tool, { name: tool.id, description: tool.description, requestContext })
        const { jsonSchema } = core.parameters as { readonly jsonSchema: object }
        return { type: 'function', name: tool.id, description: core.description, parameters: jsonSchema }
      }),
  }
}
