/** `--kind rest`: an HTTP endpoint. Its test brings a server of its own. */
import { literal } from './source-text.ts'
import type { Template } from './template.ts'

export const restTool: Template = (plan) => {
  const { name, stem, description, parameter, permission } = plan
  const isRead = permission === 'read'
  const method = isRead ? 'GET' : 'POST'
  // What is not in the path is sent in the body.
  const path = isRead ? `/${stem}/{${parameter.name}}` : `/${stem}`
  const tool = `import type { RestToolSpec } from 'toolyard'

export default {
  name: '${name}',
  description: ${literal(description)},
  inputSchema: {
    type: 'object',
    properties: {
      ${parameter.name}: { type: 'string', description: ${literal(parameter.description)} },
    },
    required: ['${parameter.name}'],
  },
  config: {
    // Start here: the address of your service.
    baseUrl: 'https://api.example.com',
    method: '${method}',
    path: '${path}',
    // A key comes from the environment and is never shown:
    // headers: { authorization: 'Bearer \${EXAMPLE_KEY}' },
  },
} satisfies RestToolSpec
`
  return [
    { path: `${stem}.ts`, text: tool, use: 'loaded' },
    { path: `${stem}.test.ts`, text: serverTest({ name, stem, method, path, parameter }) },
  ]
}

interface Request {
  readonly name: string
  readonly stem: string
  readonly method: string
  readonly path: string
  readonly parameter: { readonly name: string; readonly example: string }
}

function serverTest({ name, stem, method, path, parameter }: Request): string {
  const url = path.replace(/\{.*\}/, encodeURIComponent(parameter.example))
  return `import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { createToolyard } from 'toolyard'
import endpoint from './${stem}.ts'

it('${name} asks its service', async () => {
  await using server = createServer(({ method, url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method, url }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const config = { ...endpoint.config, baseUrl: \`http://127.0.0.1:\${port}\` }
  await using yard = await createToolyard({
    tools: { rest: [{ ...endpoint, config }] },
    network: { allow: [\`127.0.0.1:\${port}\`] },
    policy: { allow: ['${name}'] },
  })
  const result = await yard.call('${name}', { ${parameter.name}: ${literal(parameter.example)} })
  assert.deepEqual(result.data, { method: '${method}', url: '${url}' })
})
`
}
