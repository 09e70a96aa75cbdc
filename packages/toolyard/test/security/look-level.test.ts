/**
 * A program that may only look changes nothing, reads no sensitive file and reaches nobody, whatever its words make it try:
 * every line of `corpora/attacks/look.json`, run for real in the sandbox at level `look`, past all policy.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Programs } from '../../src/host/index.ts'
import { makeFolder, makePrograms } from '../shell/support.ts'

interface Corpus {
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly cases: readonly { readonly id: string; readonly command: string }[]
}

const file = join(import.meta.dirname, '../corpora/attacks/look.json')
const { files, links, cases } = JSON.parse(await readFile(file, 'utf8')) as Corpus
const executable = new Set(['run.sh', 'bin/ls', 'ls2', 'git'])
const canaries = ['canary-env-7731', 'canary-key-8842']
const groupSize = 160
const atOnce = 16
/** A line that stops or ends everything around it would take what counts here with it. */
const run = cases.filter(({ command }) => !/\bkill -/.test(command))
const groups = Array.from({ length: Math.ceil(run.length / groupSize) }, (_, index) =>
  run.slice(index * groupSize, (index + 1) * groupSize),
)
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Names, kinds, rights, contents and times of everything below a folder. */
async function snapshot(folder: string): Promise<string[]> {
  const seen: string[] = []
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const stats = await lstat(join(folder, name))
    const content = stats.isFile()
      ? createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')
      : stats.isSymbolicLink()
        ? await readlink(join(folder, name))
        : ''
    seen.push(`${name} ${stats.mode} ${stats.mtimeMs} ${content}`)
  }
  return seen
}

async function build(workspace: string, programs: Programs): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
    if (executable.has(name)) await chmod(join(workspace, name), 0o755)
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, join(workspace, name))
  const script =
    'git init -q -b main; git config user.name t; git config user.email t@t; /usr/bin/git add a.ts b.json data/x.csv; git commit -qm one; git commit -q --allow-empty -m two; seq 30000 > big.txt; tar cf a.tar a.ts; gzip -kc a.ts > a.gz'
  const { exitCode, stderr } = await programs.run({
    argv: ['bash', '-c', script],
    cwd: workspace,
    sandbox: 'none',
  })
  assert.equal(exitCode, 0, stderr)
}

describe('a line that may only look', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let made: Awaited<ReturnType<typeof makePrograms>>
  let server: Server
  let workspace = ''
  let port = 0
  let reached = 0
  let untouched: string[] = []

  before(async () => {
    folder = await makeFolder()
    workspace = join(folder.path, 'ws')
    await mkdir(workspace)
    server = createServer((socket) => {
      reached++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
    made = await makePrograms({ sandbox: 'required', workspace })
    await build(workspace, made.programs)
    untouched = await snapshot(workspace)
  })
  after(async () => {
    server.close()
    await made[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it('reads what is not sensitive', async () => {
    const { stdout } = await made.programs.run({
      argv: ['bash', '-c', 'cat a.ts && git log --oneline | wc -l'],
      cwd: workspace,
      reach: { level: 'look', reveal: [] },
    })
    assert.match(stdout, /export const a = 1/)
    assert.match(stdout, /^2$/m)
  })

  for (const group of groups)
    it(`changes nothing and learns nothing (${group[0]?.id} to ${group.at(-1)?.id})`, async () => {
      const lines = group.map(({ id, command }, at) => {
        const line = quote(command.replaceAll('7731', String(port)))
        const start = `( ulimit -f 200; exec timeout -k 1 2 bash --noprofile --norc -c -- ${line} < /dev/null > /tmp/out/${id} 2>&1 ) &`
        return at % atOnce === atOnce - 1 ? `${start}\nwait` : start
      })
      const show = 'for file in /tmp/out/*; do echo "== $file"; cat "$file"; echo; done; echo "== end"'
      const { stdout, problem } = await made.programs.run({
        argv: ['bash', '-c', `mkdir /tmp/out\n${lines.join('\n')}\nwait\n${show}`],
        cwd: workspace,
        merge: true,
        maxOutput: 50_000_000,
        reach: { level: 'look', reveal: [] },
      })
      assert.equal(problem, undefined)
      assert.match(stdout, /== end\n$/)
      for (const part of stdout.split(/^== /m).slice(1))
        for (const canary of canaries) assert.ok(!part.includes(canary), part.slice(0, 500))
      assert.deepEqual(await snapshot(workspace), untouched)
      assert.equal(reached, 0)
    })
})
