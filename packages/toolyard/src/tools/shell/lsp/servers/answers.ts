/**
 * The answers of a server, read: what has not the form of the protocol is an error that names the server.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../../kernel/index.ts'

const position = z.object({ line: z.int().min(0), character: z.int().min(0) })
const range = z.object({ start: position, end: position })
const location = z.object({ uri: z.string(), range })
const link = z
  .object({ targetUri: z.string(), targetRange: range, targetSelectionRange: range.optional() })
  .transform((it) => ({ uri: it.targetUri, range: it.targetSelectionRange ?? it.targetRange }))

export const locationsAnswer = z
  .union([z.null(), location, z.array(z.union([location, link]))])
  .transform((it) => (it === null ? [] : Array.isArray(it) ? it : [it]))

const marked = z.union([
  z.string(),
  z
    .object({ language: z.string(), value: z.string() })
    .transform((it) => `\`\`\`${it.language}\n${it.value}\n\`\`\``),
  z.object({ kind: z.string(), value: z.string() }).transform((it) => it.value),
])

/** Icons: many unreadable kilobytes. */
const pictures = /!\[[^\]\n]{0,200}\]\(data:[^)\n]*\)/g

/** The text of a hover; empty if there is none. */
export const hoverAnswer = z
  .union([z.null(), z.object({ contents: z.union([marked, z.array(marked)]), range: range.optional() })])
  .transform((it) => (it === null ? '' : [it.contents].flat().join('\n\n').replaceAll(pictures, '').trim()))

export interface DocumentSymbol {
  readonly name: string
  readonly kind: number
  readonly range: z.infer<typeof range>
  readonly selectionRange: z.infer<typeof range>
  readonly children?: readonly DocumentSymbol[] | null | undefined
}

const documentSymbol: z.ZodType<DocumentSymbol> = z.lazy(() =>
  z.object({
    name: z.string(),
    kind: z.int(),
    range,
    selectionRange: range,
    children: z.array(documentSymbol).nullish(),
  }),
)
const symbolInformation = z.object({
  name: z.string(),
  kind: z.int(),
  containerName: z.string().nullish(),
  location: z.object({ uri: z.string(), range: range.optional() }),
})

export const documentSymbolsAnswer = z
  .union([z.null(), z.array(documentSymbol), z.array(symbolInformation)])
  .transform((it) => it ?? [])

export const workspaceSymbolsAnswer = z
  .union([z.null(), z.array(symbolInformation)])
  .transform((it) => it ?? [])

const diagnostic = z.object({
  range,
  severity: z.int().min(1).max(4).nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  source: z.string().nullish(),
  message: z.union([z.string(), z.object({ value: z.string() }).transform((it) => it.value)]),
})
export const diagnosticsAnswer = z.array(diagnostic)

const textEdit = z.object({ range, newText: z.string() })
const documentEdit = z.object({
  textDocument: z.object({ uri: z.string(), version: z.int().nullish() }),
  edits: z.array(textEdit),
})
const fileOperation = z.object({ kind: z.enum(['create', 'rename', 'delete']) })

export const workspaceEditAnswer = z.union([
  z.null(),
  z.object({
    changes: z.record(z.string(), z.array(textEdit)).nullish(),
    documentChanges: z.array(z.union([documentEdit, fileOperation])).nullish(),
  }),
])

export const prepareRenameAnswer = z.union([
  z.null(),
  z.object({ defaultBehavior: z.boolean() }),
  z.object({ range, placeholder: z.string().optional() }),
  range.transform((it) => ({ range: it })),
])

/** The answer in its form; an answer that has another one names the server and the question. */
export function readAnswer<T>(
  schema: z.ZodType<T>,
  answer: unknown,
  { server, method }: { readonly server: string; readonly method: string },
): T {
  try {
    const read = schema.safeParse(answer)
    if (read.success) return read.data
  } catch {
    // Nested too deep to be read.
  }
  throw new ToolyardError(
    'tool_failed',
    `the language server ${server} answered ${method} with something else than the protocol has for it: ${sample(answer)}`,
    { hint: 'This is a fault of the server, not of the call.' },
  )
}

function sample(answer: unknown): string {
  try {
    return (JSON.stringify(answer) ?? 'nothing').slice(0, 200)
  } catch {
    return 'something that cannot be shown'
  }
}
