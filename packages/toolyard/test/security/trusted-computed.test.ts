/** Programs that compute what they load, or name it in other ways than an import: what they would load counts too. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { TrustedPlace, TrustStore } from '../../src/host/trust/index.ts'
import { Project } from '../cli/cli.ts'
import { makeFolder } from '../shell/support.ts'
import { speak, trusted } from './trusted-project.ts'

interface Server {
  readonly command: string
  readonly args: readonly string[]
  /** Each leaves a mark when it runs, so that a start shows. */
  readonly files: Readonly<Record<string, string>>
}

const node = process.execPath

async function serving({ command, args, files }: Server): Promise<Project> {
  const project = await Project.alone()
  const mark = JSON.stringify(project.path('mark'))
  for (const [name, text] of Object.entries(files)) await project.write(name, text.replaceAll('MARK', mark))
  await project.write('mcp.json', JSON.stringify({ mcpServers: { notes: { command, args } } }))
  await project.run(['trust'])
  return project
}

const startMs = 120_000

/** Asks again while it is being started: a loaded machine is slow, but not for ever. */
async function isStarted(project: Project): Promise<{ readonly started: boolean; readonly said: string }> {
  await rm(project.path('mark'), { force: true })
  for (const until = performance.now() + startMs; ;) {
    const { out, err } = await project.run(['servers', '--wide'])
    const started = existsSync(project.path('mark'))
    if (started || !/connecting/.test(out + err)) return { started, said: out + err }
    assert.ok(performance.now() < until, `it was never started: ${out}${err}`)
  }
}

