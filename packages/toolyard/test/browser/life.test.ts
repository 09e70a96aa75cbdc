/** How browsers begin and end: nothing of them is left, however that happens. */
import assert from 'node:assert/strict'
import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ToolyardError } from '../../src/kernel/index.ts'
import { anything, commandOf, filesOf, Ground, placesNow, processesWith, Site, until } from './ground.ts'

const open = { allowed: anything }

describe('a browser', () => {
  let [ground, site] = [] as unknown as [Ground, Site]

  before(async () => {
    site = await Site.open((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'known=yes; max-age=1000' })
      response.end('<title>here</title>')
    })
    ground = await Ground.make({ allow: [site.host] })
  })

  after(async () => {
    await ground[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  it('that is opened and closed ten times leaves no process and no folder', async () => {
    for (let count = 0; count < 10; count++) {
      const browser = await ground.browsers.open(open)
      const place = dirname(browser.folder)
      if (count === 0) {
        const page = await browser.context.newPage()
        await page.goto(site.url)
        assert.equal(await page.title(), 'here')
        assert.notDeepEqual(processesWith(place), [])
      }
      await browser.close()
      assert.equal(await browser.ended, undefined)
      assert.deepEqual(processesWith(place), [])
      assert.ok(!existsSync(place))
    }
  })

  it('that crashes says so, leaves nothing, and another one can be opened', async () => {
    const browser = await ground.browsers.open(open)
    const place = dirname(browser.folder)
    const main = processesWith(place).filter(
      (pid) => / --headless /.test(commandOf(pid)) && !/ --type=|bwrap|relay/.test(commandOf(pid)),
    )
    assert.equal(main.length, 1)
    process.kill(Number(main[0]), 'SIGKILL')
    assert.match((await browser.ended) ?? '', /ended by itself/)
    await until('its processes are gone', () => processesWith(place).length === 0)
    assert.ok(!existsSync(place))
    await browser.close()
    await (await ground.browsers.open(open)).close()
  })

  it('that is not used is closed after a while, and not before', async () => {
    const browser = await ground.browsers.open({ ...open, idleMs: 2000 })
    const started = performance.now()
    for (let count = 0; count < 5; count++) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      browser.touch()
    }
    assert.match((await browser.ended) ?? '', /not used for 2 s/)
    assert.ok(performance.now() - started >= 3000)
  })

  it('is not opened beyond how many there may be', async () => {
    const opened = await Promise.all([1, 2].map(() => ground.browsers.open({ ...open, most: 2 })))
    await assert.rejects(ground.browsers.open({ ...open, most: 2 }), { code: 'busy', retryable: true })
    await opened[0]?.close()
    const another = await ground.browsers.open({ ...open, most: 2 })
    await Promise.all([...opened, another].map((browser) => browser.close()))
  })

  it('whose opening is cancelled leaves nothing', async () => {
    const known = await placesNow()
    for (const ms of [0, 150, 600]) {
      const signal = AbortSignal.timeout(ms)
      const failed = await ground.browsers.open({ ...open, signal }).then(
        (browser) => browser.close(),
        (error: unknown) => error,
      )
      if (failed !== undefined) assert.equal(ToolyardError.from(failed).code, 'cancelled')
    }
    const left = (await placesNow()).filter((place) => !known.includes(place))
    await until('nothing is left', () =>
      left.every((place) => !existsSync(place) && processesWith(place).length === 0),
    )
  })

  it('takes no file of its process along, ends if that is killed, and the next process removes its folder', async (t) => {
    const args = ['--conditions=@toolyard/source', join(import.meta.dirname, 'opener.ts')]
    // Node itself closes the lowest.
    const left = openSync(import.meta.filename, 'r')
    const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', ...Array<'ignore'>(37).fill('ignore'), left]
    const opener = spawn(process.execPath, args, { stdio })
    closeSync(left)
    t.after(() => opener.kill('SIGKILL'))
    assert.ok(opener.stdout)
    const [line] = (await once(opener.stdout, 'data')) as [Buffer]
    const told = JSON.parse(line.toString()) as { readonly folder: string; readonly ground: string }
    const place = dirname(told.folder)
    assert.notDeepEqual(processesWith(place), [])
    const seen = processesWith(place).filter((pid) => filesOf(pid).includes(import.meta.filename))
    assert.deepEqual(seen, [], 'a file that was left open for the process is open in its browser')
    opener.kill('SIGKILL')
    await until('its processes are gone', () => processesWith(place).length === 0)
    assert.ok(existsSync(place))
    await using next = await Ground.make()
    await (await next.browsers.open(open)).close()
    assert.ok(!existsSync(place))
    await rm(told.ground, { recursive: true, force: true })
  })

  it('with a profile of a name finds what it kept there, and has it alone', async () => {
    const first = await ground.browsers.open({ ...open, profile: 'work' })
    const page = await first.context.newPage()
    await page.goto(site.url)
    await page.evaluate('localStorage.setItem("kept", "it")')
    await assert.rejects(ground.browsers.open({ ...open, profile: 'work' }), { code: 'busy' })
    await first.close()
    const second = await ground.browsers.open({ ...open, profile: 'work' })
    const again = await second.context.newPage()
    await again.goto(site.url)
    assert.equal(await again.evaluate('localStorage.getItem("kept")'), 'it')
    assert.equal((await second.context.cookies())[0]?.name, 'known')
    await second.close()
    const without = await ground.browsers.open(open)
    assert.deepEqual(await without.context.cookies(), [])
    await without.close()
    for (const profile of ['../work', '', 'a/b', '.'])
      await assert.rejects(ground.browsers.open({ ...open, profile }), { code: 'invalid_arguments' })
  })

  it('keeps what is downloaded in its own folder', async () => {
    const browser = await ground.browsers.open(open)
    const page = await browser.context.newPage()
    await page.goto(site.url)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(
        'Object.assign(document.createElement("a"), { href: "/file", download: "a.html" }).click()',
      ),
    ])
    assert.equal(dirname(await download.path()), browser.folder)
    await browser.close()
  })
})

