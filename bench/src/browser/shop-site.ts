/**
 * The pages that both browsers are given: plain ones, as sites have them, with menus and footers around what matters.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BenchSite extends AsyncDisposable {
  readonly origin: string
}

const menu = [
  'Home',
  'News',
  'Shop',
  'Blog',
  'Docs',
  'Prices',
  'Jobs',
  'Press',
  'Contact',
  'Help',
  'About',
  'Account',
]
  .map((name) => `<li><a href="/menu/${name.toLowerCase()}">${name}</a></li>`)
  .join('')
const footer = Array.from(
  { length: 15 },
  (_, at) => `<li><a href="/legal/${at}">Legal note ${at}</a></li>`,
).join('')
const words = 'The quick brown fox jumps over the lazy dog and comes back in the evening. '

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><header><nav aria-label="Main"><ul>${menu}</ul></nav></header><main><h1>${title}</h1>${body}</main><footer><ul>${footer}</ul></footer></html>`
}

const products = ['Lamp', 'Chair', 'Table', 'Shelf', 'Mirror', 'Carpet', 'Clock', 'Vase']

const fields = ['First name', 'Last name', 'Street', 'City', 'Phone']
  .map((name) => `<label>${name} <input name="${name}"></label>`)
  .join('')

const pages: Readonly<Record<string, string>> = {
  '/form': page(
    'Registration',
    `<form action="/done">${fields}<label>Country <select name="country"><option>Germany</option><option>France</option></select></label><label><input type="checkbox" name="terms"> I agree</label><p role="alert"></p><button>Register</button></form><script>document.forms[0].onsubmit=(e)=>{if(!e.target.terms.checked){e.preventDefault();document.querySelector('[role=alert]').textContent='Please agree first'}}</script>`,
  ),
  '/done': page('Thank you', `<p>Your registration is complete.</p><p>${words.repeat(5)}</p>`),
  '/login': page(
    'Log in',
    `<form action="/home"><label>User <input name="user"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>`,
  ),
  '/home': page('Your account', `<p>Signed in as Ada.</p><a href="/orders">Orders</a>`),
  '/orders': page(
    'Orders',
    `<table><tr><th>Number</th><th>Sum</th><th>State</th></tr>${Array.from({ length: 12 }, (_, at) => `<tr><td>${1000 + at}</td><td>${at * 7} EUR</td><td>${at === 5 ? 'delayed' : 'sent'}</td></tr>`).join('')}</table>`,
  ),
  '/shop': page(
    'Shop',
    `<label>Search <input type="search" oninput="document.querySelectorAll('article').forEach((a)=>a.hidden=!a.textContent.includes(this.value))"></label>${products.map((name) => `<article><h2>${name}</h2><p>${words}</p><a href="/product?${name}">See ${name}</a></article>`).join('')}`,
  ),
  '/product': page(
    'Product',
    `<p>${words.repeat(4)}</p><p id="count">Cart: 0</p><button onclick="document.getElementById('count').textContent='Cart: 1'">Add to cart</button> <a href="/cart">Cart</a>`,
  ),
  '/cart': page('Cart', `<ul><li>Lamp, 20 EUR</li></ul><a href="/done">Order now</a>`),
  '/app': page(
    'App',
    `<button data-view="Inbox">Inbox</button><button data-view="Sent">Sent</button><button data-view="Trash">Trash</button><section></section><script>document.querySelectorAll('button').forEach((b)=>b.onclick=()=>{history.pushState(null,'','/app/'+b.dataset.view);document.querySelector('section').innerHTML='<h2>'+b.dataset.view+'</h2><ul>'+Array.from({length:8},(_,i)=>'<li>Letter '+i+' in '+b.dataset.view+'</li>').join('')+'</ul>'})</script>`,
  ),
  '/todo': page(
    'To do',
    `<form onsubmit="event.preventDefault();const li=document.createElement('li');li.innerHTML='<label><input type=checkbox> '+this.t.value+'</label>';document.getElementById('list').append(li);this.reset()"><label>New <input name="t"></label><button>Add</button></form><ul id="list"></ul>`,
  ),
  '/wizard': page(
    'Wizard',
    `<div></div><script>let n=1;const d=document.querySelector('main div');const draw=()=>{d.innerHTML=n>3?'<p>All steps done</p>':'<h2>Step '+n+'</h2><label>Value '+n+' <input></label><button>Next</button>';const b=d.querySelector('button');if(b)b.onclick=()=>{n++;draw()}};draw()</script>`,
  ),
  '/dialog': page(
    'Danger',
    `<p id="p">There are 3 files.</p><button onclick="if(confirm('Delete all files?'))document.getElementById('p').textContent='Everything is deleted.'">Delete</button>`,
  ),
  '/frames': page('Frames', `<iframe title="Inner" src="/inner"></iframe>`),
  '/inner': `<!doctype html><title>Inner</title><button onclick="this.nextElementSibling.textContent='Voted yes'">Vote</button><p></p>`,
  '/shadow': page(
    'Shadow',
    `<div id="h"></div><script>const r=document.getElementById('h').attachShadow({mode:'open'});r.innerHTML='<button>Count</button><output>0 clicks</output>';r.querySelector('button').onclick=()=>{r.querySelector('output').textContent='1 clicks'}</script>`,
  ),
  '/scroll': page(
    'Endless',
    `<ul id="l"></ul><script>let n=0;const more=()=>{for(let i=0;i<25;i++)document.getElementById('l').insertAdjacentHTML('beforeend','<li style="height:60px">Entry '+ ++n +'</li>')};more();addEventListener('scroll',()=>{if(n<75&&innerHeight+scrollY>document.body.scrollHeight-900)more()})</script>`,
  ),
  '/hover': page(
    'Menus',
    `<style>#m{display:none;position:absolute;left:300px}#b:hover~#m,#m:hover{display:block}</style><button id="b">Products</button><ul id="m"><li><a href="/shop">All products</a></li></ul>`,
  ),
  '/drag': page(
    'Board',
    `<div draggable="true" role="button" aria-label="Card" ondragstart="event.dataTransfer.setData('text','x')">Card</div><div role="region" aria-label="Done" style="height:100px" ondragover="event.preventDefault()" ondrop="this.textContent='Card is done'">empty</div>`,
  ),
  '/tabs': page('Links', `<a href="/done" target="_blank">Open receipt</a>`),
  '/article': page(
    'A long story',
    Array.from({ length: 30 }, (_, at) => `<h2>Chapter ${at}</h2><p>${words.repeat(2)}</p>`).join(''),
  ),
  '/upload': page(
    'Upload',
    `<label>File <input type="file" onchange="document.getElementById('s').textContent='Chosen: '+this.files[0].name"></label><p id="s"></p>`,
  ),
  '/settings': page(
    'Settings',
    `${['Mail', 'Sound', 'Dark mode', 'Beta'].map((name) => `<label><input type="checkbox"> ${name}</label>`).join('')}<button onclick="document.getElementById('s').textContent='Saved '+document.querySelectorAll(':checked').length+' settings'">Save</button><p id="s"></p>`,
  ),
  '/slow': page(
    'Report',
    `<button onclick="setTimeout(()=>{document.getElementById('s').textContent='Report is ready'},700)">Create report</button><p id="s"></p>`,
  ),
}

export async function openBenchSite(): Promise<BenchSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    const found = pages[pathname] ?? (pathname.startsWith('/app/') ? pages['/app'] : undefined)
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(found ?? 'not here')
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
