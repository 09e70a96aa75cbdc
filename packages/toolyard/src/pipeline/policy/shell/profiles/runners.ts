/**
 * Programs that run what they are told to: no rule is offered for them, and none of one word is believed.
 *
 * @module
 */

const shells = 'sh bash rbash dash zsh ksh fish csh tcsh ash busybox toybox pwsh powershell'
const interpreters =
  'node nodejs deno bun python python2 python3 pypy pypy3 ruby perl php lua luajit Rscript R java groovy scala kotlin elixir iex erl ghci ' +
  'runghc ocaml julia tclsh wish osascript ed ex vi vim nvim emacs nano less more man gdb lldb sqlite3 psql mysql expect ' +
  'tsx ts-node swift racket guile sbcl jshell irb ipython'
const wrappers =
  'env xargs sudo doas su runuser pkexec nohup nice ionice chrt taskset time timeout stdbuf unbuffer setsid setarch watch strace ltrace ' +
  'perf valgrind flock chroot unshare nsenter bwrap firejail systemd-run parallel entr script screen tmux at batch crontab ssh scp sftp ' +
  'rsync docker podman kubectl setpriv prlimit choom linux32 linux64 i386 x86_64 fakeroot dbus-run-session eatmydata proot ld.so ' +
  'run-parts newgrp sg ssh-agent capsh logsave'
const builtins =
  'eval exec source . command builtin trap alias unalias set shopt enable hash export declare typeset local readonly unset read mapfile ' +
  'readarray let bind complete compgen coproc time function pushd popd umask ulimit kill wait jobs bg fg disown'
const packageRunners = 'npx bunx pnpx uvx pipx corepack npm-exec nx turbo'

/** Run text that is written in a language of their own. */
const coders =
  'awk gawk mawk nawk make gmake split tar bsdtar cmake ninja just task zip sort cc gcc g++ clang ' +
  interpreters.replaceAll(/\b(?:nano|less|more|man)\b ?/g, '')

const names = new Set([shells, interpreters, wrappers, builtins, packageRunners].join(' ').split(' '))
const shellNames = new Set(shells.split(' '))
const coderNames = new Set(coders.split(' '))
const wrapperNames = new Set(
  `${wrappers} ${packageRunners} command builtin exec coproc jobs busybox toybox`.split(' '),
)

/** `python3.12` is a python, `/bin/bash` a bash. */
export function isRunner(program: string): boolean {
  return names.has(familyOf(program))
}

export function isShell(program: string): boolean {
  return shellNames.has(familyOf(program))
}

export function isWrapper(program: string): boolean {
  return wrapperNames.has(familyOf(program)) || /^ld-.*\.so/.test(program)
}

/** Every name of a program that runs others by their names. */
export const runnerNames: readonly string[] = [
  ...shellNames,
  ...wrapperNames,
  'eval',
  'source',
  '.',
  'find',
  'fd',
]

/** A word of it may be code that runs programs. */
export function runsCode(program: string): boolean {
  return coderNames.has(program) || coderNames.has(familyOf(program))
}

function familyOf(program: string): string {
  const base = program.slice(program.lastIndexOf('/') + 1)
  // With the digits of its version begins what only tells builds apart: `perl5.36-x86_64-linux-gnu`.
  return names.has(base) ? base : base.replace(/\d[-.\w]*$/, '').replace(/[-.\d]+$/, '')
}