describe('without a sandbox', () => {
  it('a browser is opened only if a person allowed it or the settings say so', async () => {
    const path = '/nowhere'
    await using none = await Ground.make({ path })
    assert.deepEqual((await none.browsers.how()).level, 'none')
    assert.equal((await none.browsers.how()).asks, true)
    await assert.rejects(none.browsers.open(open), {
      code: 'denied',
      message: /without a sandbox \(bubblewrap/,
    })
    await using required = await Ground.make({ path, sandbox: 'required' })
    await assert.rejects(required.browsers.open({ ...open, withoutSandbox: true }), { code: 'denied' })
    await using chosen = await Ground.make({ sandbox: 'none' })
    assert.equal((await chosen.browsers.how()).asks, false)
  })

  it('a browser still has our proxy as its way out, shows the web alone, and leaves nothing', async () => {
    await using site = await Site.open((_request, response) => response.end('here'))
    await using secret = await Site.open((_request, response) => response.end('secret'))
    await using ground = await Ground.make({ path: '/nowhere', allow: [site.host] })
    const browser = await ground.browsers.open({ ...open, withoutSandbox: true })
    assert.equal(browser.sandbox, 'none')
    const page = await browser.context.newPage()
    await page.goto(site.url)
    assert.equal(await page.textContent('body'), 'here')
    assert.equal(
      await page.evaluate(`fetch('${secret.url}', { mode: 'no-cors' }).then(() => 'ok', () => 'no')`),
      'no',
    )
    assert.equal(secret.connections, 0)
    await page.goto('file:///etc/hosts').catch(() => {})
    await until('the file is left', () => /^(?:about:blank|chrome-error:)/.test(page.url()))
    await browser.close()
    assert.deepEqual(processesWith(dirname(browser.folder)), [])
  })

  it('tells what to install where there is no Chromium', async () => {
    await using ground = await Ground.make()
    const given = { ...open, executable: '/nowhere/chromium' }
    await assert.rejects(ground.browsers.open(given), {
      code: 'unavailable',
      message: /no program "\/nowhere/,
    })
  })
})
