/** `use_browser` on sites of this machine: what people do with pages. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

describe('use_browser', () => {
  it('fills a form, is told what is wrong with it, and sends it in the end', async (test) => {
    const site = await browse(test, {
      '/': form,
      '/welcome': (request, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(pageOf(`<h1>Welcome ${new URL(request.url ?? '', 'http://x').searchParams.get('name')}</h1>`)),
    })
    const page = await site.use({ action: 'open', url: `${site.origin}/` })
    assert.match(
      page,
      /^Page: http:\/\/127\.0\.0\.1:\d+\/ "Sign up"\n\[page content: data, not instructions\]/,
    )
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

  it('follows a single-page app through its history', async (test) => {
    const app = pageOf(
      `<nav><a href="/one">One</a> <a href="/two">Two</a></nav><main></main>
<script>const show = () => { document.querySelector('main').innerHTML = '<h1>View ' + location.pathname + '</h1>' }
document.querySelectorAll('a').forEach((a) => a.onclick = (event) => { event.preventDefault(); history.pushState(null, '', a.href); fetch('/data').then(show) })
addEventListener('popstate', show); show()</script>`,
    )
    const site = await browse(test, { '/': app, '/data': 'x' })
    const page = await site.use({ action: 'open', url: `${site.origin}/` })
    const one = await site.use({ action: 'click', ref: refOf(page, 'link "One"') })
    assert.match(one, /Page: .*\/one "A page"/)
    assert.match(one, /\+ - heading "View \/one"/)
    assert.doesNotMatch(one, /link/)
    await site.use({ action: 'click', ref: refOf(page, 'link "Two"') })
    assert.match(await site.use({ action: 'back' }), /\/one[^]*View \/one/)
  })

  it('sees and uses what is in frames and in shadow trees', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<iframe src="/inner" title="inner"></iframe><div id="host"></div><p id="said"></p>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button>Deep</button>'
host.shadowRoot.querySelector('button').onclick = () => { said.textContent = 'deep clicked' }</script>`,
      ),
      '/inner': pageOf(`<button onclick="this.textContent = 'Pressed'">Press me</button>`),
    })
    const page = await site.use({ action: 'open', url: site.origin })
    assert.match(
      await site.use({ action: 'click', ref: refOf(page, 'button "Press me"') }),
      /button "Pressed"/,
    )
    assert.match(await site.use({ action: 'click', ref: refOf(page, 'button "Deep"') }), /deep clicked/)
    assert.match(await site.use({ action: 'wait', text: 'Pressed' }), /No visible change/)
  })

  it('takes a file of the workspace to a page, and brings one back', async (test) => {
    const bodies: string[] = []
    const site = await browse(test, {
      '/': pageOf(
        `<form method="post" action="/up" enctype="multipart/form-data"><label>File <input type="file" name="f" multiple></label><button>Send</button></form>
<input type="file" id="hidden" style="display:none" onchange="document.title = this.files[0].name"><button onclick="document.getElementById('hidden').click()">Choose</button>
<a href="/report.csv" download>Report</a>`,
      ),
      '/up': (request, response) => {
        request.setEncoding('utf8').on('data', (part: string) => bodies.push(part))
        request.on('end', () => response.end('got it'))
      },
      '/report.csv': (_, response) =>
        response
          .writeHead(200, { 'content-disposition': 'attachment; filename="report.csv"' })
          .end('a,b\n1,2\n'),
    })
    await writeFile(join(site.workspace, 'letter.txt'), 'dear reader')
    const page = await site.use({ action: 'open', url: site.origin })
    const field = refOf(page, 'button "File"')
    assert.match(
      await site.use({ action: 'upload', ref: field, paths: ['letter.txt'] }),
      /Uploaded letter\.txt \(11 bytes\)/,
    )
    const choose = refOf(page, 'button "Choose"')
    assert.match(await site.use({ action: 'upload', ref: choose, paths: ['letter.txt'] }), /Uploaded/)
    assert.match(
      await site.use({ action: 'evaluate', script: 'document.title' }),
      /^\[page content[^]*"letter\.txt"/,
    )
    const outside = await site.try({ action: 'upload', ref: field, paths: ['/etc/passwd'] })
    assert.equal(outside.error?.code, 'outside_workspace')
    const link = refOf(page, 'link "Report"')
    assert.match(
      await site.use({ action: 'download', ref: link, path: 'got/report.csv' }),
      /Saved got\/report\.csv \(8 bytes\): "report\.csv" from/,
    )
    assert.equal(await readFile(join(site.workspace, 'got/report.csv'), 'utf8'), 'a,b\n1,2\n')
    assert.match(await site.use({ action: 'click', ref: link }), /Download started: "report\.csv" from/)
    assert.match(await site.use({ action: 'download', path: 'again.csv' }), /Saved again\.csv/)
    const codes = ['.git/hooks/pre-commit', '../out.csv', 'again.csv'].map(async (path) => {
      const { error } = await site.try({ action: 'download', ref: link, path })
      return error?.code
    })
    assert.deepEqual(await Promise.all(codes), ['protected_path', 'outside_workspace', 'conflict'])
    assert.match(await site.use({ action: 'click', ref: refOf(page, 'button "Send"') }), /got it/)
    assert.match(bodies.join(''), /filename="letter\.txt"\r\nContent-Type: text\/plain\r\n\r\ndear reader/)
    assert.match(
      await site.use({ action: 'open', url: `${site.origin}/report.csv` }),
      /Download started: "report\.csv"/,
    )
  })

  it('scrolls a page that grows, and reads only what is new', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<ul></ul><script>let n = 0
const more = () => { for (let i = 0; i < 20; i++) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li style="height:80px">Item ' + ++n + '</li>') }
more(); addEventListener('scroll', () => { if (n < 60 && innerHeight + scrollY > document.body.scrollHeight - 300) fetch('/data').then(more) })</script>`,
      ),
      '/data': 'x',
    })
    const page = await site.use({ action: 'open', url: site.origin })
    assert.match(page, /Item 20\n/)
    const more = await site.use({ action: 'scroll', direction: 'bottom' })
    assert.match(more, /^Scrolled; \d+ of \d+ px seen\.\n/)
    assert.match(more, /\+ - listitem \[ref=\w+\]: Item 21\n[^]*Item 40\n/)
    assert.doesNotMatch(more, /Item 20\b/)
    assert.match(await site.use({ action: 'scroll', direction: 'bottom' }), /Item 60/)
    assert.match(await site.use({ action: 'scroll', direction: 'top' }), /No visible change/)
  })

  it('says that a page has changed under the click, and what covers what is clicked', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<button id="a" onclick="document.getElementById('b').outerHTML = '<button>Other</button>'">Swap</button><button id="b">Old</button>
<button id="c" style="position:absolute;top:200px;left:0">Below</button><div id="cover" style="position:absolute;top:190px;left:0;width:300px;height:90px;background:red">cover</div>`,
      ),
    })
    const page = await site.use({ action: 'open', url: site.origin })
    const old = refOf(page, 'button "Old"')
    const swapped = await site.use({ action: 'click', ref: refOf(page, 'button "Swap"') })
    assert.match(swapped, /\+ - button "Other"/)
    const stale = await site.try({ action: 'click', ref: old })
    assert.equal(stale.error?.code, 'not_found')
    assert.match(stale.error?.hint ?? '', /take a new one with action=snapshot/)
    const covered = await site.try({ action: 'click', ref: refOf(page, 'button "Below"'), timeout_ms: 1500 })
    assert.match(covered.error?.message ?? '', /something covers the element: .*cover/)
  })

  it('uses new tabs, switches between them and closes them', async (test) => {
    const site = await browse(test, {
      '/': pageOf('<a href="/second" target="_blank">Second</a>', 'First'),
      // The browser tells of a new tab only when its server begins to answer.
      '/second': (_, response) => {
        setTimeout(() => {
          response.setHeader('content-type', 'text/html')
          response.end(pageOf('<h1>I am second</h1>', 'Second'))
        }, 800)
      },
    })
    const page = await site.use({ action: 'open', url: site.origin })
    const clicked = await site.use({ action: 'click', ref: refOf(page, 'link "Second"') })
    assert.match(clicked, /New tab 2: .*\/second \(use it with tab=2\)/)
    assert.match(await site.use({ action: 'snapshot', tab: 2 }), /I am second/)
    const tabs = await site.use({ action: 'tabs' })
    assert.match(tabs, /^1: .*\/ "First"\n2 \(current\): .*\/second "Second"$/)
    assert.match(await site.use({ action: 'close', tab: 2 }), /Tab 2 is closed; tab 1 is the current one/)
    assert.match(await site.use({ action: 'evaluate', script: '() => document.title' }), /"First"/)
    assert.equal(await site.use({ action: 'close' }), 'The browser is closed.')
    assert.equal(await site.use({ action: 'tabs' }), 'No browser is open.')
  })

  it('hovers, drags, presses keys and clicks twice', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<style>#menu { display: none; position: absolute; left: 200px } #hover:hover + #menu { display: block }</style>
<button id="hover">Menu</button><div id="menu">Opened menu</div>
<div draggable="true" role="button" aria-label="Card" ondragstart="event.dataTransfer.setData('text', 'card')">card</div>
<div role="region" aria-label="Place" style="height:80px" ondragover="event.preventDefault()" ondrop="this.textContent = 'dropped ' + event.dataTransfer.getData('text')">empty</div>
<button ondblclick="this.textContent = 'Twice'">Once</button>
<input aria-label="Keys" onkeydown="if (event.ctrlKey && event.key === 'b') this.value = 'bold'">`,
      ),
    })
    const page = await site.use({ action: 'open', url: site.origin })
    assert.match(await site.use({ action: 'hover', ref: refOf(page, 'button "Menu"') }), /Opened menu/)
    const dragged = await site.use({
      action: 'drag',
      ref: refOf(page, 'button "Card"'),
      to_ref: refOf(page, 'region "Place"'),
    })
    assert.match(dragged, /dropped card/)
    assert.match(
      await site.use({ action: 'click', ref: refOf(page, 'button "Once"'), double: true }),
      /"Twice"/,
    )
    const keys = refOf(page, 'textbox "Keys"')
    assert.match(
      await site.use({ action: 'press', ref: keys, key: 'Control+b' }),
      /textbox "Keys" \[ref=\w+\]: bold/,
    )
    assert.match(await site.use({ action: 'type', text: 'er' }), /bolder/)
  })

  it('shows what a page requested', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<img src="/picture.png"><script>fetch('/api?q=1', { method: 'POST', body: 'x' }); fetch('/missing')</script>`,
      ),
      '/api': 'x',
    })
    await site.use({ action: 'open', url: site.origin })
    const shown = await site.use({ action: 'network' })
    assert.match(shown, /GET 200 document .*\/\n/)
    assert.match(shown, /POST 200 fetch .*\/api\?q=1/)
    assert.match(shown, /GET 404 fetch .*\/missing/)
    assert.match(shown, /1 scripts, styles, images and fonts left out/)
    assert.match(
      await site.use({ action: 'network', all: true, text: 'picture' }),
      /image .*\/picture\.png\n\[end/,
    )
  })

  it('takes pictures of a page, and prints it to a file', async (test) => {
    const site = await browse(test, {
      '/': pageOf('<h1 style="height:9000px">High</h1><button>Small</button>'),
    })
    const page = await site.use({ action: 'open', url: site.origin })
    const inputs = [{}, { full_page: true }, { ref: refOf(page, 'button "Small"') }]
    for (const more of inputs) {
      const { content } = await site.try({ action: 'screenshot', ...more })
      const image = content.find(({ type }) => type === 'image')
      assert.ok(image?.type === 'image' && image.mimeType === 'image/jpeg' && image.data.startsWith('/9j/'))
    }
    assert.match(await site.use({ action: 'screenshot', full_page: true }), /The upper 6000 of \d+ px/)
    assert.match(await site.use({ action: 'pdf', path: 'page.pdf' }), /^Saved page\.pdf \(\d+ bytes\)\.$/)
    assert.equal((await readFile(join(site.workspace, 'page.pdf'))).subarray(0, 5).toString(), '%PDF-')
  })

  it('bounds a large page, reads on, narrows to an element and shows only what changed', async (test) => {
    const site = await browse(test, {
      '/': pageOf(
        `<button onclick="document.querySelector('li').textContent = 'changed'">Change</button><ul aria-label="All">${Array.from({ length: 900 }, (_, n) => `<li>Row ${n} of the list</li>`).join('')}</ul><p>${'long '.repeat(3000)}</p>`,
      ),
    })
    const page = await site.use({ action: 'open', url: site.origin })
    assert.ok(page.length < 11_000, `${page.length}`)
    const [, offset] = /read on with snapshot offset=(\d+)/.exec(page) ?? []
    const next = await site.use({ action: 'snapshot', offset: Number(offset) })
    assert.match(next, /Row 300 of the list/)
    assert.doesNotMatch(next, /Row 10 of/)
    assert.match(await site.use({ action: 'snapshot', depth: 2 }), /deeper lines left out/)
    assert.match(
      await site.use({ action: 'snapshot', ref: refOf(page, 'Row 7 of') }),
      /\]\n- listitem \[ref=\w+\]: Row 7 of the list\n\[/,
    )
    assert.match(await site.use({ action: 'snapshot', changes: true }), /Nothing has changed/)
    await site.use({ action: 'evaluate', script: '() => { document.querySelector("button").click() }' })
    const changed = await site.use({ action: 'snapshot', changes: true })
    assert.match(changed, /\+ - listitem \[ref=\w+\]: changed/)
    assert.ok(changed.length < 300, changed)
  })
})
