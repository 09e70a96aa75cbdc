/**
 * The input of a class's `execute`, as the annotation of its first parameter describes it.
 *
 * For classes that describe their parameters nowhere else: types are gone when the code runs, so they are read from the
 * source. Nothing is executed, and no other file is opened.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import { classDeclarationOf } from '../doc-comment.ts'
import { maskSource } from '../mask-source.ts'
import { type SourceText, TypeReader } from './read-type.ts'
import { Unreadable } from './type-tokens.ts'

/** A schema, or why there is none. Undefined if nothing is annotated. */
export type AnnotatedInput =
  | { readonly schema: JsonSchema; readonly problem?: undefined }
  | { readonly problem: string }
  | undefined

const mostDeclarations = 1000
const saysNothing = /\s*(?:unknown|any|object|never|void)\s*[,)=]/y

export function annotatedInput(source: string, exportName: string): AnnotatedInput {
  const masked = maskSource(source)
  const text = { source, code: masked.code, budget: { left: mostDeclarations } }
  const declared = classDeclarationOf(masked, exportName)
  const start = declared === undefined ? undefined : parametersOfExecute(masked.code, declared)
  const at = start === undefined ? undefined : annotationAt(masked.code, start)
  if (at === undefined) return undefined
  try {
    return { schema: readInput(text, at) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { problem: error.message }
  }
}

function readInput(text: SourceText, at: number): JsonSchema {
  const { schema } = new TypeReader(text, at).read([',', ')', '='])
  if ((schema.anyOf ?? [schema]).some((member) => typeof member === 'boolean' || member.type !== 'object'))
    throw new Unreadable('is no object with named members')
  const { type, properties = {}, additionalProperties = false } = schema
  const isEmpty = type === 'object' && Object.keys(properties).length === 0 && additionalProperties === false
  return isEmpty ? {} : schema
}

/** Where the parameters of `execute` start in the class that is declared here: a method, or a field with a function. */
function parametersOfExecute(code: string, declared: number): number | undefined {
  const name = /execute\s*(?:=\s*(?:async\s*)?)?\(/y
  let depth = 0
  for (let at = code.indexOf('{', declared); at >= 0 && at < code.length; at++) {
    const char = code.charAt(at)
    if (char === '{' || char === '(' || char === '[') depth++
    else if (char === '}' || char === ')' || char === ']') {
      if (--depth === 0) return undefined
    } else if (depth === 1 && char === 'e' && startsMember(code.slice(Math.max(declared, at - 80), at))) {
      name.lastIndex = at
      const found = name.exec(code)
      if (found) return at + found[0].length
    }
  }
  return undefined
}

function startsMember(before: string): boolean {
  return /(?:[;{}*]|\n|(?<![\w$])(?:async|public|override))\s*$/.test(before)
}

/** Where the type of the first parameter starts; undefined if there is none, or the parameter is not used (`_input`). */
function annotationAt(code: string, parameters: number): number | undefined {
  const isTaken = /^\s*\{/.test(code.slice(parameters))
  const behind = isTaken ? endOfPattern(code, parameters) : parameters
  const found = (isTaken ? /^\s*:/ : /^\s*(?!_)[\w$]+\s*\??\s*:/).exec(code.slice(behind))
  if (!found) return undefined
  const at = behind + found[0].length
  saysNothing.lastIndex = at
  return saysNothing.test(code) ? undefined : at
}

/** Behind the closing brace of `{ path, limit = 10 }`. */
function endOfPattern(code: string, from: number): number {
  let depth = 0
  for (let at = code.indexOf('{', from); at < code.length; at++) {
    const char = code.charAt(at)
    if (char === '{' || char === '(' || char === '[') depth++
    else if ((char === '}' || char === ')' || char === ']') && --depth === 0) return at + 1
  }
  return code.length
}
