/**
 * Programs that run another one: where among their words it begins.
 *
 * @module
 */
import { exactText, type SeenWord } from './seen-word.ts'

interface Wrapper {
  /** Letters of options without a value. */
  readonly letters?: string
  /** Letters of options with a value. */
  readonly values?: string
  /** Long options without a value. */
  readonly names?: string
  /** Long options with a value, behind `=` or in the next word. */
  readonly long?: string
  /** How many words stand before the program. */
  readonly operands?: number
  /** Takes `NAME=value` before the program. */
  readonly settings?: boolean
  /** With one of these letters nothing is run. */
  readonly idle?: string
}

/** By their manuals; `+` and attached forms that are not here make the rest unreadable. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  command: { letters: 'pvV', idle: 'vV' },
  builtin: {},
  exec: { letters: 'cl', values: 'a' },
  env: {
    letters: 'i0v',
    values: 'uC',
    names: 'ignore-environment null debug',
    long: 'unset chdir',
    settings: true,
  },
  nohup: {},
  nice: { values: 'n', long: 'adjustment' },
  ionice: { letters: 't', values: 'cn', long: 'class classdata', names: 'ignore' },
  time: { letters: 'pvaq', values: 'fo', names: 'portability verbose append quiet', long: 'format output' },
  timeout: {
    letters: 'fpv',
    values: 'ks',
    names: 'foreground preserve-status verbose',
    long: 'kill-after signal',
    operands: 1,
  },
  stdbuf: { values: 'ioe', long: 'input output error' },
  setsid: { letters: 'cfw', names: 'ctty fork wait' },
  unbuffer: { letters: 'p' },
  sudo: {
    letters: 'AbEHknPS',
    values: 'CDghpRTUu',
    names: 'askpass background preserve-env set-home non-interactive',
    long: 'user group host prompt chdir',
    settings: true,
  },
  doas: { letters: 'n', values: 'uC' },
  taskset: { letters: 'ac', operands: 1, names: 'all-tasks cpu-list' },
  xargs: {
    letters: '0rtpox',
    values: 'adEILnPs',
    names: 'null no-run-if-empty verbose interactive open-tty exit',
    long: 'arg-file delimiter max-args max-procs max-chars',
  },
  busybox: {},
  toybox: {},
}

/** Start a program without a shell, so that no name means a builtin. */
const starting = new Set(
  (
    'env xargs exec nohup nice ionice chrt taskset timeout stdbuf unbuffer setsid setarch strace ltrace perf valgrind unshare nsenter bwrap ' +
    'setpriv prlimit choom rsync scp sftp docker podman kubectl npx bunx pnpx uvx pipx corepack npm-exec nx turbo'
  ).split(' '),
)

export function startsPrograms(name: string): boolean {
  return starting.has(name)
}

/** The words of the program that runs inside, undefined if none does, or `undefined` where it can't be made out. */
export function wrappedWords(name: string, words: readonly SeenWord[]): readonly SeenWord[] | undefined {
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (!wrapper) return undefined
  let operands = wrapper.operands ?? 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const text = word && exactText(word)
    if (text === undefined) return undefined
    if (text === '--') return words.slice(at + 1 + operands)
    if (text.length > 1 && text.startsWith('-')) {
      const taken = optionLength(wrapper, text)
      if (taken === undefined) return undefined
      if (taken === 'idle') return []
      at += taken - 1
    } else if (wrapper.settings && (text === '-' || text.includes('='))) continue
    else if (operands-- <= 0) return words.slice(at)
  }
  return []
}

/** How many words an option takes, itself included. */
function optionLength(
  { letters = '', values = '', names = '', long = '', idle = '' }: Wrapper,
  text: string,
): number | 'idle' | undefined {
  if (text.startsWith('--')) {
    const [name = '', given] = text.slice(2).split('=', 2)
    if (given === undefined && names.split(' ').includes(name)) return 1
    if (!long.split(' ').includes(name)) return undefined
    return given === undefined ? 2 : 1
  }
  for (let at = 1; at < text.length; at++) {
    const letter = text.charAt(at)
    if (idle.includes(letter)) return 'idle'
    if (values.includes(letter)) return at + 1 < text.length ? 1 : 2
    if (!letters.includes(letter)) return undefined
  }
  return 1
}
