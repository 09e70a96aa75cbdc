/** What a model says, in a real browser: Markdown that looks as it should, and hostile Markdown that does nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkAxe, checkWidth, logOf, openChatYard, say } from './chat-yard.ts'
import { picture, type ServedYard } from './served-yard.ts'

const report = `# Report

Some *words*, some **strong** ones, ~~old~~ ones and \`inline code\`.

## Numbers

| Quarter | Sales | A column with many words in it, so that it is wide | Another wide column |
| --- | ---: | --- | --- |
| Q1 | 1,200 | words words words words words words words | words words words words |
| Q2 | 3,400 | words | words |

- [x] measured
- [ ] written down

1. first
   - inside

2. second

\`\`\`ts
/** A comment. */
export const answer: number = 42 // the end
\`\`\`

> Quoted

See [the site](https://example.org/path), [as it is][1] or https://example.net.

[1]: https://docs.example.org/x
`

const hostile = `<img src="https://evil.example/1.png" onerror="alert(1)"><script>alert(2)</script>

<a href="javascript:alert(3)">raw</a> [js](javascript:alert(4)) [JS](JaVaScRiPt:alert(4)) [data](data:text/html,x) [vb](vbscript:x)

![tracker](https://evil.example/pixel.png?who=1) ![inline](data:image/png;base64,AAAA) [![in](https://evil.example/2.png)](https://evil.example/3)

[https://bank.example](https://evil.example/login) [user](https://bank.example@evil.example/) [local](/settings) [rel](settings?x) <https://auto.example>

[ref][r] ‮turned

[r]: javascript:alert(5)

\`\`\`html
<script>alert(6)</script>
\`\`\`

<style>body{display:none}</style><iframe src="https://evil.example/frame"></iframe>

${'[['.repeat(2000)}

${'*_'.repeat(2000)}

The end.
`

/** What breaks readers of Markdown and browsers: deeper, wider and longer than anybody writes. */
const bombs = [
  `${'> '.repeat(5000)}quoted`,
  `${'- '.repeat(1000)}listed`,
  Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth * 2)}- level ${depth}`).join('\n'),
  `${'*'.repeat(2000)}strong${'*'.repeat(2000)}`,
  `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n|${'b|'.repeat(500)}`,
  Array.from({ length: 500 }, (_, at) => `[${at}]: https://a.example/${at}`).join('\n'),
  Array.from({ length: 500 }, (_, at) => `[x][${at}]`).join('\n\n'),
  'x'.repeat(120_000),
  'The end of the bombs.',
].join('\n\n')

/** One word a piece, so that it grows. */
const long = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} with **bold** and \`code\`.\n\n`).join(
  '',
)

describe('the Markdown of an answer', () => {
  let yard: ServedYard
  before(async () => {
    yard = await openChatYard({
      writer: { script: { turns: [{ text: report }], repeat: true } },
      evil: { script: [{ text: hostile }] },
      bomber: { script: { turns: [{ text: bombs }], repeat: true } },
      talker: { script: [{ text: long }] },
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('has headings, tables, lists, tasks, coloured code with a button that copies it, and links that say where they lead', async () => {
    await using visit = await yard.visit('/chat?agent=writer', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, faults } = visit
    await say(page, 'Report')
    const log = logOf(page)
    await log.getByRole('heading', { name: 'Report', exact: true }).waitFor()
    await log.getByRole('cell', { name: '3,400' }).waitFor()
    assert.equal(await log.getByRole('columnheader').count(), 4)
    await log.getByRole('img', { name: 'done:' }).waitFor()
    await log.getByRole('img', { name: 'to do:' }).waitFor()
    assert.equal(await log.locator('ol').count(), 1, 'a list stays whole')
    await log.locator('.hljs-comment').first().waitFor()
    await log.getByRole('button', { name: 'Copy code' }).click()
    assert.match(await page.evaluate('navigator.clipboard.readText()'), /^\/\*\* A comment\. \*\/\nexport/)
    const link = log.getByRole('link', { name: 'the site' })
    assert.equal(await link.getAttribute('href'), 'https://example.org/path')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
    await log.getByText('(example.org)').waitFor()
    await log.getByText('(docs.example.org)').waitFor()
    assert.equal(await log.getByText('(example.net)').count(), 0, 'what it says already')
    assert.equal((await log.textContent())?.includes('|'), false)
    await picture(page, 'chat-markdown')
    await checkAxe(page, 'markdown')
    assert.deepEqual(faults, [])
    for (const [theme, language] of [['dark', 'zh']] as const) {
      const viewport = { width: 390, height: 800 }
      await using narrow = await yard.visit(new URL(page.url()).pathname + new URL(page.url()).search, {
        theme,
        language,
        viewport,
      })
      await logOf(narrow.page).locator('.hljs-comment').first().waitFor()
      await picture(narrow.page, 'chat-markdown-narrow')
      await checkAxe(narrow.page, 'narrow, dark')
      await checkWidth(narrow.page)
    }
  })

  it('loads nothing, runs nothing, and leads nowhere that it does not say', async () => {
    await using visit = await yard.visit('/chat?agent=evil')
    const { page, faults } = visit
    await say(page, 'Go')
    const log = logOf(page)
    await log.getByText('The end.').waitFor()
    await page.getByText('1 step,').waitFor()
    // Until the renderer is loaded, an answer stands there as it came.
    await log.locator('a[href^="https://"]').first().waitFor()
    assert.equal(await log.locator('img, script, iframe, style, object, form, input').count(), 0)
    const links = await log
      .locator('a:not([href^="/runs/"])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    assert.deepEqual(
      links.filter((href) => href?.startsWith('https://') !== true),
      [],
    )
    const text = (await log.textContent()) ?? ''
    assert.match(text, /https:\/\/bank\.example \(evil\.example\)/)
    assert.match(text, /user \(evil\.example\)/)
    assert.match(text, /Image: tracker \(evil\.example\)/)
    assert.match(text, /⟨U\+202E⟩turned/)
    assert.match(text, /<script>alert\(2\)<\/script>/)
    await picture(page, 'chat-hostile')
    await checkAxe(page, 'hostile')
    assert.deepEqual(faults, [])
  })

  it('reads what is over once, however long the answer grows', async () => {
    await using visit = await yard.visit('/chat?agent=talker')
    const { page, faults } = visit
    await say(page, 'Talk')
    const log = logOf(page)
    await log.getByText('Paragraph 399').waitFor()
    await log.locator('strong').nth(399).waitFor()
    assert.equal(await log.locator('strong').count(), 400)
    assert.deepEqual(faults, [])
  })

  it('is never so deep, wide or long that it takes the page with it', async () => {
    await using visit = await yard.visit('/chat?agent=bomber')
    const { page, faults } = visit
    await say(page, 'Go')
    const more = page.getByRole('button', { name: /Show more/ })
    for (const look of ['as it comes', 'after a reload']) {
      await logOf(page).getByText('View run').waitFor()
      await more.waitFor()
      const nested = await page.evaluate(
        () => document.querySelectorAll(':is(ul, strong) '.repeat(60)).length,
      )
      assert.equal(nested, 0, look)
      await checkWidth(page)
      await page.reload()
    }
    await more.waitFor()
    for (let parts = 0; (await more.count()) > 0 && parts < 10; parts++) await more.click()
    await page.getByText('The end of the bombs.').waitFor()
    assert.deepEqual(faults, [])
  })
})
