/**
 * Text from outside, made safe to look at: what can't be seen, or would turn the text around it, is shown as a mark such as
 * `⟨U+202E⟩`. Line ends and tabs stay; so do joiners inside emoji and the scripts that need them.
 *
 * @module
 */
const hidden = /[[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]--[\n\t]]/v
const joining = String.raw`\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Sinh}\p{sc=Taml}`
/** Characters without a shape of their own that shape the visible ones beside them. */
const shaping = [
  String.raw`(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`,
  String.raw`(?<=[\p{ExtPict}#*0-9])\ufe0f`,
  String.raw`(?<=[${joining}])[\u200c\u200d](?=[${joining}])`,
].join('|')
const marked = new RegExp(`(?!${shaping})${hidden.source}`, 'gv')

export function visible(text: string): string {
  if (!hidden.test(text)) return text
  return text.replaceAll('\r\n', '\n').replaceAll(marked, markOf)
}

function markOf(match: string): string {
  return `⟨U+${(match.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}
