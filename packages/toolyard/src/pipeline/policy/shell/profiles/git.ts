/**
 * What of git only looks at the repository.
 *
 * Left out on purpose: whatever writes, fetches, or runs what a repository's configuration names (pagers, external diffs,
 * filters, signature checks, editors).
 *
 * @module
 */
import type { Profile } from './profile.ts'

const runs = 'runs a program'
const writes = 'writes a file'

const hazards: Profile['hazards'] = {
  '-c': 'sets configuration, which can run programs',
  '--config-env': 'sets configuration, which can run programs',
  '--exec-path': 'chooses the programs that git runs',
  '--git-dir': 'chooses another repository and its configuration',
  '--work-tree': 'chooses another folder',
  '-C': 'goes to another folder',
  '-p': 'starts a pager',
  '--paginate': 'starts a pager',
  '--output': writes,
  '--ext-diff': runs,
  '--textconv': runs,
  '--open-files-in-pager': runs,
  '--show-signature': runs,
  '--no-index': 'reads files outside the repository',
  '--exec': runs,
  '--upload-pack': runs,
  '--receive-pack': runs,
}

const revisions = { rest: 'revision' } as const

/** Which changes are shown, and how. */
const diffNames =
  'patch no-patch raw patch-with-stat patch-with-raw minimal patience histogram numstat shortstat summary name-only name-status ' +
  'no-color no-renames check full-index binary text ignore-space-at-eol ignore-cr-at-eol ignore-space-change ignore-all-space ' +
  'ignore-blank-lines function-context exit-code quiet no-ext-diff no-textconv pickaxe-all pickaxe-regex no-prefix compact-summary ' +
  'cached staged merge-base cc combined-all-paths full-diff find-copies-harder no-relative no-indent-heuristic'
const diffAttached = {
  stat: 'text',
  'stat-width': 'number',
  'stat-count': 'number',
  dirstat: 'text',
  color: 'text',
  'color-words': 'text',
  'color-moved': 'text',
  'word-diff': 'text',
  'word-diff-regex': 'text',
  abbrev: 'number',
  'find-renames': 'text',
  'find-copies': 'text',
  'break-rewrites': 'text',
  'diff-filter': 'text',
  'diff-algorithm': 'text',
  'inter-hunk-context': 'number',
  'ignore-submodules': 'text',
  submodule: 'text',
  relative: 'name',
  unified: 'number',
  'diff-merges': 'text',
  M: 'text',
  C: 'text',
  B: 'text',
  U: 'number',
  l: 'number',
  S: 'text',
  G: 'text',
} as const
const diffLetters = 'puswbaWRzc'

/** Which commits are shown, and how. */
const logNames =
  'oneline graph decorate no-decorate all branches tags remotes merges no-merges first-parent reverse follow date-order topo-order ' +
  'author-date-order no-abbrev-commit abbrev-commit no-abbrev parents children left-right cherry-pick cherry-mark cherry ' +
  'left-only right-only boundary simplify-by-decoration simplify-merges full-history dense sparse ancestry-path show-pulls ' +
  'walk-reflogs regexp-ignore-case extended-regexp fixed-strings perl-regexp basic-regexp all-match invert-grep relative-date ' +
  'log-size mailmap no-mailmap use-mailmap source clear-decorations no-notes no-expand-tabs show-linear-break no-walk count'
const logAttached = {
  ...diffAttached,
  decorate: 'text',
  pretty: 'format',
  format: 'format',
  date: 'text',
  since: 'text',
  after: 'text',
  until: 'text',
  before: 'text',
  author: 'text',
  committer: 'text',
  grep: 'text',
  'max-count': 'number',
  skip: 'number',
  'min-parents': 'number',
  'max-parents': 'number',
  branches: 'text',
  tags: 'text',
  remotes: 'text',
  exclude: 'text',
  'decorate-refs': 'text',
  'decorate-refs-exclude': 'text',
  L: 'revision',
} as const

