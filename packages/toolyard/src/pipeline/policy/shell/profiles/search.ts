/**
 * Programs that search in files and for files.
 *
 * @module
 */
import type { Kind, Operands, Profile, ProfileCheck } from './profile.ts'

const runs = 'runs a program'
const writes = 'writes a file'
const follows = 'follows links out of the workspace'
const list = 'reads its list of files from a file'

/** How many matches, and how many lines around them. */
const aroundMatches: Readonly<Record<string, Kind>> = {
  m: 'number',
  'max-count': 'number',
  A: 'number',
  B: 'number',
  C: 'number',
  'after-context': 'number',
  'before-context': 'number',
  context: 'number',
}

/** The first operand is the pattern, unless an option has given one. */
function searched(options: ReadonlySet<string>, rest: Kind): Operands {
  const given = ['e', 'f', 'regexp', 'file'].some((name) => options.has(name))
  return { first: given ? [] : ['text'], rest, ...(rest !== 'path' && { implied: rest }) }
}

const grep: Profile = {
  letters: 'abcEFGhHiIlLnoPqrsTUvwxyzZ',
  names:
    'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case word-regexp line-regexp null-data no-messages ' +
    'invert-match line-number with-filename no-filename only-matching quiet silent text recursive files-without-match files-with-matches ' +
    'count initial-tab null byte-offset line-buffered',
  values: {
    e: 'text',
    regexp: 'text',
    f: 'path',
    file: 'path',
    ...aroundMatches,
    include: 'text',
    exclude: 'text',
    'exclude-dir': 'text',
    'exclude-from': 'path',
    label: 'text',
    'binary-files': 'text',
  },
  attached: { color: 'text', colour: 'text' },
  counts: true,
  operands: (options) => searched(options, options.has('r') || options.has('recursive') ? 'tree' : 'path'),
  hazards: {
    '-R': follows,
    '--dereference-recursive': follows,
    '-D': 'reads devices',
    '--devices': 'reads devices',
    '-d': 'chooses how folders are read',
    '--directories': 'chooses how folders are read',
  },
}

/** Ripgrep leaves hidden files alone unless it is told otherwise; a glob of one's own tells it. */
function reachesHidden(options: ReadonlySet<string>): boolean {
  return ['hidden', 'no-ignore', 'g', 'glob', 'iglob'].some((name) => options.has(name))
}

const rg: Profile = {
  letters: 'abcFHiIlnNoPqsSUvwx0p',
  names:
    'count count-matches fixed-strings with-filename no-filename ignore-case case-sensitive smart-case files-with-matches files-without-match ' +
    'line-number no-line-number only-matching pcre2 quiet invert-match word-regexp line-regexp null multiline multiline-dotall heading no-heading ' +
    'column json vimgrep trim stats no-messages text hidden no-ignore no-ignore-vcs files sort-files passthru crlf one-file-system no-config ' +
    'max-columns-preview byte-offset type-list include-zero',
  values: {
    e: 'text',
    regexp: 'text',
    f: 'path',
    file: 'path',
    g: 'text',
    glob: 'text',
    iglob: 'text',
    t: 'text',
    type: 'text',
    T: 'text',
    'type-not': 'text',
    ...aroundMatches,
    d: 'number',
    'max-depth': 'number',
    M: 'number',
    'max-columns': 'number',
    'max-filesize': 'text',
    r: 'text',
    replace: 'text',
    sort: 'text',
    sortr: 'text',
    j: 'number',
    threads: 'number',
    color: 'text',
    colors: 'text',
    E: 'text',
    encoding: 'text',
    engine: 'text',
  },
  operands: (options) =>
    options.has('files') || options.has('type-list')
      ? { rest: 'name' }
      : searched(options, reachesHidden(options) ? 'tree' : 'visible'),
  hazards: {
    '--pre': runs,
    '--pre-glob': runs,
    '--hostname-bin': runs,
    '-z': runs,
    '--search-zip': runs,
    '-L': follows,
    '--follow': follows,
    '--ignore-file': 'reads another list of rules',
  },
}

const fd: Profile = {
  letters: 'HIsiFpalg01q',
  names:
    'hidden no-ignore case-sensitive ignore-case glob fixed-strings absolute-path list-details full-path print0 prune quiet',
  values: {
    t: 'text',
    type: 'text',
    e: 'text',
    extension: 'text',
    d: 'number',
    'max-depth': 'number',
    'min-depth': 'number',
    E: 'text',
    exclude: 'text',
    S: 'text',
    size: 'text',
    'max-results': 'number',
    color: 'text',
  },
  operands: { first: ['text'], rest: 'name' },
  hazards: {
    '-x': runs,
    '--exec': runs,
    '-X': runs,
    '--exec-batch': runs,
    '-L': follows,
    '--follow': follows,
  },
}

/** Tests and actions that only look, and what follows each. */
const findWords: Readonly<Record<string, Kind | undefined>> = {
  ...Object.fromEntries(
    (
      '-P -daystart -depth -d -mount -xdev -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn -empty -executable -readable ' +
      '-writable -nogroup -nouser -true -false -print -print0 -ls -prune -quit -a -and -o -or -not ! ( ) ,'
    )
      .split(' ')
      .map((word) => [word, undefined]),
  ),
  ...Object.fromEntries(
    (
      '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -size -perm -user -group ' +
      '-uid -gid -links -inum -maxdepth -mindepth -mtime -atime -ctime -mmin -amin -cmin -used -fstype -printf'
    )
      .split(' ')
      .map((word) => [word, 'text'] as const),
  ),
  '-newer': 'name',
  '-anewer': 'name',
  '-cnewer': 'name',
  '-samefile': 'name',
}

const findHazards: Readonly<Record<string, string>> = {
  '-exec': runs,
  '-execdir': runs,
  '-ok': runs,
  '-okdir': runs,
  '-delete': 'deletes files',
  '-fprint': writes,
  '-fprint0': writes,
  '-fprintf': writes,
  '-fls': writes,
  '-files0-from': list,
  '-L': follows,
  '-H': follows,
  '-follow': follows,
}

/** Folders first, then an expression. */
const find: ProfileCheck = (words, look) => {
  let inExpression = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    inExpression ||= /^(?:-.|[!(),]$)/.test(word) && word !== '-P'
    if (!inExpression && word !== '-P') {
      const problem = look('name', word)
      if (problem !== undefined) return problem
      continue
    }
    if (!Object.hasOwn(findWords, word))
      return `find ${word} ${findHazards[word] ?? 'is not known to be harmless'}`
    const kind = findWords[word]
    if (kind === undefined) continue
    const value = words[++at]
    const problem = value === undefined ? `find ${word} has no value` : look(kind, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

export const searchProfiles: Readonly<Record<string, Profile | ProfileCheck>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  rg,
  fd,
  find,
}
