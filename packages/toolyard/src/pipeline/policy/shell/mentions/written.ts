/**
 * Files that a line may write or feed before a shell runs them.
 *
 * @module
 */
import { baseOf, exactText, mayBegin, mayName, type SeenWord } from './seen-word.ts'

/** Programs that write what they read to a file that their words name. */
const writers = new Set(
  'tee cp mv ln install dd rsync curl wget patch xxd sort uniq split csplit openssl gzip gunzip tar unzip sponge ed ex script'.split(
    ' ',
  ),
)
/** Files that are what a shell is fed, seen from any folder. */
const devices = /^\/+(?:dev|proc)\/|(?:^|\/)(?:std(?:in|out|err)|tty|\d+)$/
/** The line feeds something, or writes a file. */
const moves = /[<|]|>(?!&|\s*\/dev\/null)/

export function writesFiles(program: string): boolean {
  return writers.has(program)
}

/** Whether a word may name this file, in whatever folder. */
export function mayWrite(word: SeenWord, name: string): boolean {
  return mayName(word, name) || baseOf((exactText(word) ?? '').replace(/^[^=]*=/s, '')) === name
}

/** Whether a script can't be read before the line runs: it may be what the shell is fed, or any file. */
export function isUnreadScript(script: SeenWord, line: string): boolean {
  const text = exactText(script)
  return text === undefined ? mayBegin(script, '/') || moves.test(line) : devices.test(text)
}
