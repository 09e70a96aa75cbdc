/**
 * LangChain: a structured tool's `invoke`, which checks.
 *
 * @module
 */
import { tool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { type CatalogueTool, done } from '../catalogue-tool.ts'
import type { Catalogue, Peer } from '../peer.ts'
import { inputAt } from '../sample.ts'
import { langchainName } from './names.ts'

export const langchainPeer: Peer = {
  name: 'LangChain',
  open: async (sample) => {
    const made = tool((input) => sample.execute(input), {
      name: sample.name,
      description: sample.description,
      schema: sample.schema,
    })
    return [
      {
        name: langchainName,
        validates: true,
        call: (index) => made.invoke(inputAt(sample, index)),
        textOf: String,
        refuses: (bad) =>
          made.invoke(bad).then(
            () => false,
            () => true,
          ),
      },
    ]
  },
  catalogue: async (tools) => catalogueOf(tools),
}

function catalogueOf(tools: readonly CatalogueTool[]): Catalogue {
  const made = tools.map(({ name, description, schema }) =>
    tool(done, { name, description, schema: schema as never }),
  )
  return { definitions: () => made.map((each) => convertToOpenAITool(each as never)) }
}
