/** A server is asked when it has read the project, by what it tells of itself. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { at, never, openBench } from './bench.ts'
import { fakeServer } from './fake-server.ts'

/** Tells a hover how much of its reading is done. */
const hover = { 'textDocument/hover': '() => ({ contents: state })' }
/** What it does from its start on, by milliseconds. */
const reading = (steps: readonly (readonly [number, string])[]): Record<string, string> => ({
  initialized: `() => { ${steps.map(([ms, code]) => `setTimeout(() => { ${code} }, ${ms})`).join('\n')} }`,
})
const job = (token: string, kind: 'begin' | 'end'): string =>
  `notify('$/progress', { token: '${token}', value: { kind: '${kind}', title: 'Reading ${token}' } })`

describe('a server that reports its progress', () => {
  it('is asked when all of its work is done, one job after the other', async () => {
    const steps = reading([
      [0, job('one', 'begin')],
      [200, `${job('two', 'begin')}; ${job('one', 'end')}`],
      [300, `${job('two', 'end')}; ${job('three', 'begin')}`],
      [500, `state = 'all'; ${job('three', 'end')}`],
    ])
    const script = fakeServer({ ...hover, ...steps }, `let state = 'nothing'`)
    await using bench = await openBench(script, { readiness: 'progress' })
    const server = await bench.client.prepare(bench.path, never)
    assert.equal(await server.hover(at), 'all')
    assert.deepEqual(server.notes, [])
  })

  it('is asked all the same where it has nothing to report', async () => {
    await using bench = await openBench(fakeServer(hover, `let state = 'all'`), { readiness: 'progress' })
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'all')
  })

  it('and does not come to an end is asked after the limit, and the answer says so', async () => {
    const script = fakeServer(
      { ...hover, initialized: `() => { ${job('much', 'begin')} }` },
      `let state = 'half'`,
    )
    await using bench = await openBench(script, { readiness: 'progress', readyMs: 400 })
    const server = await bench.client.prepare(bench.path, never)
    assert.equal(await server.hover(at), 'half')
    assert.match(server.notes.join(), /still reading the project after 400 ms \(Reading much\)/)
  })
})

describe('a server that tells its status', () => {
  it('is asked when it is quiet', async () => {
    const status = (quiescent: boolean): string =>
      `notify('experimental/serverStatus', { health: 'ok', quiescent: ${quiescent} })`
    const steps = reading([
      [0, status(false)],
      [400, `state = 'all'; ${status(true)}`],
    ])
    const script = fakeServer({ ...hover, ...steps }, `let state = 'nothing'`)
    await using bench = await openBench(script, { readiness: 'status' })
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'all')
  })
})

describe('a server that is ready with its first diagnostics', () => {
  const publish = `notify('textDocument/publishDiagnostics', { uri: uri('note.fake'), diagnostics: [] })`

  it('is asked when they have come, and at once from then on', async () => {
    const script = fakeServer(
      { ...hover, 'textDocument/didOpen': `() => { setTimeout(() => { state = 'all'; ${publish} }, 400) }` },
      `let state = 'nothing'`,
    )
    await using bench = await openBench(script, { readiness: 'diagnostics' })
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'all')
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'all')
  })

  it('is waited for again when a file has come or gone', async () => {
    const script = fakeServer(
      {
        ...hover,
        'textDocument/didOpen': `() => { ${publish} }`,
        'workspace/didChangeWatchedFiles': `({ changes }) => { state = 'old'; setTimeout(() => { state = 'new ' + changes[0].type; ${publish} }, 400) }`,
      },
      `let state = 'all'`,
    )
    await using bench = await openBench(script, { readiness: 'diagnostics' })
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'all')
    await writeFile(join(bench.root, 'other.fake'), '')
    assert.equal(await (await bench.client.prepare(bench.path, never)).hover(at), 'new 1')
  })
})

describe('diagnostics that are not asked for but told', () => {
  const publish = (message: string, more = ''): string =>
    `notify('textDocument/publishDiagnostics', { uri: textDocument.uri, ${more} diagnostics: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, message: '${message}' }] })`

  it('are the last that the server tells before it is quiet', async () => {
    const script = fakeServer({
      'textDocument/didChange': `({ textDocument }) => { ${publish('first')}; setTimeout(() => { ${publish('second')} }, 100) }`,
    })
    await using bench = await openBench(script)
    const found = await (await bench.client.prepare(bench.path, never)).diagnostics()
    assert.deepEqual(
      found?.map(({ message }) => message),
      ['second'],
    )
  })

  it('are those of the version that was asked about', async () => {
    const script = fakeServer({
      'textDocument/didChange': `({ textDocument }) => { ${publish('old', 'version: 1,')}; setTimeout(() => { ${publish('new', 'version: textDocument.version,')} }, 800) }`,
    })
    await using bench = await openBench(script)
    const found = await (await bench.client.prepare(bench.path, never)).diagnostics()
    assert.deepEqual(
      found?.map(({ message }) => message),
      ['new'],
    )
  })

  it('are unknown, not none, where the server tells nothing', async () => {
    await using bench = await openBench(fakeServer({}), { requestMs: 500 })
    assert.equal(await (await bench.client.prepare(bench.path, never)).diagnostics(), undefined)
  })
})
