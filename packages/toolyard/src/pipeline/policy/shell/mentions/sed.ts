/**
 * Scripts of sed for rules that forbid: only plain forms are known to run nothing and to write nothing elsewhere.
 *
 * @module
 */
import { exactText, type SeenWord } from './seen-word.ts'

const address = String.raw`(?:\d+(?:~\d+)?|\$|[+~]\d+|\/(?:\\.|[^\/\\\n])*\/[IM]*)`
const replacing = String.raw`s([\/|#,@:!~%_])(?:\\.|(?!\1)[^\\\n])*\1(?:\\[^]|(?!\1)[^\\\n])*\1[gpiIm\d]*`
const mapping = String.raw`y\/(?:\\.|[^\/\\\n])*\/(?:\\.|[^\/\\\n])*\/`
const label = String.raw`[bt:] *\w*`
/** Text that is added stands up to the end of the script. */
const adding = String.raw`[aic] *\\?[^\\\n]*$`
const step = new RegExp(
  String.raw`^(?:[\s;{}]+|(?:${address}(?: *, *${address})?)? *!? *(?:\{|(?:${replacing}|${mapping}|[dDpPnNhHgGx=lz]|[qQ] *\d*|${label})\s*(?=[;}\n]|$)|${adding}))`,
)
const maxScript = 2000

/** Whether a script may run text, write files, or come from a file. */
export function sedMayRun(words: readonly SeenWord[]): boolean {
  const scripts: (string | undefined)[] = []
  const operands: (string | undefined)[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const text = word && exactText(word)
    if (text === '--') {
      operands.push(...words.slice(at + 1).map(exactText))
      break
    }
    if (text === undefined || text === '-' || !text.startsWith('-')) {
      operands.push(text)
      continue
    }
    const option = scriptOption(text)
    if (option === 'file') return true
    if (option === undefined) continue
    const next = option === '' ? words[++at] : undefined
    scripts.push(option === '' ? next && exactText(next) : option)
  }
  const given = scripts.length > 0 ? scripts : operands.slice(0, 1)
  return given.some((script) => script === undefined || !isPlain(script))
}

/** The script that an option holds, undefined if it is the next word. */
function scriptOption(text: string): string | undefined {
  const long = /^--([a-z-]*)(?:=(.*))?$/s.exec(text)
  if (long) {
    const [, name = '', value = ''] = long
    if (name !== '' && 'file'.startsWith(name.slice(0, 4)) && name.startsWith('fi')) return 'file'
    return name.startsWith('e') ? value : undefined
  }
  const [, letter, rest = ''] = /^-[nErsuzb]*([efil])(.*)$/s.exec(text) ?? []
  if (letter === 'f') return 'file'
  return letter === 'e' ? rest : undefined
}

function isPlain(script: string): boolean {
  if (script.length > maxScript) return false
  let rest = script
  while (rest !== '') {
    const found = step.exec(rest)?.[0] ?? ''
    if (found === '') return false
    rest = rest.slice(found.length)
  }
  return true
}
