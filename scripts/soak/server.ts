/** The server under load: a project of its own, served as people serve theirs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Inspector, type Memory } from './inspector.ts'

const config = `import { defineConfig, defineTool } from 'toolyard'

const facts = { permission: 'read', effects: 'none' }
const echo = defineTool({ ...facts, name: 'echo', description: 'Says it again.', inputSchema: { text: String }, execute: ({ text }) => ({ text }) })
const save = defineTool({ ...facts, name: 'save', description: 'Changes something.', permission: 'write', effects: 'local_state', inputSchema: { text: String }, execute: ({ text }) => text.length })
const fail = defineTool({ ...facts, name: 'fail', description: 'Fails.', execute() { throw new Error('as it should') } })
const lines = defineTool({
  ...facts,
  name: 'lines',
  description: 'Sends lines.',
  inputSchema: { count: Number },
  async *execute({ count }, { progress, signal }) {
    for (let line = 1; line <= count && !signal.aborted; line++) {
      progress({ done: line, total: count })
      yield \`line \${line}\\n\`
      if (line % 10 === 0) await new Promise((done) => setTimeout(done, 5))
    }
  },
})

export default defineConfig({ tools: [echo, save, fail, lines], builtins: ['shell'], policy: { mode: 'bypass' }, sandbox: 'none' })
`

/** Where the journal is, in the folder of the project. */
export const database = 'sqlite:data/toolyard.db'

export interface Server {
  readonly url: string
  readonly token: string
  readonly errors: string
  /** Bytes that it really holds, after its garbage was collected; and bytes that the system has given it. */
  memory(): Promise<Memory>
  /** Programs that it has started and that are still there, the dead ones that nobody took leave of included. */
  children(): Promise<string[]>
  /** Tells it to end, and answers its exit code. */
  stop(): Promise<number | null>
}

export async function serve(folder: string): Promise<Server> {
  await writeFile(join(folder, 'toolyard.config.mjs'), config)
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const main = resolve('packages/toolyard/src/cli/main.ts')
  const argv = [
    '--inspect=127.0.0.1:0',
    '--conditions=@toolyard/source',
    main,
    '--config',
    'toolyard.config.mjs',
    'serve',
    '--port',
    '0',
  ]
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: { ...process.env, TOOLYARD_DATABASE: database, XDG_STATE_HOME: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  // Whatever happens here, it does not stay.
  process.once('exit', () => child.kill('SIGKILL'))
  let errors = ''
  let address: string | undefined
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    address ??= /ws:\/\/\S+/.exec(text)?.[0]
    // Requests are logged there as well.
    errors = (errors + text.replaceAll(/^\{.*\n/gm, '')).slice(-2000)
  })
  const [, url = '', token = ''] = await linkOf(child)
  const inspector = await Inspector.open(address ?? '')
  return {
    url,
    token,
    get errors() {
      return errors
    },
    memory: () => inspector.memory(),
    children: () => childrenOf(pid),
    async stop() {
      const ended = once(child, 'close')
      inspector.close()
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

async function linkOf(child: ChildProcess): Promise<string[]> {
  let out = ''
  for await (const text of child.stdout ?? []) {
    out += String(text)
    const link = /(http:\/\/[^/\s]+)\/#token=(\S+)/.exec(out)
    if (link) return [...link]
  }
  throw new Error(`the server did not start: ${out}`)
}

/** The helper that starts programs is the server's own; what it has started is not. */
async function childrenOf(pid: number): Promise<string[]> {
  const found: { pid: number; parent: number; name: string; state: string }[] = []
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [, program = '', state = '', parent = ''] = /\((.*)\) (\S) (\d+)/s.exec(stat) ?? []
    found.push({ pid: Number(name), parent: Number(parent), name: program, state })
  }
  const own = found.filter(({ parent }) => parent === pid)
  const below = found.filter(({ parent }) => own.some((child) => child.pid === parent))
  const dead = own.filter(({ state }) => state === 'Z')
  return [...dead, ...below].map(({ pid: id, name, state }) => `${name} (${id}, ${state})`)
}
