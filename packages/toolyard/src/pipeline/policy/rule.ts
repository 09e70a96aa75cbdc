/**
 * One policy rule, parsed: `tool`, `tool(resource-pattern)` or `tool(parameter=pattern)`.
 *
 * @module
 */
import { isAbsolute, relative, resolve } from 'node:path'
import type { ToolResource } from '../../define/index.ts'
import { matchGlob, ToolyardError, visibleText } from '../../kernel/index.ts'
import { matchesText } from './listed-text.ts'
import { matchesOrigin } from './origin-pattern.ts'
import { pathPatterns } from './path-patterns.ts'
import { addressForms, matchesUrl } from './url-patterns.ts'

export type RuleEffect = 'deny' | 'ask' | 'allow'

/** A rule as people write it: the text alone, or with a reason and its own tests. */
export type RuleSpec = string | RuleWithReason

export interface RuleWithReason {
  readonly rule: string
  readonly reason?: string
  /** Checked by `toolyard check`: calls that this rule must match, and calls that it must not. */
  readonly tests?: readonly {
    readonly tool: string
    readonly input: Readonly<Record<string, unknown>>
    readonly matches: boolean
  }[]
}

export interface Rule extends RuleWithReason {
  readonly effect: RuleEffect
  readonly toolPattern: string
  readonly specifier: string | undefined
  /** What it says of paths. */
  readonly paths: readonly string[]
  /** It allows a call by what else that touches, if the call only reads files that are not sensitive. */
  readonly besideReads?: boolean
  /** Where the specifier speaks of a parameter: `to=*@example.com`. */
  readonly parameter: ParameterPattern | undefined
}

interface ParameterPattern {
  readonly name: string
  readonly pattern: string
  /** The longest part of the pattern without wildcards, in small letters: a text without it is not looked at closely. */
  readonly core: string
}

/** What a rule is held against: the facts of one call. */
export interface RuleSubject {
  readonly input: unknown
  /** `undefined` where the tool does not name what it touches. */
  readonly resources: readonly ToolResource[] | undefined
  readonly workspace: string
}

/** Characters that mean more than themselves, here or in other people's patterns. */
const special = /[*?[\]{}()!\\\n\t]/

/** Before an address, or before a pattern that may mean any. */
const methodForm = /^([A-Za-z]+)\s+(\S*(?:[:/.*]|localhost)[\s\S]*)$/
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const ruleForm = /^([A-Za-z0-9_*.-]{1,128})(?:\(([\s\S]{1,4096})\))?$/

export function parseRule(spec: RuleSpec, effect: RuleEffect): Rule {
  const given = typeof spec === 'string' ? { rule: spec } : spec
  const [, toolPattern, specifier] = ruleForm.exec(given.rule.trim()) ?? []
  if (toolPattern === undefined) {
    throw new ToolyardError('invalid_config', `"${given.rule}" is not a policy rule`, {
      hint: 'Write a tool name such as bash or mail_*, with what it may touch in brackets: read_file(src/**), send_mail(to=*@example.com).',
    })
  }
  const trimmed = specifier?.trim()
  return Object.freeze({
    ...given,
    effect,
    toolPattern,
    specifier: trimmed,
    paths: pathPatterns(trimmed, effect),
    parameter: parameterOf(trimmed),
  })
}

/** The rule that speaks of this tool with just this resource; none where its text would be read otherwise. */
export function ruleFor(tool: string, resource: string): string | undefined {
  const rule = `${tool}(${resource})`
  const [, , specifier] = ruleForm.exec(rule) ?? []
  const isRead = specifier === resource && specifier === specifier.trim() && !parameterOf(specifier)
  return isRead && !special.test(resource) && visibleText(resource) === resource ? rule : undefined
}

function parameterOf(specifier: string | undefined): Rule['parameter'] {
  const [, name, pattern] = /^([A-Za-z0-9_]{1,64})=([\s\S]*)$/.exec(specifier ?? '') ?? []
  if (name === undefined || pattern === undefined) return undefined
  const parts = pattern.toLowerCase().split(/[*?]+/)
  return { name, pattern, core: parts.reduce((best, part) => (part.length > best.length ? part : best)) }
}

export function ruleIsFor(rule: Rule, tool: string): boolean {
  return matchGlob(rule.toolPattern, tool, true)
}

/**
 * Whether the rule speaks of this call. Deny and ask match where any resource does; allow only where every one does.
 * Where a tool names no resources, a resource pattern can't be judged: deny and ask then hold, allow does not.
 * A command is never allowed by its text: that takes a parser (`commands.ts`).
 */
