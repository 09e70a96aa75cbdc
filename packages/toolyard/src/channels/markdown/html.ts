/**
 * Markdown as HTML, in the two forms that messages need: that of e-mail, and the few tags that Telegram knows.
 *
 * Everything but the tags is escaped. Links lead to http, https and mailto only.
 *
 * @module
 */
import { type Block, type Inline, parseMarkdown } from './markdown.ts'

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const tags = { strong: 'b', emphasis: 'i', strike: 's' } as const

function inlineHtml(inlines: readonly Inline[]): string {
  return inlines.map(oneInline).join('')
}

function oneInline(inline: Inline): string {
  if (inline.type === 'text') return escapeHtml(inline.text)
  if (inline.type === 'code') return `<code>${escapeHtml(inline.text)}</code>`
  if (inline.type === 'link') return `<a href="${escapeHtml(inline.url)}">${inlineHtml(inline.children)}</a>`
  const tag = tags[inline.type]
  return `<${tag}>${inlineHtml(inline.children)}</${tag}>`
}

/** Lines with the tags of Telegram's `HTML` mode. */
export function telegramHtml(markdown: string): string {
  return telegramBlocks(parseMarkdown(markdown))
}

function telegramBlocks(blocks: readonly Block[]): string {
  return joined(blocks, blocks.map(telegramBlock))
}

function telegramBlock(block: Block): string {
  if (block.type === 'heading') return `<b>${inlineHtml(block.children)}</b>`
  if (block.type === 'paragraph') return inlineHtml(block.children)
  if (block.type === 'code') return codeHtml(block.language, block.text)
  if (block.type === 'item') return `${'  '.repeat(block.depth)}${itemHtml(block)}`
  if (block.type === 'table') return `<pre>${escapeHtml(block.source)}</pre>`
  if (block.type === 'rule') return '———'
  // Quotes hold no others there.
  return `<blockquote>${telegramBlocks(block.blocks).replaceAll(/<\/?blockquote>/g, '')}</blockquote>`
}

function itemHtml({ mark, children }: Extract<Block, { readonly type: 'item' }>): string {
  return `${/\d/.test(mark) ? mark : '•'} ${inlineHtml(children)}`
}

function codeHtml(language: string, text: string): string {
  const named = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
  return `<pre><code${named}>${escapeHtml(text)}</code></pre>`
}

/** Items of one list stand below each other, all else a line apart. */
function joined(blocks: readonly Block[], texts: readonly string[]): string {
  return texts
    .map((text, at) => {
      if (at === 0) return text
      const isList = blocks[at]?.type === 'item' && blocks[at - 1]?.type === 'item'
      return `${isList ? '\n' : '\n\n'}${text}`
    })
    .join('')
}

/** The HTML part of an e-mail. */
export function emailHtml(markdown: string): string {
  return emailBlocks(parseMarkdown(markdown)).join('\n')
}

function emailBlocks(blocks: readonly Block[]): string[] {
  return blocks.map(emailBlock)
}

function emailBlock(block: Block): string {
  if (block.type === 'heading') return `<h${block.level}>${inlineHtml(block.children)}</h${block.level}>`
  if (block.type === 'paragraph') return `<p>${inlineHtml(block.children).replaceAll('\n', '<br>\n')}</p>`
  if (block.type === 'code') return codeHtml(block.language, block.text)
  if (block.type === 'item')
    return `<div style="margin-left:${1 + block.depth * 1.5}em">${itemHtml(block)}</div>`
  if (block.type === 'table') return tableHtml(block.rows)
  if (block.type === 'rule') return '<hr>'
  return `<blockquote>${emailBlocks(block.blocks).join('\n')}</blockquote>`
}

function tableHtml(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells, at) => rowHtml(cells, at === 0 ? 'th' : 'td'))
  return `<table border="1" cellpadding="4">${lines.join('')}</table>`
}

function rowHtml(cells: readonly string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
}
