/**
 * Which program a manifest means, and what it is made of.
 *
 * A word of the command that is a file beside the manifest means that file, never one of the same name in the workspace. No
 * word leads out of the manifest's folder by `..`: that folder is kept from agents, others are not.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import type { ExternalFacts } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { parametersIn } from './command-template.ts'
import { isManifest, stemOf } from './manifest-name.ts'

export interface FoundCommand {
  /** Words that are files of the folder begin with `./`. */
  readonly command: readonly string[]
  /** The hash of every file that the command names. */
  readonly files: Readonly<Record<string, string>>
}

/** `written` is what the manifest says; nothing stands for the executable beside it. Throws `invalid_definition`. */
export async function findCommand(
  file: string,
  written: readonly string[] | undefined,
): Promise<FoundCommand> {
  const folder = dirname(file)
  const command = written ? await Promise.all(written.map(inFolder(folder))) : [await findBeside(file)]
  const [program = ''] = command
  if (/[\\/]/.test(program)) await checkExecutable(program, folder)
  const files: Record<string, string> = {}
  for (const word of command) {
    const path = isOwn(word) ? join(folder, word) : isAbsolute(word) ? word : undefined
    if (path !== undefined && (await isFile(path))) files[word] = await hashOf(path)
  }
  return { command, files }
}

/** Whether a word is a path in the manifest's folder. One with a place for a parameter never is. */
export function isOwn(word: string): boolean {
  return word.startsWith('./') && !word.includes('{')
}

/** The words that are the same in every call, files by their whole paths. */
export function fixedWords({ command, folder }: Pick<ExternalFacts, 'command' | 'folder'>): string[] {
  return command
    .filter((word) => parametersIn(word).length === 0)
    .map((word) => (isOwn(word) ? join(folder, word) : word))
}

/** A word as it is kept: files of the folder by their path in it. */
function inFolder(folder: string): (word: string) => Promise<string> {
  return async (word) => {
    if (word.includes('{') || isAbsolute(word)) return word
    const path = normalize(word)
    if (/^\.\.(?:[\\/]|$)/.test(path))
      return refuseProgram(`command: "${word}" leads out of the folder of the manifest`, {
        hint: 'Put the file into that folder, or name it by its absolute path.',
      })
    const isWritten = /^\.[\\/]/.test(word)
    if (isWritten && !(await exists(join(folder, path))))
      return refuseProgram(`command: there is no "${word}" beside the manifest`, {
        hint: 'Correct the path.',
      })
    return isWritten || (await isFile(join(folder, path))) ? `./${path}` : word
  }
}

/** The executable of the same name: `report.tool.toml` and `report`, `report.py`, `report.sh` … */
async function findBeside(file: string): Promise<string> {
  const stem = stemOf(file)
  const folder = dirname(file)
  const names = (await readdir(folder)).filter(
    (name) => !isManifest(name) && (name === stem || name.startsWith(`${stem}.`)),
  )
  const files: string[] = []
  const executable: string[] = []
  for (const name of names.toSorted()) {
    if (!(await isFile(join(folder, name)))) continue
    files.push(name)
    if (await isExecutable(join(folder, name))) executable.push(name)
  }
  const [program, another] = executable
  if (program === undefined) return notBeside(stem, files[0])
  if (another !== undefined)
    return refuseProgram(
      `there are several executables named "${stem}" beside it: ${executable.join(', ')}`,
      {
        hint: `Write which is meant: command = ["./${program}"].`,
      },
    )
  return `./${program}`
}

function notBeside(stem: string, found: string | undefined): never {
  if (found === undefined)
    return refuseProgram(`there is no executable named "${stem}" beside it`, {
      hint: 'Put the program beside its manifest under the same name, or name it in `command`.',
    })
  return refuseProgram(`"${found}" beside it is not executable`, {
    hint: `Run \`chmod +x ${found}\`, or name what runs it: command = ["python3", "./${found}"].`,
  })
}

async function checkExecutable(program: string, folder: string): Promise<void> {
  const path = isAbsolute(program) ? program : join(folder, program)
  if (!(await isFile(path)))
    return refuseProgram(`command: there is no program "${program}"`, {
      hint: /\s/.test(program)
        ? 'A command is a list of words: command = ["jq", ".name"].'
        : 'Correct the path, or install the program.',
    })
  if (!(await isExecutable(path))) return notBeside(program, basename(program))
}

function refuseProgram(message: string, details: { readonly hint: string }): never {
  throw new ToolyardError('invalid_definition', message, details)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
