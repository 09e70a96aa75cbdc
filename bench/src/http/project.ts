/**
 * A project with a trivial tool and one that streams, served as people serve theirs.
 *
 * @module
 */
import { symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from './server-process.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('toolyard/package.json'))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const config = `import { defineConfig, defineTool } from 'toolyard'

const echo = defineTool({
  name: 'echo',
  description: 'Says again what it was given.',
  permission: 'read',
  effects: 'none',
  inputSchema: { text: String },
  execute: ({ text }) => ({ text }),
})

const lines = defineTool({
  name: 'lines',
  description: 'Sends lines.',
  permission: 'read',
  effects: 'none',
  inputSchema: { count: Number },
  async *execute({ count }) {
    for (let number = 1; number <= count; number++) yield \`line \${number} of the output\\n\`
    return { count }
  },
})

export default defineConfig({ tools: [echo, lines], builtins: [] })
`

/** `folder` must be empty. Runs what was built, or the sources where this process does. */
export async function serveProject(folder: string, flags: readonly string[] = []): Promise<ServerProcess> {
  await writeFile(join(folder, 'toolyard.config.mjs'), config)
  await symlink(modules, join(folder, 'node_modules'))
  const isSource = process.execArgv.includes('--conditions=@toolyard/source')
  const program = join(packageFolder, isSource ? 'src/cli/main.ts' : 'dist/cli/main.js')
  const argv = [...process.execArgv.filter((flag) => flag.startsWith('--conditions')), program]
  return startServer([...argv, '--config', 'toolyard.config.mjs', 'serve', '--port', '0', ...flags], folder)
}

export function serveBare(folder: string): Promise<ServerProcess> {
  return startServer([fileURLToPath(new URL('bare-server.ts', import.meta.url))], folder)
}
