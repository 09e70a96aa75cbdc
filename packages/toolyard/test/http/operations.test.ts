/** Running the server: figures, logs, health, and what it serves beside the API. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { jsonLog } from '../../src/serve/http/index.ts'
import { folderFor, openSite, until } from './support.ts'

describe('the figures', () => {
  it('count calls by tool and status, and how long they took', async (test) => {
    const site = await openSite(test)
    await site.call('echo', {})
    await site.call('echo', { txet: 1 })
    await site.yard.call('echo', {})
    await site.send('POST', '/api/tools/made-up"\n{}/call', { body: {} })
    const text = await (await site.send('GET', '/metrics')).text()
    for (const line of [
      'toolyard_calls_total{tool="echo",status="ok"} 2',
      'toolyard_calls_total{tool="echo",status="error"} 1',
      'toolyard_calls_total{tool="",status="error"} 1',
      'toolyard_call_duration_seconds_count{tool="echo"} 3',
      'toolyard_call_duration_seconds_count{tool=""} 1',
      'toolyard_call_duration_seconds_bucket{tool="echo",le="+Inf"} 3',
      'toolyard_calls_running 0',
      'toolyard_calls_waiting 0',
      'toolyard_event_streams 0',
    ])
      assert.ok(text.includes(`${line}\n`), `${line} is missing in:\n${text}`)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    for (const line of text.trimEnd().split('\n'))
      assert.match(
        line,
        /^# HELP \w+ [^\n]+$|^# TYPE \w+ (?:counter|gauge|histogram)$|^\w+(?:\{[^\n]*\})? [\d.e+-]+$/,
      )
  })

  it('count calls that run and wait', async (test) => {
    const site = await openSite(test, { limits: { concurrency: { total: 1 } } })
    const gone = new AbortController()
    test.after(() => gone.abort())
    for (const _ of [1, 2])
      void site
        .send('POST', '/api/tools/count/call', { body: { input: { to: 100_000 } }, signal: gone.signal })
        .catch(() => {})
    await until(async () => {
      const text = await (await site.send('GET', '/metrics')).text()
      return (
        (text.includes('toolyard_calls_running 2\n') && text.includes('toolyard_calls_waiting 1\n')) ||
        undefined
      )
    }, 'the figures')
    gone.abort()
    await until(() => site.yard.load.running === 0 || undefined, 'the end of the calls')
  })

  it('need a token, unless they are opened', async (test) => {
    assert.equal((await (await openSite(test)).send('GET', '/metrics', { as: 'nobody' })).status, 401)
    const open = await openSite(test, { server: { openMetrics: true } })
    assert.equal((await open.send('GET', '/metrics', { as: 'nobody' })).status, 200)
  })
})

describe('the log', () => {
  it('has one line of JSON for every request: no query, no body, no token', async (test) => {
    let written = ''
    const site = await openSite(test, { server: { log: jsonLog((text) => (written += text)) } })
    await site.call('echo', { text: 'the body' })
    await site.send('GET', '/api/tools?q=the+query')
    await site.send('GET', '/api/info?token=the-token', { as: 'nobody' })
    await site.send('POST', '/api/session', { as: 'nobody', body: { token: site.token('admin') } })
    const lines = await until(() => {
      const all = written.split('\n').filter(Boolean)
      return all.length === 4 ? all.map((line) => JSON.parse(line) as Record<string, unknown>) : undefined
    }, 'the lines')
    assert.deepEqual(
      lines.map(({ method, path, route, status, caller }) => [method, path, route, status, caller]),
      [
        ['POST', '/api/tools/echo/call', '/api/tools/:name/call', 200, 'the admin'],
        ['GET', '/api/tools', '/api/tools', 200, 'the admin'],
        ['GET', '/api/info', '/api/info', 401, undefined],
        ['POST', '/api/session', '/api/session', 200, undefined],
      ],
    )
    assert.ok(
      lines.every(({ time, ms }) => typeof ms === 'number' && !Number.isNaN(Date.parse(String(time)))),
    )
    for (const secret of ['the body', 'the query', 'the+query', 'the-token', site.token('admin')])
      assert.ok(!written.includes(secret), secret)
  })
})

describe('the console', () => {
  it('is served with its files, packed where that is understood, and kept by browsers where it can be', async (test) => {
    const folder = await folderFor(test)
    const script = `console.log(1)\n`.repeat(200)
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
    await writeFile(join(folder, 'assets/main-abc123.js'), script)
    await writeFile(join(folder, 'assets/notes.md'), 'not for you')
    const site = await openSite(test, { server: { consoleFolder: folder } })
    for (const path of ['/', '/index.html', '/tools', '/tools/echo', '/activity/order.17', '/docs']) {
      const page = await site.send('GET', path, { as: 'nobody' })
      assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-cache'], path)
      assert.match(await page.text(), /<title>Console/)
    }
    const asset = await site.send('GET', '/assets/main-abc123.js', { as: 'nobody' })
    assert.equal(await asset.text(), script)
    assert.equal(asset.headers.get('content-encoding'), 'gzip')
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(asset.headers.get('content-type'), 'text/javascript; charset=utf-8')
    const tag = asset.headers.get('etag') ?? ''
    const again = await site.send('GET', '/assets/main-abc123.js', {
      as: 'nobody',
      headers: { 'if-none-match': tag },
    })
    assert.equal(again.status, 304)
    for (const path of ['/assets/notes.md', '/assets/none.js', '/favicon.ico', '/robots.txt'])
      assert.equal((await site.send('GET', path, { as: 'nobody' })).status, 404, path)
    assert.equal((await site.send('POST', '/tools', { as: 'nobody', body: {} })).status, 404)
    assert.equal(gunzipSync(await packedBytes(site.url)).toString(), script)
  })

  it('is shown anew when it was built anew', async (test) => {
    const folder = await folderFor(test)
    const site = await openSite(test, { server: { consoleFolder: folder } })
    assert.match(await (await site.send('GET', '/', { as: 'nobody' })).text(), /The console is not built yet/)
    await writeFile(join(folder, 'index.html'), 'first')
    assert.equal(await (await site.send('GET', '/', { as: 'nobody' })).text(), 'first')
    await writeFile(join(folder, 'index.html'), 'second')
    assert.equal(await (await site.send('GET', '/', { as: 'nobody' })).text(), 'second')
  })
})

/** As they came over the wire: fetch unpacks. */
async function packedBytes(url: string): Promise<Buffer> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(`${url}/assets/main-abc123.js`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}
