/**
 * What can be read of output that may not be text at all.
 *
 * Text stays as it is, its colours and cursor movements included: to clean it is the business of the pipeline, which would
 * take long over megabytes of binary data. So of binary data only the readable parts are passed on.
 *
 * @module
 */

const sampleLength = 4096
const nuls = /\0+/g
const escape = String.raw`\u001b`
/** Colours begin with an escape: it alone makes nothing binary. */
const strange = new RegExp(`[[\\p{Cc}\ufffd]--[\\t-\\r${escape}]]`, 'gv')
const unreadable = /[[\p{Cc}\ufffd]--[\t-\r]]+/gv

/** Without NULs; where much of it can't be read, every such part is a `·`. */
export function readableText(text: string): string {
  if (isBinary(text)) return text.replaceAll(unreadable, '·')
  return text.includes('\0') ? text.replaceAll(nuls, '') : text
}

/** Judged by its beginning, its middle and its end. */
function isBinary(text: string): boolean {
  return [0, Math.floor(text.length / 2), Math.max(0, text.length - sampleLength)].some((from) => {
    const sample = text.slice(from, from + sampleLength).replaceAll(nuls, '\0')
    const count = sample.match(strange)?.length ?? 0
    return count > 8 && count * 20 > sample.length
  })
}
