/**
 * Whether a text can be a path at all, before anything is looked up.
 *
 * Refuses what only looks like one: other notations (URLs, home and variable expansion, Windows drives and shares),
 * characters that hide or reorder, and look-alikes of separators and dots. What is left is taken literally.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { ToolyardError, visibleText } from '../../kernel/index.ts'

/** What Linux takes as a path. */
const maxBytes = 4096
const lookAlikes = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/
const expansion = /^(?:\$\{?[A-Z_][A-Z0-9_]*\}?|%[A-Za-z_][\w()]*%)$/
const encodedDots = /^(?:\.|%2e){1,2}$/i
const windowsNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i

/** Throws `outside_workspace`, or `invalid_arguments` where the text is empty or too long. */
export function checkRequest(
  request: string,
  workspace: string,
  platform: NodeJS.Platform = process.platform,
): void {
  if (request.trim() === '')
    throw new ToolyardError('invalid_arguments', 'path: is empty', {
      hint: 'Give a path inside the workspace; "." is the workspace itself.',
    })
  if (request.length > maxBytes || Buffer.byteLength(request) > maxBytes)
    throw new ToolyardError(
      'invalid_arguments',
      `path: is longer than ${maxBytes} bytes ("${shorten(request)}")`,
      {
        hint: 'Give a shorter path.',
      },
    )
  const reason = reasonAgainst(request, platform)
  if (reason !== undefined)
    throw new ToolyardError(
      'outside_workspace',
      `"${shorten(request)}" is not a path inside the workspace ${workspace}: ${reason}`,
      { hint: 'Give a plain path, relative to the workspace or absolute inside it.' },
    )
}

function reasonAgainst(request: string, platform: NodeJS.Platform): string | undefined {
  if (/[\t\n]/.test(request) || visibleText(request) !== request)
    return 'it has control or invisible characters'
  if (/^[a-z][a-z0-9+.-]*:\/\/|^file:/i.test(request)) return 'it is a URL'
  if (/^[a-z]:/i.test(request) || request.startsWith('\\')) return 'it is a Windows path'
  if (request.startsWith('~')) return '"~" is not expanded'
  if (lookAlikes.test(request)) return 'it has a character that only looks like a separator'
  const segments = request.split('/')
  if (expansion.test(segments[0] ?? '')) return 'variables are not expanded'
  for (const segment of segments) {
    if (segment === '.' || segment === '..') continue
    if (segment.split('\\').includes('..')) return '"\\" is not a separator'
    if (encodedDots.test(segment) || encodedDots.test(segment.normalize('NFKC')))
      return 'it has characters that only look like dots'
    if (platform === 'win32' && isStrangeOnWindows(segment)) return `Windows reads "${segment}" otherwise`
  }
  return undefined
}

/** Devices, streams, short names, and endings that are dropped. */
function isStrangeOnWindows(segment: string): boolean {
  return windowsNames.test(segment) || /[. ]$|~\d|:/.test(segment)
}

function shorten(request: string): string {
  return visibleText(request.length > 200 ? `${request.slice(0, 200).toWellFormed()}…` : request)
}
