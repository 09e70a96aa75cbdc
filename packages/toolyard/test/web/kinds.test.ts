/** What comes back from an address in every charset and of every kind, as the model is shown it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pdfOf } from './pdf.ts'
import { type Answer, fetchText, openSite, send } from './site.ts'

/** Words in bytes that each charset writes them with, and how they read. */
const charsets: Readonly<Record<string, readonly [hex: string, text: string]>> = {
  gbk: ['e9d9d7d3bac3b3d4', '橘子好吃'],
  gb18030: ['c4e3bac381308c368139ee39', '你好ĉ㐀'],
  big5: ['c163c5e9a4a4a4e5', '繁體中文'],
  shift_jis: ['93fa967b8cea8365835883678181', '日本語テスト＝'],
  'euc-jp': ['c6fccbdcb8eca5c6a5b9a5c8', '日本語テスト'],
  'iso-2022-jp': ['1b2442467c4b5c1b2842', '日本'],
  'euc-kr': ['c7d1b1dbb7ce20beb2b4d9', '한글로 쓰다'],
  'windows-1252': ['93636166e9942080', '“café” €'],
  'iso-8859-15': ['50726569733a203520a4', 'Preis: 5 €'],
  'koi8-r': ['f0d2c9d7c5d4', 'Привет'],
  'windows-1251': ['cff0e8e2e5f2', 'Привет'],
  'utf-8': ['e6bca2e5ad97', '漢字'],
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')
const page = (head: string, words: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<html><head>${head}</head><body><p>`),
    words,
    Buffer.from('</p></body></html>'),
  ])

describe('web_fetch reads', () => {
  it('every charset, said by the server, by the page or by an XML declaration', async () => {
    const pages: Record<string, Answer> = {}
    for (const [charset, [hex]] of Object.entries(charsets)) {
      const words = bytesOf(hex)
      pages[`/${charset}/header`] = send(page('', words), `text/html; charset="${charset.toUpperCase()}"`)
      pages[`/${charset}/meta`] = send(page(`<meta charset=${charset}>`, words), 'text/html')
      pages[`/${charset}/http-equiv`] = send(
        page(`<meta content="text/html; charset=${charset}" http-equiv="Content-Type">`, words),
        'text/html',
      )
      pages[`/${charset}/xml`] = send(
        Buffer.concat([
          Buffer.from(`<?xml version="1.0" encoding="${charset}"?><a>`),
          words,
          Buffer.from('</a>'),
        ]),
        'application/xml',
      )
      pages[`/${charset}/plain`] = send(words, `text/plain;charset=${charset}`)
    }
    await using site = await openSite(pages)
    for (const path of Object.keys(pages)) {
      const [, charset = ''] = path.split('/')
      const text = await fetchText(site, path)
      assert.ok(text.includes(charsets[charset]?.[1] ?? '?'), `${path} ${text}`)
    }
  })

  it('byte order marks before what server and page say, and the server before the page', async () => {
    const russian = bytesOf('f0d2c9d7c5d4')
    const wide = Buffer.from('\ufeff<html><body><p>日本 ёж</p></body></html>', 'utf16le')
    await using site = await openSite({
      '/utf16le': send(wide, 'text/html; charset=utf-8'),
      '/utf16be': send(Buffer.from(wide).swap16(), 'text/html; charset=gbk'),
      '/utf8': send(
        Buffer.from('\ufeff<meta charset=koi8-r><p>日本 ёж</p>'),
        'text/html; charset=windows-1252',
      ),
      '/server': send(page('<meta charset="gbk">', russian), 'text/html; charset=koi8-r'),
      '/unknown': send(page('<meta charset="koi8-r">', russian), 'text/html; charset=klingon'),
      '/wide-meta': send(page('<meta charset="utf-16">', Buffer.from('日本 ёж')), 'text/html'),
      '/utf7': send(page('<meta charset="utf-7">', Buffer.from('+ADw-script+AD4- 日本 ёж')), 'text/html'),
      '/never-told': send(page('', Buffer.from('日本 ёж')), 'text/html; charset=iso-8859-1'),
      '/wrong': send(page('', bytesOf('93636166e994')), 'text/html; charset=utf-8'),
      '/wrong-server': send(page('<meta charset="koi8-r">', russian), 'text/html; charset=utf-8'),
    })
    for (const path of ['/utf16le', '/utf16be', '/utf8', '/wide-meta', '/utf7', '/never-told'])
      assert.match(await fetchText(site, path), /日本 ёж/, path)
    assert.match(await fetchText(site, '/server'), /Привет/)
    assert.match(await fetchText(site, '/unknown'), /Привет/)
    assert.match(await fetchText(site, '/wrong'), /“café”/)
    assert.match(await fetchText(site, '/wrong-server'), /Привет/)
  })

  it('feeds, XML, JSON, SVG and plain text as they are', async () => {
    const rss =
      '<rss version="2.0"><channel><item><title>One</title><link>https://a.example/1</link></item></channel></rss>'
    const atom = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Two</title></entry></feed>'
    await using site = await openSite({
      '/rss': send(rss, 'application/rss+xml; charset=utf-8'),
      '/atom': send(atom, 'application/atom+xml'),
      '/json-feed': send(
        '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"3"}]}',
        'application/feed+json',
      ),
      '/xml': send('<?xml version="1.0"?><a><b>c</b></a>', 'text/xml'),
      '/svg': send('<svg xmlns="http://www.w3.org/2000/svg"><text>drawn</text></svg>', 'image/svg+xml'),
      '/csv': send('a,b\n1,2\n', 'text/csv'),
      '/script': send('export const x = 1', 'text/javascript'),
      '/wrong-json': send('{"a":', 'application/json'),
      '/markdown': send('# Title\n\n[x](y)', 'text/markdown'),
      '/nothing-said': (_, response) => response.writeHead(200).end('just words'),
      '/page-unsaid': (_, response) =>
        response.writeHead(200).end('<!DOCTYPE html><title>T</title><p>Said <b>so</b>.'),
      '/xhtml': send(
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p>As <em>strict</em> as can be.</p></body></html>',
        'application/xhtml+xml',
      ),
      '/empty': send('', 'text/html'),
    })
    assert.ok((await fetchText(site, '/rss')).includes(rss))
    assert.ok((await fetchText(site, '/atom')).includes(atom))
    assert.match(await fetchText(site, '/json-feed'), /"items": \[\n {4}\{\n/)
    assert.match(await fetchText(site, '/xml'), /<a><b>c<\/b><\/a>/)
    assert.match(await fetchText(site, '/svg'), /<text>drawn<\/text>/)
    assert.match(await fetchText(site, '/csv'), /\na,b\n1,2\n/)
    assert.match(await fetchText(site, '/script'), /export const x = 1/)
    assert.match(await fetchText(site, '/wrong-json'), /\n\{"a":\n/)
    assert.match(await fetchText(site, '/markdown'), /# Title\n\n\[x\]\(y\)/)
    assert.match(await fetchText(site, '/nothing-said'), /just words/)
    assert.match(await fetchText(site, '/page-unsaid'), /Said \*\*so\*\*\./)
    assert.match(await fetchText(site, '/xhtml'), /As \*strict\* as can be\./)
    assert.match(await fetchText(site, '/empty'), /\(nothing\)/)
  })

  it('a long answer that comes in parts, whole', async () => {
    const part = `${'words and more words '.repeat(2000)}\n`
    await using site = await openSite({
      '/parts': (_, response) => {
        let left = 100
        const go = (): void => {
          while (left-- > 0) if (!response.write(part)) return
          response.end('the last line')
        }
        response.writeHead(200, { 'content-type': 'text/plain' }).on('drain', go)
        go()
      },
    })
    const characters = part.length * 100
    const text = await fetchText(site, '/parts', { offset: characters })
    assert.match(text, /\n\nthe last line\n\n/)
  })

  it('PDFs by page, and says what it could not read', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => `Leaf ${index + 1} of the book`)
    await using site = await openSite({
      '/book': send(pdfOf(pages), 'application/pdf'),
      '/unsaid': (_, response) => response.writeHead(200).end(pdfOf(['found out'])),
      '/broken': send('%PDF-1.7\nnothing of the kind', 'application/pdf'),
    })
    const text = await fetchText(site, '/book')
    for (const [index, words] of pages.entries())
      assert.ok(text.includes(`[page ${index + 1} of 12]\n${words}`), words)
    assert.match(await fetchText(site, '/unsaid'), /found out/)
    const broken = await site.yard.call('web_fetch', { url: `${site.origin}/broken` })
    assert.equal(broken.error?.code, 'unavailable')
    assert.match(broken.error.message, /can't be read \(Invalid PDF/)
  })
})
