/**
 * Secrets that are known by their own shape: the tokens of the well-known vendors, JWTs, AWS keys.
 *
 * Entered at the end of a run of letters, digits and `_ - + /` that is at least 16 long.
 *
 * @module
 */
import { groupOf, isRandom } from './field-values.ts'
import { endOfMatch, type Span } from './span.ts'

/** Runs of fewer characters hold no token. */
export const minTokenLength = 16

/** How the tokens of vendors begin, and how they go on. */
const vendors = String.raw`sk-(?:ant|proj|svcacct|admin|or-v1|lf)- [\w-]{10,}
  [sr]k_(?:live|test)_ [A-Za-z0-9]{10,}
  whsec_ [A-Za-z0-9+/]{16,}
  gh[pousr]_ [A-Za-z0-9]{20,}
  github_pat_ [A-Za-z0-9_]{20,}
  gl(?:pat|dt|rt|ptt|cbt|soat|ffct|ft|imt|agent)- [\w-]{16,}
  A(?:KIA|SIA|BIA|CCA) [A-Z0-9]{16}(?![A-Za-z0-9])
  xox[a-z]- [A-Za-z0-9-]{10,}
  xapp-\d- [A-Za-z0-9-]{10,}
  services/T [A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,}
  webhooks/\d{15,}/ [\w-]{40,}
  pypi-Ag [\w-]{16,}
  npm_ [A-Za-z0-9]{30,}
  rubygems_ [0-9a-f]{40,}
  dckr_pat_ [\w-]{20,}
  AIza [\w-]{30,}
  GOCSPX- [\w-]{20,}
  1//0 [\w-]{20,}
  hf_ [A-Za-z0-9]{30,}
  gsk_ [A-Za-z0-9]{40,}
  xai- [A-Za-z0-9]{40,}
  pplx- [A-Za-z0-9]{40,}
  r8_ [A-Za-z0-9]{30,}
  do[oprt]_v1_ [0-9a-f]{40,}
  shp(?:at|ca|pa|ss)_ [0-9A-Za-z]{20,}
  sq0(?:atp|csp)- [\w-]{20,}
  key- [0-9a-f]{32}(?![\w-])
  lin_api_ [A-Za-z0-9]{30,}
  secret_ [A-Za-z0-9]{40,}
  ntn_ [A-Za-z0-9]{40,}
  figd_ [\w-]{30,}
  sbp_ [0-9a-f]{40}
  ATATT3 [\w-]{40,}
  NRAK- [A-Z0-9]{27}
  PMAK- [0-9a-f]{24}-[0-9a-f]{34}
  sntry[su]_ [\w+/-]{30,}
  dapi [0-9a-f]{32}
  ty_ [\w-]{43}(?![\w-])
  tskey- [\w-]{16,}
  AGE-SECRET-KEY-1 [A-Z0-9]{40,}
  fm2_ [A-Za-z0-9+/]{40,}
  pat-(?:na|eu)\d- [0-9a-f-]{36}`
  .split('\n')
  .map((line) => line.trim().split(' '))

