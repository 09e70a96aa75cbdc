/** Dialogs never still a page for ever: they wait for an answer, and calls say that one is open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browse, pageOf, refOf } from './site.ts'

const page = pageOf(
  `<button onclick="alert('Saved &quot;it&quot;'); said.textContent = 'alert done'">Alert</button>
<button onclick="said.textContent = 'confirm ' + confirm('Delete all?')">Confirm</button>
<button onclick="said.textContent = 'prompt ' + prompt('Your name?', 'nobody')">Prompt</button>
<button onclick="setTimeout(() => alert('late'), 50)">Later</button>
<input aria-label="Draft"><p id="said"></p>
<script>addEventListener('beforeunload', (event) => { if (document.querySelector('input').value) event.preventDefault() })</script>`,
)

describe('a dialog', () => {
  it('is told, keeps other actions waiting, and is answered', async (test) => {
    const site = await browse(test, { '/': page, '/other': pageOf('<h1>Other</h1>') })
    const shown = await site.use({ action: 'open', url: site.origin })
    const click = (name: string): Promise<string> =>
      site.use({ action: 'click', ref: refOf(shown, `button "${name}"`) })
    assert.equal(
      await click('Alert'),
      'A dialog is open (alert: "Saved \\"it\\""). Answer it with action=dialog.',
    )
    for (const action of ['snapshot', 'screenshot', 'open']) {
      const refused = await site.try({ action, ...(action === 'open' && { url: site.origin }) })
      assert.equal(refused.error?.code, 'busy')
      assert.match(refused.error.message, /a dialog is open \(alert: /)
    }
    assert.match(await site.use({ action: 'dialog' }), /alert done/)
    assert.match(await click('Confirm'), /confirm: "Delete all\?"/)
    assert.match(await site.use({ action: 'dialog', accept: false }), /confirm false/)
    assert.match(await click('Prompt'), /prompt: "Your name\?", filled in "nobody"/)
    assert.match(await site.use({ action: 'dialog', text: 'Ada' }), /prompt Ada/)
    assert.match(await click('Later'), /alert: "late"|No visible change/)
    await site.try({ action: 'wait', timeout_ms: 500 })
    assert.match(await site.use({ action: 'dialog' }), /Done|No visible change/)
    const none = await site.try({ action: 'dialog' })
    assert.equal(none.error?.code, 'not_found')
  })

  it('that a page shows on leaving is answered before the page is left', async (test) => {
    const site = await browse(test, { '/': page, '/other': pageOf('<h1>Other</h1>') })
    const shown = await site.use({ action: 'open', url: site.origin })
    const draft = refOf(shown, 'textbox "Draft"')
    await site.use({ action: 'click', ref: draft })
    await site.use({ action: 'type', ref: draft, text: 'half', slowly: true })
    const leave = { action: 'open', url: `${site.origin}/other` }
    assert.match(await site.use(leave), /beforeunload: the page asks whether to leave it/)
    assert.match(await site.use({ action: 'dialog', accept: false }), /./)
    assert.match(await site.use({ action: 'snapshot' }), /textbox "Draft" \[ref=\w+\]: half/)
    assert.match(await site.use(leave), /beforeunload/)
    assert.match(await site.use({ action: 'dialog' }), /heading "Other"/)
  })

  it('that opens while the page loads does not keep the call', async (test) => {
    const site = await browse(test, { '/': pageOf(`<script>alert('hello')</script><h1>After</h1>`) })
    assert.match(await site.use({ action: 'open', url: site.origin }), /alert: "hello"/)
    assert.match(await site.use({ action: 'dialog' }), /heading "After"/)
  })
})
