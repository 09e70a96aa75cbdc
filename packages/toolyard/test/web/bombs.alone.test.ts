/**
 * Answers that are made to cost: packed small, deep, wide, endless, or hostile to whoever parses them. Each costs its own answer
 * and nothing else: this thread works on meanwhile, memory stays bounded, and the next page is read as ever.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pdfBomb, pdfOf } from './pdf.ts'
import { type Answer, fetchText, openSite, send, type Site } from './site.ts'

const million = 1_000_000
const repeated = (text: string, length = 4.9 * million): string =>
  text.repeat(Math.floor(length / text.length))
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')
const zeros = Buffer.alloc(50 * million, 'a')

const packed =
  (body: Buffer, encoding: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body)

const endless: Answer = (_, response) => {
  const part = '<p>more</p>'.repeat(20_000)
  const go = (): void => {
    while (response.write(part));
  }
  response.writeHead(200, { 'content-type': 'text/html' }).on('drain', go)
  go()
}

const drip: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write('x'), 100)
  response.on('close', () => clearInterval(timer))
}

/** What is seen of it, or how it is refused. */
const bombs: Readonly<Record<string, readonly [Answer, RegExp]>> = {
  gzip: [packed(gzipSync(zeros), 'gzip'), /larger than 5,000,000 bytes/],
  brotli: [
    packed(brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), 'br'),
    /larger than 5,000,000 bytes/,
  ],
  'packed twice': [packed(gzipSync(gzipSync(zeros)), 'gzip, gzip'), /larger than 5,000,000 bytes/],
  'packed fifty times': [
    packed(gzipSync('x'), Array.from({ length: 50 }, () => 'gzip').join(', ')),
    /not understood/,
  ],
  'zip as a page': [send(Buffer.concat([Buffer.from('PK\u0003\u0004'), zeros.subarray(0, million)])), /PK/],
  'endless stream': [endless, /larger than 5,000,000 bytes/],
  'slow drip': [drip, /did not answer in full within 3000 ms/],
  'deep elements': [send(`${'<div>'.repeat(100_000)}ground`), /too deep/],
  'deep lists': [send(`${'<ul><li>'.repeat(50_000)}ground`), /too deep/],
  'deep tables': [send(`${'<table><tr><td>'.repeat(500)}ground`), /ground/],
  siblings: [send(`<main>${'<p>one</p>'.repeat(100_000)}</main>`), /one\n/],
  'cells of a table': [
    send(`<main><table>${`<tr>${'<td>cell</td>'.repeat(100)}</tr>`.repeat(1000)}</table></main>`),
    /\| cell \| cell \|/,
  ],
  'large attribute': [send(`<main><p title="${repeated('a')}">words</p></main>`), /words/],
  'large style': [send(`<main><p style="${repeated('color:red;')}">words</p></main>`), /words/],
  'many attributes': [
    send(`<main><p ${many(50_000, (index) => `a${index}="1" `)}>words</p></main>`),
    /words/,
  ],
  'signs of tags': [send(repeated('<')), /too large/],
  'begun tags': [send(repeated('<a ')), /too large/],
  'begun comments': [send(repeated('<!--')), /nothing|too large/],
  entities: [send(repeated('&')), /too large/],
  rules: [
    send(
      `<style>${many(100_000, (index) => `.c${index}{display:none}`)}</style><main>fine <i class=c7>no</i></main>`,
    ),
    /fine\n/,
  ],
  'costly rules': [
    send(
      `<style>${'p:nth-child(odd) ~ *{display:none}'.repeat(50_000)}</style><main>${'<p>seen</p>'.repeat(5000)}</main>`,
    ),
    /seen/,
  ],
  'long selectors': [
    send(
      `<style>${`${'a '.repeat(200)}{display:none}`.repeat(2000)}</style><main>${'<a>'.repeat(200)}seen</main>`,
    ),
    /seen[\s\S]*styles are too many/,
  ],
  'open rules': [send(`<style>${repeated('a{', million)}</style><main>fine</main>`), /fine/],
  'open comments of styles': [send(`<style>${repeated('/*')}</style><main>fine</main>`), /fine/],
  'open brackets of styles': [send(`<style>${repeated('@media (')}</style><main>fine</main>`), /fine/],
  'variables of variables': [
    send(
      `<style>:root{${many(5000, (at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1});`)}} p{color:var(--v0)}</style><main>${'<p>seen</p>'.repeat(1000)}</main>`,
    ),
    /seen/,
  ],
  'variables in deep elements': [
    send(`<main>${many(3000, (at) => `<div style="--a${at}:1;--b${at}:2;color:var(--z)">`)}seen</main>`),
    /seen/,
  ],
  'JSON that grows when indented': [
    send(`${'['.repeat(1000)}${repeated('1,', 4 * million)}1${']'.repeat(1000)}`, 'application/json'),
    /\[\[\[/,
  ],
  'JSON that never ends': [send('['.repeat(2 * million), 'application/json'), /\[\[\[/],
  'PDF of 10,000 pages': [
    send(pdfOf(Array.from({ length: 10_000 }, (_, at) => `leaf ${at}`)), 'application/pdf'),
    /leaf 7\n[\s\S]*the last \d+ pages/,
  ],
  'PDF that unpacks to 1.5 GB': [
    send(pdfBomb(1500 * million), 'application/pdf'),
    /too large to read|takes too long/,
  ],
  'picture of absurd size': [
    send(Buffer.from('89504e470d0a1a0a0000000d494844527fffffff7fffffff0806000000', 'hex'), 'image/png'),
    /image\/png/,
  ],
}

/** The most that this thread worked at a stretch, in milliseconds of the processor: other programs don't count. */
async function longestStretch(work: () => Promise<void>): Promise<number> {
  let [longest, last] = [0, process.threadCpuUsage()]
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 2)
  await work()
  clearInterval(timer)
  look()
  return longest
}

describe('bombs', () => {
  let site: Site
  before(async () => {
    site = await openSite((path) => bombs[decodeURIComponent(path.slice(1))]?.[0] ?? send('<p>as ever</p>'))
    await fetchText(site, '/plain')
  })
  after(() => site[Symbol.asyncDispose]())

  for (const [name, [, expected]] of Object.entries(bombs))
    it(`answers for this within bounds, and for the next page as ever: ${name}`, async (test) => {
      const url = `${site.origin}/${encodeURIComponent(name)}`
      // The others are answered at once, as soon as the machine gets to it.
      const timeout_ms = name === 'slow drip' ? 3000 : 60_000
      const memory = process.memoryUsage.rss()
      const stretch = await longestStretch(async () => {
        const result = await site.yard.call('web_fetch', { url, timeout_ms }, { threadId: 't' })
        const [block] = result.content
        assert.match(result.error?.message ?? (block?.type === 'text' ? block.text : ''), expected)
        assert.notEqual(result.error?.code, 'internal')
      })
      const grown = (process.memoryUsage.rss() - memory) / million
      test.diagnostic(`${stretch.toFixed(0)} ms of this thread at most, ${grown.toFixed(0)} MB more`)
      assert.ok(stretch < 400, `${stretch} ms`)
      assert.ok(grown < 1200, `${grown} MB`)
      assert.match(await fetchText(site, '/plain'), /as ever/)
    })
})