const vendorToken = new RegExp(`(?<![A-Za-z0-9])(?:${vendors.map((parts) => parts.join('')).join('|')})`, 'g')
/** Found in a word that is, or may go on to be, a token. */
export const tokenBeginning = new RegExp(
  `(?<![A-Za-z0-9])(?:${vendors.map(([start]) => start).join('|')}|sk-|eyJ|ya29\\.|SG\\.|hv[sbr]\\.)`,
)
const plainOpenAi = /(?<![A-Za-z0-9])sk-[\w-]{20,}/g
const jwtStart = /(?<![A-Za-z0-9])eyJ/
const jwt = /eyJ[\w-]{8,}\.[\w-]{6,}(?:\.[\w-]*){0,3}/y
const dottedStart = /(?:^|[^A-Za-z0-9])(?:ya29|SG|hv[sbr])\.$/
const dottedRest = /[\w-]+(?:\.[\w-]+){0,3}/y
const discord = /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}/y
const telegram = /\d{8,10}:AA[\w-]{30,36}(?![\w-])/y
const awsSecret = /^[A-Za-z0-9+/]{40}$/
const environmentName = /(?:^|[\s;"'(\\n])[A-Z][A-Z0-9_]{2,}=["']?$/
const harmlessName =
  /(?:HASH|SHA\d*|DIGEST|CHECKSUM|INTEGRITY|ETAG|ID|PATH|VERSION|URL|COMMIT|REVISION|FINGERPRINT|PUBLIC\w*)=["']?$/

/** The secrets in the run from `start` to `end`; the last may reach beyond it. */
export function tokenSpans(text: string, start: number, end: number): readonly Span[] {
  const from = afterEscape(text, start)
  const run = text.slice(from, end)
  const vendor = vendorSpans(run, from)
  if (vendor.length > 0) return vendor
  const span = jwtSpan(text, run, from) ?? dottedSpan(text, from) ?? telegramSpan(text, from)
  if (span) return [span]
  return isAwsSecret(text, run, from) || isEnvironmentSecret(text, run, from) ? [{ start: from, end }] : []
}

/** A run after `\n`, `%3D` or a colour begins with letters that belong to those. */
function afterEscape(text: string, start: number): number {
  const before = text[start - 1]
  if (before === '\\') return /[nrtbf]/.test(text[start] ?? '') ? start + 1 : start
  if (before === '%') return /^[\dA-Fa-f]{2}/.test(text.slice(start, start + 2)) ? start + 2 : start
  if (before !== '[' && before !== ';') return start
  return start + (/^\d{1,3}m/.exec(text.slice(start, start + 4))?.[0].length ?? 0)
}

function vendorSpans(run: string, from: number): Span[] {
  const spans: Span[] = []
  vendorToken.lastIndex = 0
  for (let found = vendorToken.exec(run); found; found = vendorToken.exec(run))
    spans.push(spanOf(found, from))
  if (!run.includes('sk-')) return spans
  for (const found of run.matchAll(plainOpenAi)) {
    // A class name or a path such as sk-folding-cube-2-wrapper has no such part.
    if (found[0].split(/[-_]/).some((part) => part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part)))
      spans.push(spanOf(found, from))
  }
  return spans
}

/** A JWT's first part ends with its run, so only the last stretch without `+` and `/` can be it. */
function jwtSpan(text: string, run: string, from: number): Span | undefined {
  if (text[from + run.length] !== '.') return undefined
  const last = Math.max(run.lastIndexOf('/'), run.lastIndexOf('+')) + 1
  const index = run.slice(last).search(jwtStart)
  const start = from + last + index
  const end = index < 0 ? -1 : endOfMatch(jwt, text, start)
  return end > 0 ? { start, end } : undefined
}

function dottedSpan(text: string, from: number): Span | undefined {
  if (text[from - 1] === '.') {
    const prefix = text.slice(Math.max(0, from - 6), from)
    if (!dottedStart.test(prefix)) return undefined
    return {
      start: from - (dottedStart.exec(prefix)?.[0].replace(/^[^A-Za-z0-9]/, '').length ?? 0),
      end: endOfMatch(dottedRest, text, from),
    }
  }
  const end = endOfMatch(discord, text, from)
  return end > 0 && isRandom(text.slice(from, end)) ? { start: from, end } : undefined
}

function telegramSpan(text: string, from: number): Span | undefined {
  if (text[from - 1] !== ':' || text[from] !== 'A') return undefined
  let start = from - 1
  while (start > from - 12 && groupOf(text.charCodeAt(start - 1)) === 1) start--
  const end = endOfMatch(telegram, text, start)
  return end > 0 ? { start, end } : undefined
}

/** Forty characters of base64 that stand alone, with far more capitals than a path or a name has. */
function isAwsSecret(text: string, run: string, from: number): boolean {
  if (run.length !== 40 || !awsSecret.test(run) || isBase64Context(text, from)) return false
  const capitals = run.replaceAll(/[^A-Z]/g, '').length
  const letters = run.replaceAll(/[^a-z]/g, '').length
  return /\d/.test(run) && capitals >= 8 && letters >= 8 && new Set(run).size >= 23
}

/** The last line of a wrapped base64 block, or what follows `base64,`. */
function isBase64Context(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - 64), from)
  return /base64,$|[A-Za-z0-9+/]{40}\r?\n\s{0,8}$/.test(before)
}

/** `ANY_NAME=` and a long value without order: nothing but a secret looks like this in an environment. */
function isEnvironmentSecret(text: string, run: string, from: number): boolean {
  if (!/[="']/.test(text[from - 1] ?? '') || run.length < 20 || !/[A-Z]/.test(run) || !/[a-z]/.test(run))
    return false
  const before = text.slice(Math.max(0, from - 64), from)
  return environmentName.test(before) && !harmlessName.test(before) && isRandom(run)
}

function spanOf(found: RegExpExecArray, from: number): Span {
  return { start: from + found.index, end: from + found.index + found[0].length }
}
