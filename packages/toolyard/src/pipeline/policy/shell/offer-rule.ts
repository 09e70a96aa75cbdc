/**
 * The rule that a person may save instead of answering the same question again.
 *
 * Only where it would really cover the command, and says no more than the person saw: a program and its sub-command where
 * the program's profile guards the rest, the exact words where there is none. Never for what runs other programs.
 *
 * @module
 */
import type { CommandLine, SimpleCommand } from './command-line.ts'
import { profileOf } from './profiles/index.ts'

/** Programs whose effects can't be taken back, or reach beyond this machine: asked about each time. */
const never = new Set(
  (
    'rm rmdir mv cp ln dd mkfs mount umount chmod chown chgrp kill killall pkill shutdown reboot halt poweroff systemctl service iptables ' +
    'useradd userdel passwd truncate shred tee install curl wget nc ncat telnet ftp ping dig gh az aws gcloud terraform ansible helm ' +
    'apt apt-get yum dnf brew pip pip3 gem composer crontab cd'
  ).split(' '),
)
/** Sub-commands of package managers and the like that fetch or run what is not the project's own. */
const neverSecond = new Set(
  'exec x dlx create init install i ci add publish push login adduser config set clone'.split(' '),
)
/** Words that read the same in a rule as in a command. */
const word = /^[\w@%+:,./-]+$/
const maxWords = 6

/** The words of the rule, for the one command of a line that `covered` does not know yet. */
export function offerRule(
  { commands, doubts }: CommandLine,
  covered: (command: SimpleCommand) => boolean = () => false,
): string | undefined {
  const open = commands.filter((command) => !covered(command))
  const [command] = open
  if (doubts.length > 0 || !command || open.some(({ text }) => text !== command.text)) return undefined
  return offerFor(command)
}

function offerFor({ argv, asks, beyond, runner }: SimpleCommand): string | undefined {
  const [program = '', ...rest] = argv
  if (asks !== undefined || runner || never.has(program) || neverSecond.has(rest[0] ?? '')) return undefined
  const profile = profileOf(program)
  if (!profile) return program.includes('/') ? undefined : textOf(argv)
  const commands = typeof profile === 'object' && profile.commands !== undefined
  if (beyond === undefined) return textOf(argv.slice(0, commands ? 2 : 1))
  const exact = typeof profile === 'object' && profile.exact === true
  return exact && !rest.some((each) => each.startsWith('-')) ? textOf(argv) : undefined
}

function textOf(words: readonly string[]): string | undefined {
  return words.length <= maxWords && words.every((each) => word.test(each)) ? words.join(' ') : undefined
}
