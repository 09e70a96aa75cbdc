/**
 * A long article as pages have it: menus, styles, headings, links, lists, tables and code.
 *
 * @module
 */

/** `marked` says which part is the main one; of any other kind that has to be found. */
export function pageOf(kind: string, bytes: number): string {
  const parts: string[] = []
  for (let [length, index] = [0, 0]; length < bytes - 2000; index++) {
    const part = sectionOf(index)
    parts.push(part)
    length += part.length
  }
  const tag = kind === 'marked' ? 'main' : 'div'
  return `<!doctype html><html lang="en"><head><title>A long article</title>
<style>body { color: #222; background: #fff } .menu a { color: #06c } .note { font-size: 14px } .gone { display: none } @media print { nav { display: none } }</style></head><body>
<nav class="menu">${Array.from({ length: 20 }, (_, index) => `<a href="/menu/${index}">Menu ${index}</a>`).join(' ')}</nav>
<${tag} class="text"><h1>A long article</h1>${parts.join('\n')}</${tag}><footer>All rights reserved</footer></body></html>`
}

function sectionOf(index: number): string {
  const words = `Section ${index} tells, with commas, of things that happened in the year ${1000 + (index % 1000)}, and of what came after them.`
  return `<h2 id="s${index}">Section ${index}</h2>
<p>${words} It names <a href="/place/${index}">a place</a>, <b>a person</b> and <em>a reason</em>. ${words}</p>
<p class="note">${words} <code>call(${index})</code> ${words}</p>
<ul><li>first of ${index}</li><li>second, with <a href="#s${index}">a link</a></li></ul>
${index % 5 === 0 ? `<table><tr><th>name</th><th>value</th></tr><tr><td>n${index}</td><td>${index * 7}</td></tr></table>` : ''}
${index % 7 === 0 ? `<pre><code class="language-js">const x = ${index}\nuse(x)</code></pre>` : ''}`
}