const diff: Profile = {
  letters: diffLetters,
  names: diffNames,
  attached: diffAttached,
  operands: revisions,
  hazards,
}
const log: Profile = {
  letters: `${diffLetters}igmtE`,
  names: `${diffNames} ${logNames}`,
  attached: logAttached,
  values: { n: 'number' },
  counts: true,
  operands: revisions,
  hazards,
}
const listing = {
  sort: 'text',
  format: 'format',
  contains: 'text',
  'no-contains': 'text',
  merged: 'text',
  'no-merged': 'text',
  'points-at': 'text',
  color: 'text',
  column: 'text',
  abbrev: 'number',
} as const

/** Without one of these an operand is the name of something new. */
const lists = ['list', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at']
const patternsWhereListing: Profile['operands'] = (options) =>
  lists.some((name) => options.has(name)) ? { rest: 'text' } : {}

const commands: Readonly<Record<string, Profile>> = {
  status: {
    letters: 'sbvz',
    names: 'short branch show-stash long verbose null ahead-behind no-ahead-behind no-renames no-column',
    attached: {
      porcelain: 'text',
      'untracked-files': 'text',
      ignored: 'text',
      'ignore-submodules': 'text',
      column: 'text',
      'find-renames': 'text',
      u: 'text',
    },
    operands: { rest: 'name' },
    hazards,
  },
  diff,
  log,
  show: log,
  whatchanged: log,
  'diff-tree': { ...log, letters: `${log.letters}r` },
  'rev-list': { ...log, names: `${log.names} objects no-object-names` },
  shortlog: {
    letters: 'nsec',
    names: 'numbered summary email',
    attached: logAttached,
    operands: revisions,
    hazards,
  },
  blame: {
    letters: 'bltfnsewc',
    names: 'root show-stats porcelain line-porcelain incremental show-name show-number show-email',
    attached: { L: 'text', M: 'text', C: 'text', date: 'text', abbrev: 'number', since: 'text' },
    values: { S: 'path' },
    operands: revisions,
    hazards: { ...hazards, '--contents': 'reads another file' },
  },
  branch: {
    letters: 'arvil',
    names: 'all remotes verbose list show-current no-color ignore-case no-column',
    attached: listing,
    operands: patternsWhereListing,
    hazards,
  },
  tag: {
    letters: 'li',
    names: 'list ignore-case no-column',
    attached: { ...listing, n: 'number' },
    operands: patternsWhereListing,
    hazards,
  },
  remote: { letters: 'v', names: 'verbose' },
  'rev-parse': {
    names:
      'show-toplevel show-prefix show-cdup git-dir absolute-git-dir is-inside-work-tree is-bare-repository verify quiet symbolic ' +
      'symbolic-full-name all branches tags remotes is-shallow-repository',
    attached: { short: 'number', 'abbrev-ref': 'text' },
    letters: 'q',
    operands: revisions,
  },
  'ls-files': {
    letters: 'cdmoiskutvfz',
    names:
      'cached deleted modified others ignored stage directory no-empty-directory unmerged killed exclude-standard full-name deduplicate eol',
    attached: { abbrev: 'number', x: 'text', exclude: 'text' },
    operands: { rest: 'name' },
  },
  'ls-tree': {
    letters: 'drtlz',
    names: 'long name-only name-status full-name full-tree',
    attached: { abbrev: 'number' },
    operands: revisions,
  },
  describe: {
    names: 'all tags contains always long first-parent exact-match',
    attached: { abbrev: 'number', candidates: 'number', match: 'text', exclude: 'text', dirty: 'text' },
    operands: revisions,
  },
  'merge-base': {
    letters: 'a',
    names: 'all octopus is-ancestor independent fork-point',
    operands: revisions,
  },
  'name-rev': { names: 'tags all name-only always', operands: revisions },
  'show-ref': {
    letters: 'sdqh',
    names: 'head heads tags branches dereference quiet verify',
    attached: { hash: 'number', abbrev: 'number' },
    operands: { rest: 'text' },
  },
  'for-each-ref': { attached: { ...listing, count: 'number' }, operands: { rest: 'text' } },
  'count-objects': { letters: 'vH', names: 'verbose human-readable' },
  reflog: { commands: { show: log }, operands: {} },
  stash: { commands: { list: log, show: diff } },
  worktree: { commands: { list: { letters: 'v', names: 'porcelain verbose' } } },
  version: { names: 'build-options' },
  '--version': {},
}

export const git: Profile = {
  leading: ['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs', '--no-replace-objects'],
  commands,
  hazards,
}
