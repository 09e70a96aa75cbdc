/** Servers that are silent, flood or babble once they run: a clear error in time, and the next call starts another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { at, type Bench, isFault, never, openBench } from './bench.ts'
import { fakeServer } from './fake-server.ts'
import { makeProject, processesIn } from './project.ts'

describe('a server that is silent', () => {
  it('at its start is given up after the limit', async () => {
    await using bench = await openBench(fakeServer({ initialize: '() => undefined' }), { startMs: 300 })
    await assert.rejects(
      bench.client.prepare(bench.path, never),
      isFault(
        'unavailable',
        /node did not start: it did not answer initialize within 300 ms\n.*get it somewhere/,
      ),
    )
    assert.deepEqual(processesIn(bench.root), [])
  })

  it('at a question is ended, and the next call starts another', async () => {
    const script = fakeServer({
      'textDocument/hover': `() => { if (fs.existsSync('asked')) return { contents: 'well' }; fs.writeFileSync('asked', '') }`,
    })
    await using bench = await openBench(script, { requestMs: 500, sandbox: 'none' })
    const server = await bench.client.prepare(bench.path, never)
    await assert.rejects(
      server.hover(at),
      isFault('timeout', /did not answer textDocument\/hover within 500 ms\n.*started anew/),
    )
    const again = await bench.client.prepare(bench.path, never)
    assert.equal(await again.hover(at), 'well')
  })

  it('lets go of a call that is cancelled, and stays for the next', async () => {
    const script = fakeServer({
      'textDocument/hover': `(_, id) => { last = id }`,
      '$/cancelRequest': `({ id }) => send({ id, error: { code: -32800, message: 'cancelled' } })`,
      'textDocument/definition': '() => []',
    })
    await using bench = await openBench(`let last\n${script}`)
    const abort = new AbortController()
    const server = await bench.client.prepare(bench.path, abort.signal)
    const before = processesIn(bench.root)
    setTimeout(() => abort.abort(), 100)
    await assert.rejects(server.hover(at), isFault('cancelled', /cancelled/))
    const next = await bench.client.prepare(bench.path, never)
    assert.deepEqual(await next.locate('definition', at), [])
    assert.deepEqual(processesIn(bench.root), before)
  })

  it('answers a call of the tool within its time limit', async () => {
    await using project = await makeProject(
      { 'a.ts': 'one' },
      { fake: fakeServer({ initialize: '() => undefined' }) },
    )
    const input = { action: 'hover', path: 'a.ts', query: 'one' }
    const result = await project.yard.call('lsp', input, { threadId: 'thread', timeoutMs: 1000 })
    assert.equal(result.status, 'timeout')
  })
})

/** Memory that something still holds. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

describe('a server that floods', () => {
  it('with messages is read no faster than it is listened to', async () => {
    const script = fakeServer(
      { 'textDocument/hover': `(_, id) => { go(() => send({ id, result: { contents: 'well' } })) }` },
      `const text = 'x'.repeat(2000)
       const body = JSON.stringify({ jsonrpc: '2.0', method: 'window/logMessage', params: { type: 3, message: text } })
       const flood = ('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body).repeat(500)
       let sent = 0
       const go = (done) => { sent += flood.length; process.stdout.write(flood, () => (sent < 60e6 ? go(done) : done())) }`,
    )
    await using bench = await openBench(script)
    const server = await bench.client.prepare(bench.path, never)
    const before = liveBytes()
    const looks: number[] = []
    const watch = setInterval(() => looks.push(liveBytes() - before), 200)
    assert.equal(await server.hover(at), 'well')
    clearInterval(watch)
    assert.ok(looks.length > 0)
    assert.ok(Math.max(...looks) < 30e6, `${Math.max(...looks)} bytes`)
  })

  it('with progress and registrations that never end is asked all the same', async () => {
    const script = fakeServer(
      { 'textDocument/hover': `() => ({ contents: 'well' })` },
      `let next = 0
       const go = () => {
         for (let count = 0; count < 200; count++) {
           notify('$/progress', { token: next++, value: { kind: 'begin', title: 'busy' } })
           send({ id: 'q' + next, method: 'client/registerCapability', params: { registrations: [{ id: String(next), method: 'x' }] } })
         }
         setTimeout(go, 5)
       }
       setTimeout(go, 50)`,
    )
    await using bench = await openBench(script)
    const server = await bench.client.prepare(bench.path, never)
    assert.equal(await server.hover(at), 'well')
  })
})

describe('a server that answers what nobody asked for', () => {
  const answers: readonly (readonly [string, string, (bench: Bench) => Promise<unknown>])[] = [
    ['hover', `{ text: 1 }`, async ({ client, path }) => (await client.prepare(path, never)).hover(at)],
    [
      'definition',
      `[{ uri: 'file:///x', range: { start: { line: -1, character: 0 }, end: {} } }]`,
      async ({ client, path }) => (await client.prepare(path, never)).locate('definition', at),
    ],
    [
      'references',
      `'here'`,
      async ({ client, path }) => (await client.prepare(path, never)).locate('references', at),
    ],
  ]
  for (const [name, answer, ask] of answers) {
    it(`to ${name} is told as its fault`, async () => {
      await using bench = await openBench(fakeServer({ [`textDocument/${name}`]: `() => (${answer})` }))
      await assert.rejects(
        ask(bench),
        isFault('tool_failed', new RegExp(`answered textDocument/${name} with something else`)),
      )
    })
  }

  it('and asks us is answered, whatever it asks', async () => {
    const script = fakeServer({
      'textDocument/hover': `(_, id) => {
        const questions = ['workspace/configuration', 'client/registerCapability', 'client/unregisterCapability', 'window/workDoneProgress/create',
          'workspace/applyEdit', 'workspace/workspaceFolders', 'window/showMessageRequest', 'workspace/codeLens/refresh', 'made/up']
        const seen = []
        onResponse = (response) => {
          seen.push(response.id + '=' + JSON.stringify(response.error ? response.error.code : response.result))
          if (seen.length === questions.length) send({ id, result: { contents: seen.join('\\n') } })
        }
        for (const method of questions) send({ id: method, method, params: method === 'workspace/configuration' ? { items: [{ section: 'a.b' }, {}] } : {} })
      }`,
    }).replace(
      'if (method ===',
      `if (method === undefined) onResponse({ id, ...JSON.parse(message) })\n    if (method ===`,
    )
    const patched = script
      .replace('const { id, method, params } = JSON.parse(', 'const message = (')
      .replace(
        '.toString())\n    rest =',
        '.toString())\n    const { id, method, params } = JSON.parse(message)\n    rest =',
      )
    await using bench = await openBench(`let onResponse\n${patched}`)
    const server = await bench.client.prepare(bench.path, never)
    assert.deepEqual((await server.hover(at)).split('\n'), [
      'workspace/configuration=[null,{}]',
      'client/registerCapability=null',
      'client/unregisterCapability=null',
      'window/workDoneProgress/create=null',
      'workspace/applyEdit={"applied":false,"failureReason":"edits are applied by the client only"}',
      `workspace/workspaceFolders=[{"uri":"file://${bench.root}","name":"workspace"}]`,
      'window/showMessageRequest=null',
      'workspace/codeLens/refresh=null',
      'made/up=-32601',
    ])
  })
})
