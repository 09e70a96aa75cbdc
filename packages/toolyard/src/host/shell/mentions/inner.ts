/**
 * Commands inside the words of programs that are not wrappers alone: `find -exec`, git's hooks for text, and wrappers whose
 * words can't be told apart.
 *
 * @module
 */
import { anyWords, exactText, exactWord, mayBe, type SeenWord } from './seen-word.ts'

interface Inside {
  readonly runs: readonly (readonly SeenWord[])[]
  /** Texts that a shell may get. */
  readonly texts: readonly SeenWord[]
  readonly hidden?: string | undefined
}

const nothing: Inside = { runs: [], texts: [] }
const maxLoose = 64
const maxLetters = 8
const findFlags = '-exec -execdir -ok -okdir -x -X --exec --exec-batch'.split(' ')

/** What stands behind each word that may be `-exec`; names of files that are found stand for anything. */
export function findRuns(words: readonly SeenWord[]): readonly (readonly SeenWord[])[] {
  return words.flatMap((word, at) => {
    const attached = /^(?:--exec(?:-batch)?=|-[xX])(.+)$/s.exec(exactText(word) ?? '')?.[1]
    if (attached === undefined && !findFlags.some((flag) => mayBe(word, flag))) return []
    const rest = words.slice(at + 1)
    const inner = (attached === undefined ? rest : [exactWord(attached), ...rest]).map((each) =>
      each.source.includes('{}') ? { ...each, pieces: ['', ''] } : each,
    )
    const isFd = /^(?:-[xX]|--)/.test(word.source)
    const run = isFd ? [...inner, anyWords('names of files')] : inner
    return word.many === 'words' ? [[word, ...run], run] : [run]
  })
}

/** Any word may be the program, and any text a line for a shell. `fed`: it adds words that it reads. */
export function loosely(words: readonly SeenWord[], fed: boolean): Inside {
  if (words.length > maxLoose)
    return { ...nothing, hidden: 'a program is given more words than can be looked at' }
  const runs = words.map((word, at) => (fed ? [word, anyWords('what it reads')] : words.slice(at)))
  const texts = words.flatMap((word) =>
    exactText(word) === undefined && /\s/.test(word.pieces.join('')) ? [word] : textsOf(word),
  )
  const values = words.flatMap((word) => {
    const text = exactText(word) ?? ''
    const value = /^--?[\w-]+=(.+)$/s.exec(text)?.[1]
    return value === undefined || /\s/.test(value) ? [] : [[exactWord(value)]]
  })
  return { runs: [...runs, ...values], texts }
}

/** What a shell may get of a word that can be read: all of it, or the value of an option. */
export function textsOf(word: SeenWord): readonly SeenWord[] {
  const text = exactText(word) ?? ''
  const value = /^-{0,2}[\w-]+=(.*)$/s.exec(text)?.[1] ?? ''
  // Behind the letters of a bundle the value of the last may begin anywhere.
  const letters = /^-\w+/.exec(text)?.[0].length ?? 0
  const bundled = Array.from({ length: Math.min(letters, maxLetters) }, (_, at) => text.slice(at + 1))
  return [text, value, ...bundled].filter((each) => /\s/.test(each)).map(exactWord)
}

/** Sub-commands of git whose words are commands. */
const running = new Set('bisect submodule filter-branch difftool mergetool rebase'.split(' '))
/** Options whose value is a program; git takes their beginnings too. */
const textOptions = 'upload-pack receive-pack exec open-files-in-pager extcmd'.split(' ')
/** Letters that mean a program, among others in one word. */
const textLetters: Readonly<Record<string, RegExp>> = {
  clone: /^-[A-Za-z0-9]*?u/,
  'ls-remote': /^-[A-Za-z0-9]*?u/,
  grep: /^-[A-Za-z0-9]*?O/,
}
/** Settings that name no program. */
const plainSetting =
  /^(?:user\.(?:name|email)|color\.\w+|advice\.\w+|core\.(?:quotepath|autocrlf|abbrev|bare|ignorecase|filemode|longpaths|commentchar)|commit\.gpgsign=(?:false|true)|init\.defaultbranch|log\.\w+|diff\.(?:renames|noprefix|algorithm|context|mnemonicprefix)|merge\.(?:ff|conflictstyle)|pull\.\w+|push\.\w+|gc\.auto|safe\.directory|protocol\.version|column\.ui|http\.\w+)(?:=|$)/i
const takesNext = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env'])

/** What git is told to run: by settings, by options, by sub-commands. */
export function gitRuns(words: readonly SeenWord[]): Inside {
  let at = 0
  for (; at < words.length; at++) {
    const text = exactText(words[at] ?? exactWord('')) ?? ''
    if (!text.startsWith('-')) break
    const setting = text === '-c' ? words[at + 1] : undefined
    if (
      /^--(?:config-env|exec-path=)/.test(text) ||
      (setting && !plainSetting.test(exactText(setting) ?? ''))
    )
      return { ...nothing, hidden: 'git is given settings, which can run programs or name commands' }
    if (takesNext.has(text)) at++
  }
  const [command, ...rest] = words.slice(at)
  const name = command && exactText(command)
  if (name === 'for-each-repo')
    return { ...nothing, runs: rest.map((_, index) => [exactWord('git'), ...rest.slice(index)]) }
  if (name !== undefined && running.has(name)) return loosely(rest, false)
  if (rest.some((word) => /^(?:ext|fd)::/.test(exactText(word) ?? '')))
    return { ...nothing, hidden: 'git runs a program behind an address' }
  if (name === 'clone' && rest.some(setsOption))
    return { ...nothing, hidden: 'git is given settings, which can run programs or name commands' }
  const texts = rest.flatMap((word, index) => {
    const value = programIn(word.pieces[0] ?? '', name)
    if (value !== undefined && word.pieces.length > 1) return [word]
    return value === '' ? rest.slice(index + 1, index + 2) : value === undefined ? [] : [exactWord(value)]
  })
  return { ...nothing, texts }
}

/** `git clone -c name=value`, or the word before the setting. */
function setsOption(word: SeenWord, at: number, words: readonly SeenWord[]): boolean {
  const found = /^(?:--conf?i?g?|-[a-z]*c)(?:=|$)?(.*)$/s.exec(exactText(word) ?? '')
  if (!found) return false
  const next = words[at + 1]
  const value = found[1] === '' ? next && exactText(next) : found[1]
  return !plainSetting.test(value ?? '')
}

/** The program that an option of git names, nothing where it is the next word. */
function programIn(text: string, command: string | undefined): string | undefined {
  const [, option = '', value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(text) ?? []
  if (option !== '') return textOptions.some((each) => each.startsWith(option)) ? (value ?? '') : undefined
  const letters = Object.hasOwn(textLetters, command ?? '') ? textLetters[command ?? ''] : undefined
  const found = letters?.exec(text)?.[0]
  return found === undefined ? undefined : text.slice(found.length)
}
