/**
 * What a search passed over, read from ripgrep's own log.
 *
 * Takes the error stream of a run with `--debug` in pieces, keeps counts and a few names, and never the stream
 * itself. A line that it does not know costs nothing but its count.
 *
 * @module
 */
import { StringDecoder } from 'node:string_decoder'

export interface Skipped {
  /** Files and folders whose names begin with a dot. */
  readonly hidden: number
  /** Files and folders that an ignore file names; a folder counts once. */
  readonly ignored: number
  /** The first of the ignored, relative to where the search began. */
  readonly ignoredNames: readonly string[]
  readonly binary: number
  /** Files and folders that a glob of the search itself leaves out, `.git` excepted. */
  readonly excluded: number
  /** Links, which are not followed. */
  readonly links: number
  /** Pipes, sockets and devices. */
  readonly special: number
  readonly unreadable: number
}

const mostNames = 5
/** Beyond this a line is not a message of ripgrep but a file's name; only its beginning is looked at. */
const longestLine = 16_384
const mostComplaint = 4096

const walked = /^rg: DEBUG\|ignore::walk\|[^ ]* ignoring (?:\.\/)?(.*): Ignore\(IgnoreMatch\((\w+)(.*)/s
const binary = /^rg: DEBUG\|grep_printer::[^ ]* ignoring .*: found binary data/s
const special =
  /^rg: DEBUG\|rg::haystack\|[^ ]* ignoring .*failed to pass haystack filter: .*?is_symlink: (\w+)/s
const debug = /^rg: (?:DEBUG|TRACE)\|/
const unreadable = /^rg: .*\(os error \d+\)$/s

export class SkipTally {
  readonly #decoder = new StringDecoder('utf8')
  readonly #counts = { hidden: 0, ignored: 0, excluded: 0, binary: 0, links: 0, special: 0, unreadable: 0 }
  readonly #ignoredNames: string[] = []
  /** Names that are passed over without a word. */
  readonly #own: ReadonlySet<string>
  #rest = ''
  #complaint = ''

  constructor(own: readonly string[] = []) {
    this.#own = new Set(own)
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, longestLine)
    for (const line of lines) this.#read(line)
  }

  finish(): Skipped {
    if (this.#rest !== '') this.#read(this.#rest)
    this.#rest = ''
    return { ...this.#counts, ignoredNames: this.#ignoredNames }
  }

  /** What ripgrep says of its arguments, where it refuses them. */
  get complaint(): string {
    return this.#complaint.trim()
  }

  #read(line: string): void {
    const found = walked.exec(line)
    if (found) this.#countWalked(found)
    else if (binary.test(line)) this.#counts.binary++
    else if (special.test(line)) this.#counts[special.exec(line)?.[1] === 'true' ? 'links' : 'special']++
    else if (debug.test(line)) return
    else if (unreadable.test(line)) this.#counts.unreadable++
    else if (this.#complaint.length < mostComplaint) this.#complaint += `${line}\n`
  }

  #countWalked([, name = '', reason, rest = '']: RegExpExecArray): void {
    if (this.#own.has(name)) return
    if (reason === 'Hidden') this.#counts.hidden++
    if (reason === 'Override' && !rest.includes('original: "!.git"')) this.#counts.excluded++
    if (reason !== 'Gitignore') return
    this.#counts.ignored++
    if (this.#ignoredNames.length < mostNames) this.#ignoredNames.push(name)
  }
}
