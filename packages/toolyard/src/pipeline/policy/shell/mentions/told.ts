/**
 * Programs of which nothing is known: any of their words may be a program that they run, and any text a line for a shell.
 *
 * @module
 */
import { isRunner, profileOf } from '../profiles/index.ts'
import { exactText, type SeenWord } from './seen-word.ts'
import { holdsCommand } from './variables.ts'

/** Their words are files, names or text, and never a program. */
const plain = new Set(
  (
    'cp mv rm mkdir rmdir touch ln chmod chown chgrp tee mktemp truncate shred ps pgrep pkill killall groups users who last free lsof ' +
    '[ : break continue return exit shift logout dirs let help suspend times unset read mapfile readarray getopts umask ulimit kill ' +
    'wait bg fg disown pushd popd set shopt alias unalias hash'
  ).split(' '),
)
const setting = new Set('export declare typeset local readonly'.split(' '))
/** They read text; some of their options name a program. */
const options: Readonly<Record<string, RegExp>> = {
  rg: /^--(?:pre|ho)/,
  man: /^(?:-[A-Za-z]*[PHpC]|--(?:pa|ht|pr|co|br))/,
  less: /^[-+]/,
  more: /^[-+]/,
  nano: /^-/,
  sort: /^--comp/,
  rustc: /^(?:-[CZ]|--cod|@)/,
}

/** Whether a word that a program is given may be a command. */
export function mayBeTold(name: string, words: readonly SeenWord[]): boolean {
  const naming = Object.hasOwn(options, name) ? options[name] : undefined
  if (naming) return words.some((word) => naming.test(exactText(word) ?? ''))
  if (setting.has(name)) return words.some(({ source }) => holdsCommand(source.replace(/\+?=.*$/s, '')))
  return !onlyReads(name) && !plain.has(name) && name !== 'git'
}

/** Its profile knows what it does, and that is to read. */
function onlyReads(name: string): boolean {
  const profile = profileOf(name)
  if (profile === undefined || isRunner(name)) return false
  return typeof profile === 'function' || (profile.works !== true && profile.commands === undefined)
}

const unreadName = /(?:^|[;&|{]\s*|\b(?:do|then|else)\s+)["']*(?:\$[{(A-Za-z_@*]|`)/

/** Whether a text that can't be read as commands may run a program whose name can't be read. */
export function hidesName(text: string): boolean {
  return unreadName.test(text)
}
