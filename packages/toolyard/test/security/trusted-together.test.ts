/** Several processes trust one folder at the same time: nothing that one of them wrote is lost. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { TrustedPlace, TrustStore } from '../../src/host/trust/index.ts'
import { Project } from '../cli/cli.ts'
import { named, projectFiles } from '../cli/project.ts'
import { makeFolder } from '../shell/support.ts'

async function folderOf(names: readonly string[]) {
  const folder = await makeFolder()
  const [work, state] = [join(folder.path, 'work'), join(folder.path, 'state')]
  await mkdir(work)
  for (const name of names) await writeFile(join(work, name), `// ${name}\n`)
  const open = (): TrustedPlace =>
    new TrustedPlace({ subject: work, store: new TrustStore(state), state, roots: [work], named: [] })
  return {
    work,
    state,
    open,
    add(place: TrustedPlace, name: string, isDraft = false): void {
      const graph = place.graph()
      graph.file(join(work, name), 'data')
      place.take(graph, isDraft ? { isDraft } : {})
    },
    knows: (name: string): boolean => open().knows(join(work, name)),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

function lockIn(state: string): string {
  const name = readdirSync(state).find((entry) => entry.endsWith('.lock'))
  assert.ok(name !== undefined, 'it is locked')
  return join(state, name)
}

describe('a folder that several trust at once', () => {
  it('keeps what each of them has written', async () => {
    await using folder = await folderOf(['a.js', 'b.js', 'c.js'])
    folder.add(folder.open(), 'a.js')
    const [one, other] = [folder.open(), folder.open()]
    folder.add(one, 'b.js')
    folder.add(other, 'c.js')
    assert.deepEqual(['a.js', 'b.js', 'c.js'].map(folder.knows), [true, true, true])
  })

  it('shows nobody a part as the whole', async () => {
    await using folder = await folderOf(['a.js', 'b.js'])
    const first = folder.open()
    folder.add(first, 'a.js', true)
    assert.ok(first.knows(join(folder.work, 'a.js')), 'it counts where it was taken')
    folder.add(first, 'b.js')
    assert.equal(folder.open().record, undefined, 'what comes beside a draft is one, too')
    const graph = first.graph()
    graph.file(join(folder.work, 'b.js'), 'data')
    first.take(graph, { keep: false })
    assert.deepEqual(['a.js', 'b.js'].map(folder.knows), [false, true])
  })

  it('is not trusted again by one that goes on, after a person took the trust away', async () => {
    await using folder = await folderOf(['a.js', 'b.js'])
    const going = folder.open()
    folder.add(going, 'a.js')
    folder.open().forget()
    assert.throws(() => folder.add(going, 'b.js'), { code: 'untrusted' })
    assert.equal(folder.open().record, undefined)
  })

  it('is not blocked by what a killed process has left', async () => {
    await using folder = await folderOf(['a.js', 'b.js', 'c.js'])
    folder.add(folder.open(), 'a.js')
    const store = new TrustStore(folder.state)
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    let file = ''
    store.change(folder.work, () => {
      file = lockIn(folder.state)
    })
    await writeFile(file, String(dead.pid))
    folder.add(folder.open(), 'b.js')
    await writeFile(file, String(process.pid))
    const old = new Date(Date.now() - 60_000)
    await utimes(file, old, old)
    folder.add(folder.open(), 'c.js')
    assert.deepEqual(['b.js', 'c.js'].map(folder.knows), [true, true])
  })

  it('is trusted as a whole by six commands that name it for the first time together', async () => {
    await using project = await Project.alone(projectFiles)
    const calls = ['echo', 'fail', 'echo', 'chatty', 'echo', 'chatty'].map((tool, at) =>
      project.run([...named, ...(at % 2 === 0 ? ['--trust-changes'] : []), 'call', tool, '--json', '{}']),
    )
    for (const { err } of await Promise.all(calls)) assert.doesNotMatch(err, /trusted/)
    const { err, out } = await project.run([...named, 'call', 'climb', 'steps=1'])
    assert.match(out, /height/, err)
  })
})
