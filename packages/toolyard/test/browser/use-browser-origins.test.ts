/** Rules on the browser hold for origins, wherever a page goes and whatever it holds. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type ApprovalRequest, type PolicySpec, textOf } from 'toolyard'
import { type Browsing, openBrowsing, openSite, pageOf, refOf, type Site } from './site.ts'

interface Two extends Browsing {
  readonly here: Site
  readonly there: Site
  readonly asked: ApprovalRequest[]
  /** Lets the page at /waiting go there. */
  readonly release: () => void
  /** What happens before a person answers. */
  onAsk: () => Promise<void>
}

async function twoSites(
  test: TestContext,
  policy: (there: string, here: string) => PolicySpec,
): Promise<Two> {
  const there = await openSite(test, { '/': pageOf('<h1>Secret of there</h1>', 'There') })
  const released = Promise.withResolvers<void>()
  const here = await openSite(test, {
    '/waiting': pageOf(
      `<h1>Waiting</h1><script>fetch('/signal').then(() => { location = '${there.origin}/' })</script>`,
    ),
    '/signal': (_, response) => void released.promise.then(() => response.end('go')),
    '/': pageOf(
      `<h1>Here</h1><a href="${there.origin}/?key=1">Go there</a><button onclick="setTimeout(() => { location = '${there.origin}/' }, 300)">Soon</button>`,
    ),
    '/moved': (_, response) => response.writeHead(302, { location: `${there.origin}/` }).end(),
    '/frame': pageOf(`<h1>Frame</h1><iframe src="${there.origin}/"></iframe>`),
    '/popup': pageOf(
      `<button onclick="window.open('').document.write('<p>Written by here</p>')">Pop</button>`,
    ),
    '/fetch': pageOf(
      `<p id="p">waiting</p><script>fetch('${there.origin}/', { mode: 'no-cors' }).then(() => { p.textContent = 'came' }, () => { p.textContent = 'refused' })</script>`,
    ),
  })
  const asked: ApprovalRequest[] = []
  const state = { onAsk: async () => {}, asked, here, there, release: released.resolve }
  const browsing = await openBrowsing(test, [here, there], {
    policy: policy(there.origin, here.origin),
    approver: {
      ask: async (request) => {
        asked.push(request)
        await state.onAsk()
        return { decision: 'approve', by: 'tester' }
      },
    },
  })
  return Object.assign(state, browsing)
}

