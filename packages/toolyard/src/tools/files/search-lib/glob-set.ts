/**
 * The globs that a caller wrote, read once: what is wanted, what is not, and whether hidden names are meant.
 *
 * A glob that begins with `!` takes away; several stand in one text if the later ones take away (`*.ts,!*.d.ts`).
 * Nothing in a glob leads out of the folder that is searched.
 *
 * @module
 */
import { isAbsolute, relative } from 'node:path'
import { ToolyardError } from '../../../kernel/index.ts'
import { compileGlob, type PathTest } from './glob-matcher.ts'

export interface GlobSet {
  /** Without those that fit everything. */
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
  /** A name in a wanted glob begins with a dot. */
  readonly namesHidden: boolean
  readonly fits: PathTest
}

const everything = new Set(['*', '**', '**/*', '*/**', '**/**', '**/**/*'])
// oxlint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u001f\u007f]/

export function readGlobs(text: string, folder: string): GlobSet {
  if (unreadable.test(text)) throw refusal(text, 'has a control character')
  const parts = splitAtNegations(text).map((part) => part.trim())
  const wanted = parts.filter((part) => !part.startsWith('!')).map((part) => cleanGlob(part, folder))
  const unwanted = parts
    .filter((part) => part.startsWith('!'))
    .map((part) => cleanGlob(part.slice(1), folder))
  const narrowing = wanted.some((glob) => everything.has(glob)) ? [] : wanted
  const want = [...new Set(narrowing)].map(compileGlob)
  const refuse = unwanted.map(compileGlob)
  return {
    wanted: narrowing,
    unwanted,
    namesHidden: wanted.some((glob) => /(?:^|[/{,])\./.test(glob)),
    fits: (path) =>
      (want.length === 0 || want.some((test) => test(path))) && !refuse.some((test) => test(path)),
  }
}

/** At commas outside braces that a `!` follows. */
function splitAtNegations(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (depth === 0 && /^,\s{0,8}!/.test(text.slice(at, at + 10))) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function cleanGlob(written: string, folder: string): string {
  let glob = written.replace(/^(?:\.\/)+/, '')
  if (isAbsolute(glob)) {
    const inside = relative(folder, glob)
    if (inside === '' || inside.startsWith('..')) throw outside(written, folder)
    glob = inside
  }
  if (glob.split('/').includes('..')) throw outside(written, folder)
  if (glob === '' || glob === '.') return '**'
  return glob.endsWith('/') ? `${glob}**` : glob
}

function outside(glob: string, folder: string): ToolyardError {
  return new ToolyardError('outside_workspace', `the glob "${glob}" leads out of "${folder}"`, {
    hint: 'Write it relative to the folder that is searched, without "..".',
  })
}

function refusal(glob: string, reason: string): ToolyardError {
  return new ToolyardError('invalid_arguments', `the glob ${JSON.stringify(glob)} ${reason}`, {
    hint: 'Use **, *, ?, [ab] and {a,b}.',
  })
}
