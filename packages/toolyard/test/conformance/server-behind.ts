/** A server behind ours, with the prompts, resources and tools that the official conformance suite asks for by name. */
import {
  acceptedContent,
  completable,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

/** A picture of one red dot. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const form = z.object({ context: z.string() })

const said = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A simple prompt.' }, () => ({
    messages: [said('This is a simple prompt for testing.')],
  }))
  const place = completable(z.string(), (value) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(value)),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A prompt with arguments.', argsSchema: z.object({ arg1: place, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a document.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } },
        },
        said('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with a picture.' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
      said('Please analyze the image above.'),
    ],
  }))
  const title = { description: 'A prompt that asks first.' }
  server.registerPrompt('test_input_required_result_prompt', title, ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_context', form)
    if (answer) return { messages: [said(`In the context of ${answer.context}`)] }
    const asked = inputRequired.elicit({ message: 'Which context?', requestedSchema: form })
    return inputRequired({ inputRequests: { user_context: asked } })
  })
}

function addResources(server: McpServer): void {
  server.registerResource(
    'static text',
    'test://static-text',
    { description: 'A text.', mimeType: 'text/plain' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: 'This is the content.' }] }),
  )
  server.registerResource(
    'static binary',
    'test://static-binary',
    { description: 'A picture.', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: png }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by id.', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
    }),
  )
}

/** Tools that let the client's model answer. */
function addSampling(server: McpServer): void {
  const names = [
    'test_sampling',
    'test_input_required_result_sampling',
    'test_input_required_result_capabilities',
  ]
  for (const name of names)
    server.registerTool(
      name,
      { description: 'Lets a model answer.', inputSchema: z.object({ prompt: z.string().optional() }) },
      ({ prompt = 'What is the capital of France?' }, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.['capital_question']
        if (typeof answer === 'object' && answer !== null && 'content' in answer)
          return { content: [{ type: 'text', text: `LLM response: ${JSON.stringify(answer.content)}` }] }
        const asked = inputRequired.createMessage({ messages: [said(prompt)], maxTokens: 100 })
        return inputRequired({ inputRequests: { capital_question: asked } })
      },
    )
}

function createServer(): McpServer {
  const server = new McpServer({ name: 'behind', version: '1' })
  let added = 0
  server.registerTool(
    'test_trigger_prompt_change',
    { description: 'Adds a prompt.', inputSchema: z.object({}) },
    () => {
      server.registerPrompt(`test_added_${++added}`, { description: 'Added.' }, () => ({
        messages: [said('added')],
      }))
      return { content: [{ type: 'text', text: 'changed' }] }
    },
  )
  addPrompts(server)
  addResources(server)
  addSampling(server)
  return server
}

serveStdio(createServer)
