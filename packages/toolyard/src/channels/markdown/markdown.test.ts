/** Markdown in the forms of the platforms. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dingtalkMarkdown,
  discordMarkdown,
  feishuMarkdown,
  slackMarkdown,
  wecomMarkdown,
} from './dialects.ts'
import { emailHtml, telegramHtml } from './html.ts'

describe('Markdown for Telegram', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['# Title', '<b>Title</b>'],
    ['**bold** *it* _it_ ~~gone~~ `a<b`', '<b>bold</b> <i>it</i> <i>it</i> <s>gone</s> <code>a&lt;b</code>'],
    ['snake_case_name 2*3*4', 'snake_case_name 2<i>3</i>4'],
    ['**bold with *both* in it**', '<b>bold with <i>both</i> in it</b>'],
    ['[a & b](https://x.y/?a=1&b="2")', '<a href="https://x.y/?a=1&amp;b=&quot;2&quot;">a &amp; b</a>'],
    ['[site](https://x.y/?a=1&b=2)', '<a href="https://x.y/?a=1&amp;b=2">site</a>'],
    ['[click](javascript:alert(1))', '[click](javascript:alert(1))'],
    ['- one\n- two\n  - three\n\n1. first', '• one\n• two\n  • three\n1. first'],
    ['> said\n> so', '<blockquote>said\nso</blockquote>'],
    ['```js\nif (a < b) {}\n```', '<pre><code class="language-js">if (a &lt; b) {}</code></pre>'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '<pre>| a | b |\n|---|---|\n| 1 | 2 |</pre>'],
    ['<b>not a tag</b> \\*plain\\*', '&lt;b&gt;not a tag&lt;/b&gt; *plain*'],
    ['one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['**never closed', '**never closed'],
  ]
  for (const [markdown, html] of cases)
    it(`writes ${JSON.stringify(markdown)} as ${JSON.stringify(html)}`, () => {
      assert.equal(telegramHtml(markdown), html)
    })

  it('takes no longer for texts that are made to take long', () => {
    const started = performance.now()
    for (const sign of ['*', '_', '[', '`', '**a', '~~', '> ', '<https://', '[a](', '\\', '- ', '|'])
      assert.ok(telegramHtml(sign.repeat(4000)).length > 0)
    assert.ok(performance.now() - started < 10_000)
  })

  it('takes no longer for one line with a long gap in it', () => {
    const gap = ' '.repeat(39_000)
    const started = performance.now()
    for (const line of [`# ${gap}x\u2028y`, `# x${gap}y`, `- ${gap}x\u2028y`, `\`\`\`${gap}\``])
      assert.ok(emailHtml(line).length > 0)
    assert.ok(performance.now() - started < 2000)
    assert.equal(telegramHtml('# Title  ##  '), '<b>Title</b>')
    assert.equal(telegramHtml('# C#'), '<b>C#</b>')
  })
})

describe('Markdown for others', () => {
  it('is HTML in e-mail, with lists, tables and nothing that runs', () => {
    const html = emailHtml(
      '## T\n\na\nb\n\n- x\n\n> q\n\n| a |\n|---|\n| <img src=x onerror=alert(1)> |\n\n---',
    )
    for (const part of [
      '<h2>T</h2>',
      '<p>a<br>\nb</p>',
      '• x</div>',
      '<blockquote><p>q</p></blockquote>',
      '<th>a</th>',
      '<td>&lt;img',
      '<hr>',
    ])
      assert.ok(html.includes(part), `${part} in ${html}`)
    assert.ok(!html.includes('<img'))
  })

  it('has tables as code where there are none, and no underlines for bold', () => {
    const markdown = '__bold__\n\n| a |\n|---|\n| 1 |\n\n```\n__raw__\n| a |\n|---|\n```'
    assert.equal(
      discordMarkdown(markdown),
      '**bold**\n\n```\n| a |\n|---|\n| 1 |\n```\n\n```\n__raw__\n| a |\n|---|\n```',
    )
    assert.equal(dingtalkMarkdown('one\ntwo\n\nthree'), 'one  \ntwo\n\nthree')
  })

  it('calls nobody', () => {
    assert.equal(slackMarkdown('<!channel> <@U1> a < b'), '&lt;!channel> &lt;@U1> a < b')
    assert.equal(feishuMarkdown('<at id=all></at> <AT id="x">'), '&lt;at id=all>&lt;/at> &lt;AT id="x">')
    assert.equal(feishuMarkdown('< at id=all> <person id=x> a < b'), '&lt; at id=all> &lt;person id=x> a < b')
    assert.equal(wecomMarkdown('<@ann>'), '&lt;@ann>')
  })
})
