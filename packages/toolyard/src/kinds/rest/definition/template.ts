/**
 * Texts with parameters in them: `/users/{id}`, `Bearer ${TOKEN}`.
 *
 * `{name}` is a parameter, `${NAME}` a reference to a secret. A reference is filled where it was written and nowhere else:
 * the value of a parameter is never looked through for one.
 *
 * @module
 */

export type TemplatePart = { readonly text: string } | { readonly parameter: string }

export interface Template {
  readonly parts: readonly TemplatePart[]
  /** The text itself, where it holds neither a parameter nor a reference. */
  readonly plain: string | undefined
}

export interface TemplateValues {
  /** Puts values in the place of references. */
  readonly secret: (text: string) => string
  /** The value of a parameter, written as its place needs it. */
  readonly value: (parameter: string) => string
}

const parameter = /(?<!\$)\{([A-Za-z_][\w.-]*)\}/g
const reference = /\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?\}/g

export function readTemplate(text: string): Template {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of text.matchAll(parameter)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ parameter: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return { parts, plain: end === 0 && !text.includes('${') ? text : undefined }
}

export function fillTemplate({ parts, plain }: Template, { secret, value }: TemplateValues): string {
  if (plain !== undefined) return plain
  return parts.map((part) => ('text' in part ? secret(part.text) : value(part.parameter))).join('')
}

export function parametersOf({ parts }: Template): string[] {
  return parts.flatMap((part) => ('parameter' in part ? [part.parameter] : []))
}

/** The first `${` that begins no reference; undefined if all do. */
export function badReference(text: string): string | undefined {
  const left = text.replaceAll(reference, '')
  const at = left.indexOf('${')
  return at < 0 ? undefined : left.slice(at, at + 40)
}

/** The text with something harmless in the place of each reference. */
export function withoutReferences(text: string): string {
  return text.replaceAll(reference, 'x')
}