describe('a rule on an origin of the browser', () => {
  const forbidden = (there: string): PolicySpec => ({ mode: 'bypass', deny: [`use_browser(${there})`] })

  it('that forbids it keeps it from being opened, and everything else open', async (test) => {
    const two = await twoSites(test, forbidden)
    const denied = await two.try({ action: 'open', url: `${two.there.origin}/any/page` })
    assert.equal(denied.status, 'denied')
    assert.match(await two.use({ action: 'open', url: two.here.origin }), /heading "Here"/)
    assert.deepEqual(two.there.asked, [])
  })

  it('that forbids it holds for redirects, links, frames and requests of other pages', async (test) => {
    const two = await twoSites(test, forbidden)
    const { origin } = two.here
    const moved = await two.try({ action: 'open', url: `${origin}/moved` })
    assert.equal(moved.error?.code, 'denied')
    assert.match(moved.error.message, /a rule forbids this origin/)
    const page = await two.use({ action: 'open', url: origin })
    const clicked = await two.use({ action: 'click', ref: refOf(page, 'link "Go there"') })
    assert.doesNotMatch(clicked, /Secret/)
    assert.match(clicked, /Not reached: .*: a rule forbids this origin/)
    const frame = await two.use({ action: 'open', url: `${origin}/frame` })
    assert.match(frame, /heading "Frame"/)
    assert.doesNotMatch(frame, /Secret/)
    await two.use({ action: 'open', url: `${origin}/fetch` })
    await two.use({ action: 'wait', text: 'refused' })
    assert.deepEqual(two.there.asked, [])
  })

  it('that allows it lets actions on its pages run unasked; other origins ask, each once a call', async (test) => {
    const two = await twoSites(test, (_, here) => ({ allow: [`use_browser(${here})`] }))
    const page = await two.use({ action: 'open', url: two.here.origin })
    const result = await two.try({ action: 'click', ref: refOf(page, 'link "Go there"') })
    const clicked = textOf(result)
    assert.equal((result.data as { readonly url: string }).url, two.there.origin, 'data says no more')
    assert.equal(two.asked.length, 0)
    assert.match(clicked, /The page went to http:\/\/127\.0\.0\.1:\d+\. This call was not allowed to read it/)
    assert.doesNotMatch(clicked, /Secret|There"/)
    assert.match(await two.use({ action: 'snapshot' }), /Secret of there/)
    assert.deepEqual(
      two.asked.map(({ resources, offer }) => [resources[0]?.id, offer]),
      [[two.there.origin, `use_browser(${two.there.origin})`]],
    )
    await two.use({ action: 'tabs' })
    await two.use({ action: 'close' })
    assert.equal(two.asked.length, 1)
  })

  it('that asks is asked about pages that went there by themselves', async (test) => {
    const two = await twoSites(test, (there) => ({
      mode: 'bypass',
      ask: [`use_browser(${there}/private/**)`],
    }))
    const page = await two.use({ action: 'open', url: two.here.origin })
    await two.use({ action: 'click', ref: refOf(page, 'button "Soon"') })
    const waited = await two.try({ action: 'wait', timeout_ms: 3000 })
    assert.doesNotMatch(JSON.stringify(waited), /Secret/)
    assert.equal(two.asked.length, 0)
    assert.match(await two.use({ action: 'snapshot' }), /Secret/)
    assert.deepEqual(
      two.asked.map(({ resources }) => resources[0]?.id),
      [two.there.origin],
    )
  })

  it('that a person was asked by counts no more when the page has gone elsewhere meanwhile', async (test) => {
    const two = await twoSites(test, (_, here) => ({ mode: 'bypass', ask: [`use_browser(${here})`] }))
    await two.use({ action: 'open', url: `${two.here.origin}/waiting` })
    two.onAsk = async () => {
      two.release()
      for (let wait = 0; wait < 200; wait++) {
        if ((await two.use({ action: 'tabs' })).includes(`${two.there.origin}/`)) return
        await setTimeout(50)
      }
    }
    const { status, error } = await two.try({ action: 'snapshot' })
    assert.equal(status, 'denied')
    // The browser may tell of the move before the answer is used, or when it is.
    assert.match(error?.code ?? '', /^(?:approval_expired|denied)$/)
  })

  it('holds for the empty page that a page of it opened and filled', async (test) => {
    const two = await twoSites(test, (_, here) => ({ mode: 'bypass', ask: [`use_browser(${here})`] }))
    const page = await two.use({ action: 'open', url: `${two.here.origin}/popup` })
    await two.use({ action: 'click', ref: refOf(page, 'button "Pop"') })
    assert.match(await two.use({ action: 'snapshot', tab: 2 }), /Written by here/)
    assert.deepEqual(
      two.asked.map(({ resources }) => resources[0]?.id),
      [two.here.origin, two.here.origin, two.here.origin],
    )
  })

  it('is what a person is offered, and then holds for the conversation', async (test) => {
    const two = await twoSites(test, () => ({}))
    const page = await two.use({ action: 'open', url: `${two.here.origin}/` })
    assert.equal(two.asked[0]?.offer, `use_browser(${two.here.origin})`)
    await two.use({ action: 'hover', ref: refOf(page, 'link "Go there"') })
    assert.equal(two.asked[1]?.resources[0]?.id, two.here.origin)
  })

  it('is not needed for addresses of other kinds: they are never opened', async (test) => {
    const two = await twoSites(test, () => ({ mode: 'bypass' }))
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'chrome://version',
      'http://u:p@127.0.0.1/',
      'about:blank',
      'view-source:http://127.0.0.1/',
    ]) {
      const { status } = await two.try({ action: 'open', url })
      assert.notEqual(status, 'ok', url)
    }
  })
})
