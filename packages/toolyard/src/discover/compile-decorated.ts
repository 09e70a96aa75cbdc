/**
 * Files with decorators, which Node cannot run, go through esbuild. It is loaded with the first of them.
 *
 * @module
 */
import { lazy, ToolyardError } from '../kernel/index.ts'

/** The part of esbuild that we use. */
export interface Compiler {
  transformSync(
    source: string,
    options: {
      readonly loader: 'ts' | 'js'
      readonly target: string
      readonly sourcefile: string
      readonly sourcemap: 'inline'
      readonly logLevel: 'silent'
    },
  ): { readonly code: string }
}

export const typeScript = /\.[mc]?ts$/
export const script = /\.[mc]?[tj]s$/

export function findCompiler(load?: () => Compiler): () => Compiler {
  return lazy(load ?? ((require) => require('esbuild') as Compiler))
}

export function compile(path: string, source: string, compiler: () => Compiler): string {
  let esbuild: Compiler
  try {
    esbuild = compiler()
  } catch (error) {
    throw new ToolyardError('tool_failed', 'The file has decorators, which need esbuild, and it is missing', {
      hint: 'Run `npm install esbuild`, or write the tool with defineTool or toolFromClass.',
      cause: error,
    })
  }
  return esbuild.transformSync(source, {
    loader: typeScript.test(path) ? 'ts' : 'js',
    target: 'es2022',
    sourcefile: path,
    sourcemap: 'inline',
    logLevel: 'silent',
  }).code
}