export function ruleMatches(rule: Rule, subject: RuleSubject): boolean {
  if (rule.specifier === undefined) return true
  const { resources } = subject
  if (rule.effect === 'allow' && commandOf(rule, subject) !== undefined) return false
  if (rule.parameter) return matchesParameter(rule, subject.input, rule.parameter)
  if (resources === undefined) return rule.effect !== 'allow'
  const matches = (resource: ToolResource): boolean => matchesResource(rule, resource, subject.workspace)
  if (rule.effect === 'allow') {
    const judged = rule.besideReads ? resources.filter((resource) => !isPlainRead(resource)) : resources
    return judged.length > 0 && judged.every(matches)
  }
  return resources.some(matches)
}

function isPlainRead({ kind, access, sensitive = false }: ToolResource): boolean {
  return kind === 'path' && access === 'read' && !sensitive
}

/** What a rule says of the command of a call, where it has one: its specifier, or the pattern for the parameter that holds it. */
export function commandOf({ specifier, parameter }: Rule, subject: RuleSubject): string | undefined {
  const commands = subject.resources?.filter(({ kind }) => kind === 'command') ?? []
  if (commands.length === 0 || !parameter) return commands.length === 0 ? undefined : specifier
  const value = (subject.input as Record<string, unknown> | undefined)?.[parameter.name]
  return commands.some(({ id }) => id === value) ? parameter.pattern : undefined
}

function matchesParameter(rule: Rule, input: unknown, at: ParameterPattern): boolean {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, at.name)) return false
  const value = (input as Record<string, unknown>)[at.name]
  if (typeof value === 'string' && rule.effect !== 'allow' && lacks(value, at.core)) return false
  const values: unknown[] = Array.isArray(value) ? value.flat(Infinity) : [value]
  const matches = (item: unknown): boolean =>
    matchesValue(rule.effect, at.pattern, typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))
  return rule.effect === 'allow' ? values.length > 0 && values.every(matches) : values.some(matches)
}

/** Plain ASCII, no other way to write an address, and nowhere what the pattern says: then no part of it fits. */
function lacks(text: string, core: string): boolean {
  return /^(?!\s*https?:)[ -~]*$/i.test(text) && !text.toLowerCase().includes(core)
}

/** An address is compared in the other ways to write it as well: what is asked for is not the text. */
function matchesValue(effect: RuleEffect, pattern: string, text: string): boolean {
  const others = addressForms(text)
  if (effect === 'allow') return [text, ...others].every((form) => matchesText(effect, pattern, form))
  if (others.length > 0 && matchesUrl(effect, pattern, text)) return true
  return [text, ...others].some((form) => matchesText(effect, pattern, form))
}

/** `POST https://example.com/**` speaks of that method alone. */
function withMethod(pattern: string): { readonly method?: string; readonly address: string } {
  const [, method, address] = methodForm.exec(pattern) ?? []
  return method === undefined || address === undefined
    ? { address: pattern }
    : { method: method.toUpperCase(), address }
}

/** HEAD is a GET without the body. Where one of the two is not known, only a rule that forbids holds. */
function speaksOfMethod(
  effect: RuleEffect,
  wanted: string,
  { method, access, isOrigin }: ToolResource,
): boolean {
  const known = method ?? (access === 'read' && !isOrigin ? 'GET' : undefined)
  if (known === undefined || !methods.has(wanted)) return effect !== 'allow'
  return known === wanted || (known === 'HEAD' && wanted === 'GET')
}

/** Paths and URLs are compared in their one normal form: dots and letter case must not lead around a rule. */
export function matchesResource(
  { specifier: pattern = '', paths, effect }: Rule,
  resource: ToolResource,
  workspace: string,
): boolean {
  const { kind, id, isOrigin } = resource
  if (kind === 'url') {
    const { method, address } = withMethod(pattern)
    if (method !== undefined && !speaksOfMethod(effect, method, resource)) return false
    return isOrigin ? matchesOrigin(address, effect, id) : matchesUrl(effect, address, id)
  }
  if (kind !== 'path')
    return kind === 'command' ? matchGlob(pattern, id, true) : matchesText(effect, pattern, id)
  const absolute = resolve(workspace, id)
  return paths.some((path) => matchGlob(path, isAbsolute(path) ? absolute : relative(workspace, absolute)))
}
