/**
 * Files to start from, written where none is yet: a file that is there is never written over.
 *
 * @module
 */
import { access, mkdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  isPlainObject,
  parseJson,
  toolNamePattern,
  toSnakeCase,
  ToolyardError,
  visibleText,
} from '../../../kernel/index.ts'
import { shellWord } from '../../terminal/call-words.ts'

/** The name of a tool, made from what a person wrote. */
export function toolNameFrom(written: string): string {
  const name = toSnakeCase(written).replaceAll(/[_-]+/g, '_').replaceAll(/^_|_$/g, '')
  // A file of that name sums up its folder.
  if (toolNamePattern.test(name) && name !== 'index') return name
  throw new ToolyardError('invalid_arguments', `"${written}" can't be made into a tool name`, {
    hint: 'Use letters, digits and "_", starting with a letter.',
  })
}

/** Throws where one of them is there already. */
export async function mustBeNew(files: Iterable<string>): Promise<void> {
  for (const file of files)
    if (await exists(file))
      throw new ToolyardError(
        'invalid_arguments',
        `${relative(process.cwd(), file)} is there already; nothing was changed`,
        { hint: 'Choose another name, or remove it first.' },
      )
}

/** Throws where a link in the folder leads one of the files out of it. */
export async function mustStayIn(root: string, files: Iterable<string>): Promise<void> {
  const real = await realpath(root).catch(() => undefined)
  if (real === undefined) return
  for (const file of files) {
    const folder = await nearestFolder(dirname(file))
    if (folder !== real && !folder.startsWith(real.endsWith(sep) ? real : real + sep))
      throw new ToolyardError(
        'invalid_arguments',
        `${visibleText(relative(process.cwd(), file))} would be written to ${visibleText(folder)}, where a link leads; nothing was changed`,
        { hint: 'Remove the link, or choose another folder.' },
      )
  }
}

/** The real path of a folder, or of the nearest one above it that is there. A link that leads nowhere counts as one. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch {
    const target = await readlink(folder).catch(() => undefined)
    return target === undefined ? nearestFolder(dirname(folder)) : resolve(dirname(folder), target)
  }
}

/** Writes the file and answers true, or false where it is there. */
export async function writeNew(file: string, text: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** What has to be done in a folder before its tools can be loaded, as commands. */
export async function preparation(root: string): Promise<string[]> {
  const folder = relative(process.cwd(), root)
  const isOurs = await exists(join(root, 'package.json'))
  const hasAll = ['toolyard', 'zod'].every((name) => isInstalled(name, root))
  const install = isOurs && (await namesToolyard(root)) ? 'npm install' : 'npm install toolyard zod'
  return [
    ...(folder !== '' && !folder.startsWith('..') ? [`cd ${shellWord(folder)}`] : []),
    ...((await isCommonJs(root)) ? ['npm pkg set type=module'] : []),
    ...(hasAll ? [] : [install]),
  ]
}

/** Whether the nearest package.json makes `.ts` files CommonJS. */
async function isCommonJs(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const settings = await readPackage(at)
    if (settings !== undefined) return settings['type'] !== 'module'
    if (dirname(at) === at) return false
  }
}

async function namesToolyard(folder: string): Promise<boolean> {
  const { dependencies, devDependencies } = (await readPackage(folder)) ?? {}
  return Object.hasOwn({ ...Object(dependencies), ...Object(devDependencies) }, 'toolyard')
}

async function readPackage(folder: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  return 'value' in parsed && isPlainObject(parsed.value) ? parsed.value : {}
}

/** Whether code in the folder finds the package. */
export function isInstalled(name: string, folder: string): boolean {
  try {
    return createRequire(join(folder, 'toolyard.config.ts')).resolve(`${name}/package.json`) !== ''
  } catch {
    return false
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
