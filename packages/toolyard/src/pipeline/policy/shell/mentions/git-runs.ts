/**
 * What git is told to run: by settings on its command line or in `git config`, by options, by sub-commands.
 *
 * @module
 */
import { type Inside, loosely, nothing } from './inner.ts'
import { exactText, exactWord, type SeenWord } from './seen-word.ts'

/** Sub-commands of git whose words are commands. */
const running = new Set('bisect submodule filter-branch difftool mergetool rebase'.split(' '))
/** Options whose value is a program; git takes their beginnings too. */
const textOptions =
  'upload-pack receive-pack exec open-files-in-pager extcmd access-hook smtp-server sendmail-cmd to-cmd cc-cmd header-cmd httpd'.split(
    ' ',
  )
/** Letters that mean a program, among others in one word. */
const textLetters: Readonly<Record<string, RegExp>> = {
  clone: /^-[A-Za-z0-9]*?u/,
  'ls-remote': /^-[A-Za-z0-9]*?u/,
  grep: /^-[A-Za-z0-9]*?O/,
}
const hiddenBySettings = 'git is given settings, which can run programs or name commands'
const hiddenCommand = "the command of git can't be read, and some of them run programs"
/** Settings that name no program. */
const plainSetting =
  /^(?:user\.(?:name|email)|(?:color|advice|log|pull|push|fetch|rerere|status|stash|tag|blame|i18n|apply|index|feature|pack|transfer|http)\.\w+|core\.(?:quotepath|autocrlf|safecrlf|eol|abbrev|bare|ignorecase|filemode|longpaths|symlinks|commentchar|whitespace|precomposeunicode|preloadindex|untrackedcache)|(?:commit|tag)\.gpgsign=(?:false|true)|init\.defaultbranch|diff\.(?:renames|noprefix|algorithm|context|mnemonicprefix|colormoved)|merge\.(?:ff|conflictstyle)|rebase\.(?:auto\w+|updaterefs)|gc\.auto|safe\.directory|protocol\.version|column\.ui|branch\.[^=]*\.(?:remote|merge|rebase|description)|branch\.\w+|remote\.[^=]*\.(?:url|pushurl|fetch)|submodule\.[^=]*\.(?:url|path|branch|ignore|shallow)|submodule\.recurse|credential\.helper=(?:store|cache|)$)(?:=|$)/i
/** Where git works: whatever its value is. */
const placeOption = /^--(?:git-dir|work-tree|namespace)=/
const takesNext = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env'])

/** What git is told to run: by settings, by options, by sub-commands. */
export function gitRuns(words: readonly SeenWord[]): Inside {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? exactWord('')
    const text = exactText(word) ?? placeOption.exec(word.pieces[0] ?? '')?.[0] ?? ''
    if (isSplit(word) || (takesNext.has(text) && isSplit(words[at + 1])))
      return { ...nothing, hidden: hiddenCommand }
    if (!text.startsWith('-')) break
    const setting = text === '-c' ? words[at + 1] : undefined
    if (
      /^--(?:config-env|exec-path=)/.test(text) ||
      (setting && !plainSetting.test(exactText(setting) ?? ''))
    )
      return { ...nothing, hidden: hiddenBySettings }
    if (takesNext.has(text)) at++
  }
  const [command, ...rest] = words.slice(at)
  const name = command && exactText(command)
  if (command && name === undefined) return { ...nothing, hidden: hiddenCommand }
  if (name === 'for-each-repo')
    return { ...nothing, runs: rest.map((_, index) => [exactWord('git'), ...rest.slice(index)]) }
  if (name !== undefined && running.has(name)) return loosely(rest, false)
  if (rest.some((word) => /^(?:ext|fd)::/.test(exactText(word) ?? '')))
    return { ...nothing, hidden: 'git runs a program behind an address' }
  if ((name === 'clone' && rest.some(setsOption)) || (name === 'config' && setsProgram(rest)))
    return { ...nothing, hidden: hiddenBySettings }
  const texts = rest.flatMap((word, index) => {
    const value = programIn(word.pieces[0] ?? '', name)
    if (value !== undefined && word.pieces.length > 1) return [word]
    return value === '' ? rest.slice(index + 1, index + 2) : value === undefined ? [] : [exactWord(value)]
  })
  return { ...nothing, texts }
}

/** It may become several words. */
function isSplit(word: SeenWord | undefined): boolean {
  return word?.many === 'words'
}

/** `git clone -c name=value`, or the word before the setting. */
function setsOption(word: SeenWord, at: number, words: readonly SeenWord[]): boolean {
  const found = /^(?:--conf?i?g?|-[a-z]*c)(?:=|$)?(.*)$/s.exec(exactText(word) ?? '')
  if (!found) return false
  const next = words[at + 1]
  const value = found[1] === '' ? next && exactText(next) : found[1]
  return !plainSetting.test(value ?? '')
}

/** The program that an option of git names, undefined if it is the next word. */
function programIn(text: string, command: string | undefined): string | undefined {
  const [, option = '', value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(text) ?? []
  if (option !== '') return textOptions.some((each) => each.startsWith(option)) ? (value ?? '') : undefined
  const letters = Object.hasOwn(textLetters, command ?? '') ? textLetters[command ?? ''] : undefined
  const found = letters?.exec(text)?.[0]
  return found === undefined ? undefined : text.slice(found.length)
}

/** `git config`: a key that may name a program, and a word behind it. Sections can be renamed to others. */
function setsProgram(given: readonly SeenWord[]): boolean {
  const file = given[0] && exactText(given[0])
  const words = file === '-f' || file === '--file' ? given.slice(2) : given
  let hasKey = false
  return words.some((word, at) => {
    const text = exactText(word)
    const next = words[at + 1]
    if (text === undefined) return !hasKey && (next !== undefined || word.many === 'words')
    if (/^(?:--ren|--com|rename-section$)/.test(text)) return true
    if (!/^[a-z][\w-]*\./i.test(text)) return false
    const isPlain = plainSetting.test(`${text}=${(next && exactText(next)) ?? '$'}`)
    hasKey ||= isPlain
    return !isPlain && next !== undefined
  })
}
