/**
 * Vercel's AI SDK: `executeTool`, which does not check, and the check that `generateText` makes before it.
 *
 * @module
 */
import { executeTool, safeValidateTypes, type ToolExecutionOptions } from '@ai-sdk/provider-utils'
import { asSchema, jsonSchema, tool } from 'ai'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Contender, Peer } from '../peer.ts'
import { type Arguments, inputAt, type Sample } from '../sample.ts'

const options: ToolExecutionOptions<never> = { toolCallId: 'call', messages: [], context: undefined as never }

export const aiPeer: Peer = {
  name: 'ai',
  open: async (sample) => [executed(sample), checked(sample)],
  catalogue: async (tools) => catalogueOf(tools),
}

/** What `generateText` does with its tools before every request. */
function catalogueOf(tools: readonly CatalogueTool[]): Catalogue {
  const made = tools.map(({ name, description, ...rest }) => {
    const schema = rest.schema as never
    const inputSchema = rest.kind === 'zod' ? rest.schema : jsonSchema(schema)
    return [name, tool({ description, inputSchema, execute: done })] as const
  })
  return {
    definitions: async () => {
      const definitions: object[] = []
      for (const [name, { description, inputSchema }] of made)
        definitions.push({
          type: 'function',
          name,
          description,
          inputSchema: await asSchema(inputSchema).jsonSchema,
        })
      return definitions
    },
  }
}

function executed(sample: Sample): Contender {
  const run = runner(sample)
  return {
    name: 'ai executeTool (no check)',
    validates: false,
    call: (index) => run(inputAt(sample, index)),
    textOf: String,
  }
}

function checked(sample: Sample): Contender {
  const run = runner(sample)
  const { schema } = sample
  const call = async (input: Arguments): Promise<unknown> => {
    const result = await safeValidateTypes({ value: input, schema })
    if (!result.success) throw result.error
    return run(result.value)
  }
  return {
    name: 'ai validate + executeTool',
    validates: true,
    call: (index) => call(inputAt(sample, index)),
    textOf: String,
    refuses: (bad) =>
      call(bad).then(
        () => false,
        () => true,
      ),
  }
}

function runner(sample: Sample): (input: Arguments) => Promise<unknown> {
  const made = tool({
    description: sample.description,
    inputSchema: sample.schema,
    execute: sample.execute,
  })
  return async (input) => {
    let last: unknown
    for await (const part of executeTool({ tool: made, input, options })) last = part.output
    return last
  }
}
