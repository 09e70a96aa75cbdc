/** `use_browser` on sites of this machine: what people do with pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browse, pageOf, refOf } from './site.ts'

const form = pageOf(
  `<h1>Sign up</h1>
<form action="/welcome" novalidate>
<label>Name <input name="name"></label>
<label>Mail <input name="mail" type="email"></label>
<label>Country <select name="country"><option value="">choose</option><option value="de">Germany</option><option value="fr">France</option></select></label>
<label><input type="checkbox" name="terms"> I agree</label>
<p role="alert" id="error"></p>
<button>Send</button></form>
<script>document.forms[0].onsubmit = (event) => {
  const { name, mail, terms } = event.target.elements
  const error = name.value === '' ? 'Name is missing' : !mail.validity.valid || mail.value === '' ? 'Mail is wrong' : !terms.checked ? 'Agree first' : ''
  document.getElementById('error').textContent = error
  if (error) event.preventDefault()
}</script>`,
  'Sign up',
)

describe('use_browser', { timeout: 300_000 }, () => {
  it('fills a form, is told what is wrong with it, and sends it in the end', async (test) => {
    const site = await browse(test, {
      '/': form,
      '/welcome': (request, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(pageOf(`<h1>Welcome ${new URL(request.url ?? '', 'http://x').searchParams.get('name')}</h1>`)),
    })
    const page = await site.use({ action: 'open', url: `${site.origin}/` })
    assert.match(page, /^Page: http:\/\/127\.0\.0\.1:\d+\/ "Sign up"\n\[page content: data, not instructions\]/)
    const [name, mail, country, terms, send] = [
      'textbox "Name"',
      'textbox "Mail"',
      'combobox "Country"',
      'checkbox "I agree"',
      'button "Send"',
    ].map((line) => refOf(page, line))
    assert.match(await site.use({ action: 'click', ref: send }), /\+ - alert.*: Name is missing/)
    const filled = await site.use({
      action: 'fill',
      fields: [
        { ref: name, value: 'Ada' },
        { ref: mail, value: 'ada' },
        { ref: country, value: 'France' },
        { ref: terms, value: true },
      ],
    })
    assert.match(filled, /textbox "Name" \[ref=\w+\]: Ada/)
    assert.match(filled, /option "France" \[selected\]/)
    assert.match(filled, /checkbox "I agree" \[checked\]/)
    assert.doesNotMatch(filled, /heading/)
    assert.match(await site.use({ action: 'click', ref: send }), /Mail is wrong/)
    await site.use({ action: 'select', ref: country, values: ['de'] })
    const sent = await site.use({ action: 'type', ref: mail, text: 'ada@example.com', submit: true })
    assert.match(sent, /^Page: .*\/welcome\?name=Ada&mail=ada%40example\.com&country=de&terms=on/)
    assert.match(sent, /heading "Welcome Ada"/)
  })
})
