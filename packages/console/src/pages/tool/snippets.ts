/**
 * One call in the words of other doors: `curl`, the command line, TypeScript.
 *
 * @module
 */
import type { RunRequest } from '../../api/runs.ts'

export interface Snippets {
  readonly curl: string
  readonly cli: string
  readonly typescript: string
}

export function snippetsOf(request: RunRequest, origin: string): Snippets {
  return { curl: curlOf(request, origin), cli: cliOf(request), typescript: typescriptOf(request) }
}

function curlOf({ tool, input, agent, threadId, explanation }: RunRequest, origin: string): string {
  const body = JSON.stringify({ input, agent, threadId, explanation })
  return [
    `curl -N ${quoted(`${origin}/api/tools/${encodeURIComponent(tool)}/call`)}`,
    `-H "Authorization: Bearer $TOOLYARD_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: text/event-stream'`,
    `-d ${quoted(body)}`,
  ].join(' \\\n  ')
}

function cliOf({ tool, input, agent, threadId }: RunRequest): string {
  return [
    'toolyard',
    ...(agent === undefined ? [] : [`--agent ${quoted(agent)}`]),
    `call ${quoted(tool)}`,
    ...(threadId === undefined ? [] : [`--thread ${quoted(threadId)}`]),
    `--json ${quoted(JSON.stringify(input))}`,
  ].join(' ')
}

function typescriptOf({ tool, input, agent, threadId, explanation }: RunRequest): string {
  const options = { agent, threadId, explanation }
  const isPlain = Object.values(options).every((value) => value === undefined)
  const args = [JSON.stringify(tool), literal(input), ...(isPlain ? [] : [literal(options)])]
  return `const result = await yard.call(${args.join(', ')})\nconsole.log(result.status, result.content)`
}

/** JSON with keys that need no quotes written without. */
function literal(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? '{}').replaceAll(/^(\s*)"([a-zA-Z_$][\w$]*)":/gm, '$1$2:')
}

/** For a POSIX shell; plain words stay as they are. */
export function quoted(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
