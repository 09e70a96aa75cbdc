/** Document, 4: what an administrator's page does, over HTTP, with `toolyard serve`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Api extends AsyncDisposable {
  request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>
}

export async function startServer(workspace: string): Promise<Api> {
  const program = 'node_modules/toolyard/dist/cli/main.js'
  const flags = ['--config', 'toolyard.config.ts', '--workspace', workspace, '--json-output']
  const server = spawn(process.execPath, [program, ...flags, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { origin, hash } = new URL(await linkOf(server.stdout))
  const headers = {
    authorization: `Bearer ${hash.slice('#token='.length)}`,
    'content-type': 'application/json',
  }
  return {
    async request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
      const response = await fetch(origin + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'close')
      server.kill('SIGINT')
      await ended
    },
  }
}

async function linkOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, link] = /"link":\s*"([^"]+)"/.exec(line) ?? []
    if (link !== undefined) return link
  }
  throw new Error('the server did not say where it is')
}
