/**
 * Where the function of a legacy builtin or native tool is: `src/tools/sum.ts:sum`, `./sum.ts#sum`, or the dotted path of a
 * module that was written in Python, which runs here only once it has a JavaScript file in the same place.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { isInside } from '../scan-folder.ts'
import type { ProblemWords } from './table.ts'

export interface FoundFunction {
  readonly module: string
  readonly exportName: string | undefined
}

export interface FunctionPlace {
  /** The tool file that names the function. */
  readonly file: string
  readonly project: string
}

const written = /^(.+\.[cm]?[jt]s)(?:[:#]([\p{ID_Start}$_][\p{ID_Continue}$]*))?$/u
const dotted = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?::([A-Za-z_]\w*))?$/
const endings = ['.ts', '.mts', '.js', '.mjs']

/** The file and the export, or what is wrong. Reads names only: nothing is imported. */
export async function findFunction(
  path: string,
  place: FunctionPlace,
): Promise<FoundFunction | ProblemWords> {
  const text = path.trim()
  const direct = written.exec(text)
  if (direct) return findModule(direct[1] ?? '', direct[2], place)
  const python = dotted.exec(text)
  if (!python?.[1]?.includes('.')) {
    return {
      reason: `function_path "${path}" names no file`,
      hint: 'Write the file and the export, as in function_path = "src/tools/sum.ts:sum".',
    }
  }
  const stem = python[1].replaceAll('.', '/')
  for (const ending of endings) {
    const found = await findModule(`${stem}${ending}`, python[2], place)
    if ('module' in found) return found
  }
  return {
    reason: `function_path "${path}" is a Python module, which does not run here`,
    hint: `Write the function in ${stem}.ts, where this path finds it, or keep the Python file and describe it as a program: a NAME.tool.toml with command = ["python3", "NAME.py"], named under "programs" in the configuration.`,
  }
}

async function findModule(
  path: string,
  exportName: string | undefined,
  { file, project }: FunctionPlace,
): Promise<FoundFunction | ProblemWords> {
  const root = await realpath(project)
  const bases = /^\.{1,2}[\\/]/.test(path) ? [dirname(file), project] : [project, dirname(file)]
  for (const candidate of isAbsolute(path) ? [path] : bases.map((base) => resolve(base, path))) {
    const real = await realpath(candidate).catch(() => undefined)
    if (real === undefined) continue
    if (isInside(real, root)) return { module: real, exportName }
    return {
      reason: `function_path "${path}" leads out of the project, to ${real}`,
      hint: `Keep the file inside ${project}.`,
    }
  }
  return {
    reason: `function_path names ${path}, which does not exist`,
    hint: `Create ${relative(project, resolve(bases[0] ?? project, path))} with ${exportName === undefined ? 'a default export' : `an export "${exportName}"`}, or correct the path.`,
  }
}