/** A server's folder that was trusted, and the question that is asked before each start. */
async function trustedFolder({ command, args, files }: Server) {
  const folder = await makeFolder()
  const [work, state] = [join(folder.path, 'work'), join(folder.path, 'state')]
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(work, name)), { recursive: true })
    await writeFile(join(work, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const open = (): TrustedPlace =>
    new TrustedPlace({ subject: work, store: new TrustStore(state), state, roots: [work], named: [] })
  const started = { name: 'MCP server "notes"', argv: [command, ...args], cwd: work }
  const place = open()
  const graph = place.graph()
  graph.command(started)
  place.take(graph)
  return {
    write,
    start: () => open().command(started),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** The server may start as it was trusted, and no more once a file is another. */
async function holds(server: Server, path: string): Promise<void> {
  await using folder = await trustedFolder(server)
  await folder.start()
  await folder.write(path, '// # changed\n')
  await assert.rejects(folder.start(), { code: 'untrusted' }, path)
}

/** The server may start also when a file is another. */
async function ignores(server: Server, path: string): Promise<void> {
  await using folder = await trustedFolder(server)
  await folder.write(path, '// # changed\n')
  await folder.start()
}

/** The same with the server itself: it runs, and does not once a file is another. */
async function holdsAtStart(server: Server, path: string): Promise<void> {
  await using project = await serving(server)
  const before = await isStarted(project)
  assert.ok(before.started, before.said)
  await project.write(path, '// # changed\n')
  const after = await isStarted(project)
  assert.ok(!after.started, `${path}: ${after.said}`)
  assert.match(after.said, /trusted/)
}

const marking = "require('node:fs').writeFileSync(MARK, '')\n"
const markingModule = "import { writeFileSync } from 'node:fs'\nwriteFileSync(MARK, '')\n"
const markingPython = "open(MARK, 'w').write('')\n"

describe('a script that is started as a server', () => {
  const script = (text: string): Server => ({
    command: node,
    args: ['server.cjs'],
    files: { 'server.cjs': marking + text, 'lib/x.js': '', 'worker.js': '', 'app.js': '', 'run.sh': '' },
  })

  it('does not run when a file has changed whose name it computes', async () => {
    await holdsAtStart(script("require('./' + 'wor' + 'ker')\n"), 'worker.js')
  })

  it('is held when a file has changed whose name it computes, also in the root of the workspace', async () => {
    const files = {
      'server.mjs': `${markingModule}const n = ['./pl', 'ug.mjs'].join('')\nawait import(new URL(n, import.meta.url))\n`,
      'plug.mjs': '',
    }
    await holds({ command: node, args: ['server.mjs'], files }, 'plug.mjs')
    for (const call of ["require('./' + 'wor' + 'ker')", "require(/* one */ ['.', 'worker'].join('/'))"])
      await holds(script(`${call}\n`), 'worker.js')
  })

  it('is held when a file has changed that it starts by its path', async () => {
    await holds(
      script("require('child_process').fork(require('path').join(__dirname, 'worker.js'))\n"),
      'worker.js',
    )
    await holds(script("require('child_process').execSync('sh run.sh')\n"), 'run.sh')
  })

  it('is held when a file has changed whose path it joins', async () => {
    await holds(
      script("const at = require('path').join(__dirname, 'lib', 'x.js')\nrequire(at)\n"),
      'lib/x.js',
    )
    await holds(script('const at = `${__dirname}/lib/x.js`\nmodule.require.call(module, at)\n'), 'lib/x.js')
  })

  it('is held when a file is there now that it would start', async () => {
    await holds(
      script("const { fork } = require('child_process')\nif (process.argv[9]) fork('new.js')\n"),
      'new.js',
    )
  })

  it('is started when a file has changed that it does not name, and it computes nothing', async () => {
    await ignores(script("require('./lib/x.js')\n"), 'app.js')
  })

  it('lets tools write the files that it only may load: people work there', async () => {
    await using project = await serving(script("require('./lib/x.js')\nrequire('./wor' + 'ker')\n"))
    await project.write('app.js', 'one\n')
    const edit = (path: string) => {
      const input = JSON.stringify({ path, old_string: 'one', new_string: 'two' })
      return project.run(['--mode=accept-edits', 'call', 'edit_file', '--json', input])
    }
    assert.match((await edit('lib/x.js')).err, /protected/)
    const { code, err } = await edit('app.js')
    assert.equal(code, 0, err)
  })
})

describe('a Python program that is started as a server', () => {
  const program = (text: string): Server => ({
    command: 'python3',
    args: ['server.py'],
    files: {
      'server.py': markingPython + text,
      'plugin.py': '',
      'tools-of-it/part.py': '',
      'app.js': '',
      'pkg/deep/mod.py': '',
    },
  })

  it('does not run when a module has changed that it imports', async () => {
    await holdsAtStart(program('import plugin\n'), 'plugin.py')
  })

  it('is held when a compiled module lies beside the one that it imports', async () => {
    for (const name of ['plugin.abi3.so', 'plugin.so', 'pkg/deep/mod.abi3.so'])
      await holds(program('import plugin, pkg.deep.mod\n'), name)
  })

  it('is held when a module has changed, in whichever way it is imported', async () => {
    for (const text of [
      'import os; import plugin\n',
      'try: import plugin\nexcept ImportError: pass\n',
      'import importlib\nimportlib.import_module("plugin")\n',
      '__import__("plu" + "gin")\n',
    ])
      await holds(program(text), 'plugin.py')
  })

  it('is held when a file has changed that it names by its path', async () => {
    const run = 'import os, sys\nos.spawnl(os.P_WAIT, sys.executable, "python3", "tools-of-it/part.py")\n'
    await holds(program(run), 'tools-of-it/part.py')
    await holds(program('run = open\nrun("tools-of-it/part.py").read()\n'), 'tools-of-it/part.py')
  })

  it('is started when code of another language has changed, or a script that it does not reach', async () => {
    await ignores(program('import plugin\n'), 'app.js')
    await ignores(program('import plugin\n'), 'tools-of-it/part.py')
  })
})

describe('a thread that trusted code starts', () => {
  it('is held with the code, where its file is named', async () => {
    await using project = await trusted({
      'toolyard.config.ts': `import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
new Worker(join(import.meta.dirname, 'w.mjs')).unref()
export default { toolFolders: ['tools'] }
`,
      'w.mjs': '',
    })
    assert.equal((await speak(project)).out, 'trusted\n')
    await project.write('w.mjs', '// changed\n')
    const { code, err } = await speak(project)
    assert.notEqual(code, 0)
    assert.match(err, /w\.mjs has changed since it was trusted/)
  })
})
