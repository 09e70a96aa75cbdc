/**
 * Whether a command of a manifest can mean what it says: its places for parameters, and what interpreters would make of it.
 *
 * @module
 */
import { basename } from 'node:path'
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import { isOwn } from './find-command.ts'
import { parametersIn, spreads } from './command-template.ts'
import type { ProgramManifest } from './read-manifest.ts'

const interpreter =
  /^(?:(?:ba|da|z|k|fi|)sh|python[\d.]*|pypy[\d.]*|node|deno|bun|perl|ruby|php|lua|Rscript|pwsh|powershell)(?:\.exe)?$/
/** `-c`, `-lc`, `-e`: what follows is a program. */
const codeOption = /^(?:-[a-zA-Z]*[ce]|--eval|--print|--command|-Command)$/

/** `parameters` are the names that the schema knows; undefined if it does not say. Throws `invalid_definition`. */
export function checkCommand(
  command: readonly string[],
  { mode = 'events', stdin }: ProgramManifest,
  parameters: readonly string[] | undefined,
): void {
  const used = command.flatMap(parametersIn)
  checkInterpreter(command)
  if (mode !== 'plain') {
    const [name] = used
    if (name !== undefined)
      refuseCommand(
        `command: "{${name}}" has no meaning in mode "${mode}"`,
        'Write mode = "plain", or take it out.',
      )
    if (stdin !== undefined)
      refuseCommand(`stdin has no meaning in mode "${mode}"`, 'Write mode = "plain", or take it out.')
    return
  }
  if (parametersIn(command[0] ?? '').length > 0)
    refuseCommand('command: the program itself is no parameter', 'Name the program in the first word.')
  const list = command.find((word) => spreads(word) === undefined)
  if (list !== undefined)
    refuseCommand(`command: "${list}" has a list beside other text`, 'Let {name...} be a word of its own.')
  if (parameters) checkNames({ used, stdin, parameters })
}

interface KnownNames {
  readonly used: readonly string[]
  readonly stdin: string | undefined
  readonly parameters: readonly string[]
}

function checkNames({ used, stdin, parameters }: KnownNames): void {
  const unknown = used.find((name) => !parameters.includes(name))
  if (unknown !== undefined)
    refuseCommand(
      `command: "{${unknown}}" is not a parameter.${didYouMean(unknown, parameters)}`,
      `Parameters: ${parameters.join(', ') || 'none'}.`,
    )
  if (stdin !== undefined && !parameters.includes(stdin))
    refuseCommand(
      `stdin: "${stdin}" is not a parameter.${didYouMean(stdin, parameters)}`,
      `Parameters: ${parameters.join(', ') || 'none'}.`,
    )
  const idle = parameters.find((name) => name !== stdin && !used.includes(name))
  if (idle !== undefined)
    refuseCommand(
      `parameters.${idle} is used nowhere in the command`,
      `Add a word such as "--${idle}={${idle}}" to command, or write stdin = "${idle}".`,
    )
}

/** A value inside of code would be code; a script from the workspace would be the code of any writer there. */
function checkInterpreter(command: readonly string[]): void {
  const at = command.findIndex((word) => interpreter.test(basename(word)))
  if (at < 0) return
  const rest = command.slice(at + 1)
  const code = rest.findIndex(
    (word, index) => index > 0 && codeOption.test(rest[index - 1] ?? '') && parametersIn(word).length > 0,
  )
  if (code >= 0)
    refuseCommand(
      `command: "${rest[code]}" is code for ${command[at]}, and a value in it would be code, too`,
      'Hand the value over as an argument of its own: ["bash", "-c", "grep -- \\"$1\\" notes.txt", "_", "{pattern}"].',
    )
  // After an option that takes code or a module there is no script; `python3 -u report.py` has one.
  const script = rest.find((word) => codeOption.test(word) || word === '-m' || !word.startsWith('-'))
  if (script === undefined || script.startsWith('-') || script.startsWith('/') || isOwn(script)) return
  refuseCommand(
    `command: ${command[at]} would run "${script}" from the workspace, where agents can write`,
    'Put the script beside the manifest, or name it by its absolute path.',
  )
}

function refuseCommand(message: string, hint: string): never {
  throw new ToolyardError('invalid_definition', message, { hint })
}
