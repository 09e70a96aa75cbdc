/** What a page of the browser reaches: sites that are allowed, and of what is not nobody hears, whatever the page tries. */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { OpenBrowser } from '../../src/host/index.ts'
import { Ground, Site, until } from './ground.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'site.test': ['127.0.0.1'],
  'closed.test': ['127.0.0.1'],
  'rebind.test': ['127.0.0.1'],
  'six.test': ['::1'],
}
/** Asks for what its own address names. */
const worker =
  'fetch(decodeURIComponent(location.search.slice(1))).then(() => postMessage("ok"), () => postMessage("no"))'
const html = { 'content-type': 'text/html' }

describe('a page', () => {
  const datagrams = createSocket('udp6')
  let [ground, site, secret, browser, page] = [] as unknown as [
    Ground,
    Site,
    Site,
    OpenBrowser<BrowserContext>,
    Page,
  ]
  let heard = 0

  before(async () => {
    secret = await Site.open((_request, response) => response.end('secret'))
    site = await Site.open((request, response) => {
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
      if (to !== null) response.writeHead(302, { location: to }).end()
      else if (request.url?.startsWith('/worker.js') === true)
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker)
      else response.writeHead(200, html).end('<title>here</title><body>a site')
    })
    datagrams.on('message', () => void heard++).bind(0)
    await once(datagrams, 'listening')
    ground = await Ground.make({
      allow: [site.host, `site.test:${site.port}`, `closed.test:${site.port}`],
      resolve: (host) => names[host],
    })
    browser = await ground.browsers.open({
      allowed: async (origin) => (origin.includes('closed.test') ? 'this origin is not for us.' : undefined),
    })
    assert.equal(browser.sandbox, 'sandbox')
    await browser.context.addInitScript({ path: join(import.meta.dirname, 'every-way.js') })
    page = await browser.context.newPage()
    await page.goto(site.url)
  })

  after(async () => {
    await ground[Symbol.asyncDispose]()
    await Promise.all([site, secret].map((one) => one[Symbol.asyncDispose]()))
    datagrams.close()
  })

  const everyWay = (target: string): Promise<Record<string, string>> =>
    page.evaluate(`everyWay(${JSON.stringify({ target, own: site.url })})`)

  it('of an address and of a name that are allowed is shown, and reaches its own site in every way', async () => {
    assert.equal(await page.title(), 'here')
    for (const url of [site.url, `http://site.test:${site.port}`]) {
      const answers = await everyWay(url)
      for (const way of ['fetch', 'xhr', 'worker', 'redirect']) assert.equal(answers[way], 'ok', way)
    }
    assert.equal(secret.connections, 0)
  })

  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    'rebind.test',
    'six.test',
  ])
    it(`reaches ${host} in no way: requests, sockets, beacons, frames, redirects, hints, peers`, async () => {
      const target = `http://${host}:${secret.port}`
      const answers = await everyWay(target)
      for (const [way, answer] of Object.entries(answers)) assert.notEqual(answer, 'ok', way)
      const { port } = datagrams.address()
      const servers = [`stun:${host}:${port}`, `turn:${host}:${secret.port}?transport=tcp`]
      await page.evaluate(`peers(${JSON.stringify(servers)})`)
      assert.equal(secret.connections, 0)
      assert.equal(heard, 0)
      const { origin } = new URL(target)
      assert.match(browser.failures.findLast((one) => one.origin === origin)?.why ?? '', /may not be reached/)
    })

  it('reaches no metadata address and nothing that listens beside it in the sandbox', async () => {
    for (const host of ['169.254.169.254', '127.0.0.1:1080']) {
      const answers = await everyWay(`http://${host}`)
      for (const [way, answer] of Object.entries(answers)) assert.notEqual(answer, 'ok', `${way} ${host}`)
    }
  })

  it('is not shown where it may not be reached, and the reason is kept', async () => {
    for (const url of [
      secret.url,
      `${site.url}/?to=${secret.url}`,
      `https://${secret.host}`,
      'http://nowhere.test',
    ])
      assert.match(await refusalOf(browser, url), /ERR_EMPTY_RESPONSE|ERR_CONNECTION_CLOSED/)
    assert.equal(secret.connections, 0)
    const whyOf = (origin: string): string =>
      browser.failures.findLast((one) => one.origin === origin)?.why ?? 'nothing'
    assert.match(whyOf(`https://${secret.host}`), /may not be reached: 127\.0\.0\.1 is a loopback address/)
    assert.match(whyOf('http://nowhere.test'), /is not known to the name servers/)
  })

  it('reaches nothing of an origin that the caller refuses, though the network allows it', async () => {
    const origin = `http://closed.test:${site.port}`
    assert.match(await refusalOf(browser, `${origin}/closed`), /ERR_EMPTY_RESPONSE/)
    assert.ok(!site.asked.includes('/closed'))
    const known = browser.failures.find((one) => one.origin === origin)
    assert.equal(known?.why, 'this origin is not for us.')
  })

  it('is of the web alone: no file, no page of the browser itself, nothing that was written into an address', async () => {
    const urls = [
      'file:///etc/hosts',
      'chrome://version',
      'view-source:http://x.test',
      'data:text/html,x',
      'chrome://settings',
      'file:///toolyard/node',
    ]
    for (const url of urls) {
      const other = await browser.context.newPage()
      await other.goto(url).catch(() => {})
      await until(`${url} is left`, () => /^(?:about:blank|chrome-error:)/.test(other.url()))
    }
    const other = await browser.context.newPage()
    await other.goto(site.url)
    await other.evaluate('location.href = "file:///etc/hosts"')
    await other.evaluate('window.open("file:///etc/hosts"); window.open("chrome://version")')
    const frame =
      'document.body.append(Object.assign(document.createElement("iframe"), { src: "file:///etc/hosts" }))'
    await other.evaluate(frame)
    for (const one of browser.context.pages())
      await until('no page shows a file', () =>
        one.frames().every((inner) => !/^(?:file|chrome):/.test(inner.url())),
      )
  })

  it('has left no trace anywhere when its browser is closed', async () => {
    await browser.close()
    assert.equal(secret.connections, 0)
    assert.equal(heard, 0)
  })
})

/** What a page says where it can't be shown. It stays open: the browser goes on to its own error page meanwhile. */
async function refusalOf(browser: OpenBrowser<BrowserContext>, url: string): Promise<string> {
  const page = await browser.context.newPage()
  return await page.goto(url).then(
    () => 'shown',
    ({ message }: Error) => message,
  )
}
