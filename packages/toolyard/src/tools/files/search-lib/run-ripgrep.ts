/**
 * Runs ripgrep for a caller; what it objects to becomes an error that says what to write instead.
 *
 * @module
 */
import type { RipgrepEnd, RipgrepRequest, Search } from '../../../host/index.ts'
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { GrepInput } from './grep-args.ts'

interface Objection {
  readonly input: Pick<GrepInput, 'pattern' | 'type'>
  readonly complaint: string
  readonly request: RipgrepRequest
}

/**
 * Throws `invalid_arguments` if the caller's pattern can't be searched for. If a search is ended
 * early, who goes on at once must wait for `over` before answering.
 */
export async function runRipgrep(
  search: Search,
  input: Objection['input'],
  request: RipgrepRequest,
): Promise<RipgrepEnd> {
  const end = await search.ripgrep(request)
  const { reason, exitCode, complaint, skipped } = end
  if (reason !== 'done' || exitCode === 0 || exitCode === 1) return end
  if (exitCode === null)
    throw new ToolyardError('tool_failed', complaint || 'the search was ended from outside', {
      retryable: true,
    })
  if (skipped.unreadable === 0 && complaint !== '')
    throw await problemOf(search, { input, complaint, request })
  return end
}

const mostComplaint = 600

async function problemOf(search: Search, objection: Objection): Promise<ToolyardError> {
  const { input, complaint } = objection
  const text = complaint.replace(/^rg: /, '').slice(0, mostComplaint)
  if (/unrecognized file type/.test(text)) return typeProblem(search, objection)
  if (/parsing glob/.test(text))
    return refused(`glob: ${text}`, 'Use **, *, ?, [ab] and {a,b}; a leading ! takes away.')
  if (/is not allowed in a regex/.test(text))
    return refused(
      `pattern: ${JSON.stringify(input.pattern)} has a line break in it`,
      'Set multiline to true to match across lines.',
    )
  if (/size limit/.test(text))
    return refused(
      'pattern: is too large once its repetitions are written out',
      'Use smaller repetition counts.',
    )
  if (/look-around|backreference/.test(text))
    return refused(
      `pattern: ${JSON.stringify(input.pattern)} uses look-around or back-references, which this search does not have`,
      'Match more, and look through the lines that come back.',
    )
  if (/regex parse error|error parsing/.test(text))
    return refused(
      `pattern: ${JSON.stringify(input.pattern)} is not a regular expression: ${text.split('\n').at(-1) ?? ''}`,
      'Put a backslash before ( [ { . * + ? | \\, or set literal to true.',
    )
  return new ToolyardError('tool_failed', `the search could not be run: ${text}`)
}

async function typeProblem(search: Search, { input, request }: Objection): Promise<ToolyardError> {
  let list = ''
  await search.ripgrep({
    ...request,
    args: ['--type-list'],
    // How the search went on says nothing of the list.
    goOn: undefined,
    onOutput(chunk) {
      list += chunk.toString()
      return list.length < 100_000
    },
  })
  const known = list.split('\n').flatMap((line) => /^([\w+-]+):/.exec(line)?.[1] ?? [])
  const type = input.type ?? ''
  const near = known.filter((name) => name.length * 2 > type.length)
  return refused(
    `type: "${type}" is not a file type of ripgrep.${didYouMean(type, near)}`,
    `Use a type such as js, ts, py, rust, go, java, md; or a glob such as *.${type}.`,
  )
}

function refused(message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', message, { hint, retryable: true })
}
