/** Text that styles hide from people is not shown to models, however the style is written; what people see is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fetchText, openSite, send } from './site.ts'

const filler =
  '<p>It has several sentences, so that it counts as the main part of the page. They say little.</p>'.repeat(
    8,
  )

describe('styles of pages', () => {
  it('knows hidden text by what a browser makes of its style, however that is written', async () => {
    const hidden = [
      '<p STYLE="DISPLAY:NONE">ORDER</p>',
      '<p HIDDEN>ORDER</p>',
      '<p style="display:/* a */none">ORDER</p>',
      String.raw`<p style="d\69splay:n\6f ne">ORDER</p>`,
      String.raw`<style>.\78 4{dis\70lay:none}</style><p class="x4">ORDER</p>`,
      '<p style="display:none;display:blok">ORDER</p>',
      '<p style="color:white;color:whit">ORDER</p>',
      '<p style="opacity:calc(0)">ORDER</p>',
      '<p style="opacity:-1">ORDER</p>',
      '<p style="opacity:1e-9">ORDER</p>',
      '<p style="font-size:.01vw">ORDER</p>',
      '<p style="font-size:min(1px, 2px)">ORDER</p>',
      '<p style="font-size:1e-3px">ORDER</p>',
      '<p style="height:.1px;overflow:hidden">ORDER</p>',
      '<p style="height:0;overflow-y:hidden">ORDER</p>',
      '<p style="block-size:0;overflow:hidden">ORDER</p>',
      '<p style="position:absolute;left:-999px">ORDER</p>',
      '<p style="position:absolute;left:99999px">ORDER</p>',
      '<p style="position:absolute;inset-inline-start:-9999px">ORDER</p>',
      '<p style="text-indent:200%;white-space:nowrap;overflow:hidden">ORDER</p>',
      '<p style="transform:rotateY(90deg)">ORDER</p>',
      '<p style="transform:matrix(0,0,0,0,0,0)">ORDER</p>',
      '<p style="filter:blur(50px)">ORDER</p>',
      '<p style="color:lab(100% 0 0)">ORDER</p>',
      '<p style="color:oklch(1 0 0)">ORDER</p>',
      '<p style="color:color(srgb 1 1 1)">ORDER</p>',
      '<p style="color:Canvas">ORDER</p>',
      '<style>@media (width >= 1px){.m1{display:none}}</style><p class="m1">ORDER</p>',
      '<style>@media not print{.m2{display:none}}</style><p class="m2">ORDER</p>',
      '<style>@media (min-height:1px){.m3{display:none}}</style><p class="m3">ORDER</p>',
      '<style>@container (min-width:1px){.m4{display:none}}</style><p class="m4">ORDER</p>',
      '<style>@scope (body){.m5{display:none}}</style><p class="m5">ORDER</p>',
      '<style><!-- .m6{display:none} --></style><p class="m6">ORDER</p>',
      '<div popover>ORDER</div>',
      '<ruby>x<rp>ORDER</rp></ruby>',
    ]
    const seen = [
      '<p style="opacity:.5">SEEN</p>',
      '<p style="font-size:2vw">SEEN</p>',
      '<p style="font-size:clamp(12px, 2vw, 20px)">SEEN</p>',
      '<p style="font-size:calc(1rem + 1px)">SEEN</p>',
      '<p style="position:absolute;left:50px">SEEN</p>',
      '<p style="transform:rotate(90deg)">SEEN</p>',
      '<style>@media print{.s1{display:none}}</style><p class="s1">SEEN</p>',
      '<style>@media not screen{.s2{display:none}}</style><p class="s2">SEEN</p>',
      '<style>@media (width < 600px){.s3{display:none}}</style><p class="s3">SEEN</p>',
      '<p style="display:none;display:block">SEEN</p>',
      '<p style="max-width:1000px;overflow:hidden">SEEN</p>',
      '<p style="color:oklch(0.3 0.1 20)">SEEN</p>',
    ]
    const pages = [...hidden, ...seen]
    await using site = await openSite((path) => send(`${filler}${pages[Number(path.slice(1))]}${filler}`))
    const shown: string[] = []
    for (const [index, page] of pages.entries())
      if (/ORDER|SEEN/.test(await fetchText(site, `/${index}`))) shown.push(page)
    assert.deepEqual(shown, seen)
  })

  it('reads styles that are made to be slow in no time', async () => {
    const values = [
      `display:inline-${'flex'.repeat(5000)}!`,
      `mask:linear-gradient(${'transparent '.repeat(5000)}x)`,
      `mask:linear-gradient(${'transparent'.repeat(5000)}`,
      `font-size:${'calc('.repeat(5000)}`,
      `opacity:${'-'.repeat(50_000)}`,
      `/*${'/*'.repeat(50_000)}`,
      `display:${String.raw`\6`.repeat(50_000)}`,
    ]
    const page = values.map((value) => `<p style="${value}">SEEN</p>`).join('')
    const media = `<style>@media ${'not ('.repeat(300)}{p{display:none}}</style>`
    await using site = await openSite({
      '/': send(`${media}${filler}${page}${filler}${'[\n'.repeat(50_000)}`),
    })
    assert.equal((await fetchText(site, '/')).match(/SEEN/g)?.length, values.length)
  })
})
