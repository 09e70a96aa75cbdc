/**
 * OpenAI Agents: a function tool's `invoke`, which parses the model's JSON text and checks it.
 *
 * @module
 */
import { RunContext, tool } from '@openai/agents-core'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Peer } from '../peer.ts'

export const openaiAgentsPeer: Peer = {
  name: 'OpenAI Agents',
  open: async (sample) => {
    const made = tool({
      name: sample.name,
      description: sample.description,
      parameters: sample.schema,
      execute: (input) => sample.execute(input),
      errorFunction: null,
    })
    const context = new RunContext()
    const texts = sample.inputs.map((input) => JSON.stringify(input))
    return [
      {
        name: 'OpenAI Agents invoke',
        validates: true,
        call: (index) => made.invoke(context, texts[index % texts.length] ?? ''),
        textOf: String,
        refuses: (bad) =>
          made.invoke(context, JSON.stringify(bad)).then(
            () => false,
            () => true,
          ),
      },
    ]
  },
  catalogue: async (tools) => catalogueOf(tools),
}

/** Here the conversion is part of making the tool. */
function catalogueOf(tools: readonly CatalogueTool[]): Catalogue {
  const made = tools.map((each) => {
    const { name, description } = each
    return each.kind === 'zod'
      ? tool({ name, description, parameters: each.schema, execute: done })
      : tool({ name, description, parameters: each.schema as never, strict: true, execute: done })
  })
  return {
    definitions: () =>
      made.map(({ type, name, description, parameters, strict }) => ({
        type,
        name,
        description,
        parameters,
        strict,
      })),
  }
}
