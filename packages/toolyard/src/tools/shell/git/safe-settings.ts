/**
 * The settings under which git runs: nothing that a repository says makes it start another program.
 *
 * Given in the environment, where they win over every file. Hooks, file-system monitors, filters, external diffs,
 * text conversions, merge drivers, pagers, editors, credential helpers, signing, lazy fetches and background
 * maintenance are off; output is plain and in UTF-8.
 *
 * @module
 */

import type { Reach } from '../../../host/index.ts'

type SafeSetting = readonly [name: string, value: string]

const fixed: readonly SafeSetting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['sequence.editor', 'false'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.quotePath', 'false'],
  ['core.commentChar', '#'],
  ['core.splitIndex', 'false'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['diff.external', ''],
  ['diff.orderFile', '/dev/null'],
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['blame.ignoreRevsFile', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['i18n.commitEncoding', 'UTF-8'],
]

/**
 * For git inside a command of `bash`. A command that only looks gets what the `git` tool gets, as far as that can be set
 * without knowing names; others keep the hooks and settings of the person, but nothing is run to watch files.
 */
export function gitEnvironment(reach: Reach | undefined): Readonly<Record<string, string>> {
  if (reach?.level !== 'look') return numbered([['core.fsmonitor', 'false']])
  const safe = Object.entries(safeEnvironment([['safe.bareRepository', 'explicit']], []))
  // The language is the command's own matter.
  const entries = safe.filter(([name]) => name.startsWith('GIT_') || name === 'SSH_ASKPASS')
  return { ...Object.fromEntries(entries), GIT_OPTIONAL_LOCKS: '0' }
}

/** What a repository may name that runs a program, whatever the name in the middle. */
export const runningSettings = String.raw`^(filter\..*\.(clean|smudge|process|required)|merge\..*\.driver|diff\..*\.(command|textconv)|gpg\..*\.program|pager\..*|credential\..*\.helper|remote\..*\.(promisor|vcs|uploadpack|receivepack))$`

/** Turns off one of them. A merge driver that fails leaves a conflict; one that does nothing would lose a side. */
export function offValue(name: string): string {
  if (/\.required$|\.promisor$|^pager\./i.test(name)) return 'false'
  return /\.driver$|\.program$/i.test(name) ? 'false' : ''
}

/** `own` are the settings of the person; `running` the names found in the repository. */
export function safeEnvironment(
  own: readonly SafeSetting[],
  running: readonly string[],
): Readonly<Record<string, string>> {
  return {
    ...numbered([...own, ...fixed, ...running.map((name): SafeSetting => [name, offValue(name)])]),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ADVICE: '0',
    GIT_MERGE_AUTOEDIT: 'no',
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
  }
}

function numbered(settings: readonly SafeSetting[]): Readonly<Record<string, string>> {
  const entries = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(settings.length) }
}
