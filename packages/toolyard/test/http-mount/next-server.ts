/** A Next.js server on a project of its own, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const modules = join(import.meta.dirname, '../../../../node_modules')
const linked = ['next', 'react', 'react-dom', 'typescript', '@types']

export interface NextServer extends AsyncDisposable {
  readonly url: string
}

export async function startNext(): Promise<NextServer> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-next-')))
  await cp(join(import.meta.dirname, 'next-app'), join(folder, 'next-app'), { recursive: true })
  await cp(join(import.meta.dirname, 'application.ts'), join(folder, 'application.ts'))
  await install(folder)
  const child = spawn(
    process.execPath,
    [join(modules, 'next/dist/bin/next'), 'dev', '--port', '0', '--hostname', '127.0.0.1'],
    {
      cwd: join(folder, 'next-app'),
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_OPTIONS: '--conditions=@toolyard/source',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // It starts others, which end with it as a group.
      detached: true,
    },
  )
  const ended = once(child, 'close')
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  child.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Local:\s+(http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { url, [Symbol.asyncDispose]: end }
  }
  await end()
  throw new Error('Next.js ended before it said where it is')
}

/** As `npm install` would leave it: the sources of Toolyard are reached through a package of its name. */
async function install(folder: string): Promise<void> {
  const toolyard = join(folder, 'node_modules/toolyard')
  await mkdir(toolyard, { recursive: true })
  for (const name of linked) await symlink(join(modules, name), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'next-app/package.json'), '{ "type": "module" }')
  const entries = { index: import.meta.resolve('toolyard'), http: import.meta.resolve('toolyard/http') }
  for (const [name, url] of Object.entries(entries))
    await writeFile(join(toolyard, `${name}.js`), `export * from '${url}'\n`)
  await writeFile(
    join(toolyard, 'package.json'),
    JSON.stringify({
      name: 'toolyard',
      version: '0.0.0',
      type: 'module',
      exports: { '.': './index.js', './http': './http.js' },
    }),
  )
}
