/**
 * What could not be converted, told in lines: operation, place in the document, reason.
 *
 * A document of a thousand operations has some faults a thousand times; each reason is reported for the first few places, and
 * counted for the others.
 *
 * @module
 */
import { visibleText } from '../../kernel/index.ts'
import type { DiscoverProblem } from '../../define/index.ts'

const placesPerReason = 5
const maxLines = 200
const maxLength = 600
/** The member of the whole document that holds its other files. */
export const filesKey = 'x-toolyard-files'
/** The pointer to one of them. */
const filePointer = new RegExp(`#/${filesKey}/[\\w.-]+`, 'g')

export interface DocumentFinding {
  /** What it is about, if it is not the document: `GET /pets (listPets)`. */
  readonly subject?: string | undefined
  /** JSON pointer. */
  readonly pointer?: string | undefined
  readonly reason: string
  readonly hint?: string | undefined
}

/** Where the other files of a document are, by the pointers to them. */
export type FilePointers = ReadonlyMap<string, string>

export interface Problems {
  tell(finding: DocumentFinding): void
  /** From now on, pointers into other files of the document name them. */
  locate(files: FilePointers): void
  list(): DiscoverProblem[]
}

interface ProblemLines {
  readonly lines: string[]
  readonly hint: string | undefined
  more: number
}

export function createProblems(file: string): Problems {
  const byReason = new Map<string, ProblemLines>()
  const seen = new Set<string>()
  let others: FilePointers = new Map()
  return {
    locate(files) {
      others = files
    },
    tell({ subject, pointer, reason, hint }) {
      const place = [subject, pointer && `at ${pointer}`].filter(Boolean).join(' ')
      const line = shown(withFiles(place === '' ? reason : `${place}: ${reason}`, others))
      if (seen.has(line)) return
      seen.add(line)
      const told = byReason.get(reason)
      if (!told) byReason.set(reason, { lines: [line], hint, more: 0 })
      else if (told.lines.length < placesPerReason) told.lines.push(line)
      else told.more++
    },
    list() {
      const problems: DiscoverProblem[] = []
      for (const [reason, { lines, hint, more }] of byReason) {
        const all = more === 0 ? lines : [...lines, shown(`… and in ${more} other places: ${reason}`)]
        for (const line of all) problems.push({ file, reason: line, ...(hint && { hint: shown(hint) }) })
      }
      const left = problems.length - maxLines
      if (left <= 0) return problems
      return [...problems.slice(0, maxLines), { file, reason: `… and ${left} other problems.` }]
    },
  }
}

/** Pointers into other files are written with their names. */
function withFiles(text: string, files: FilePointers): string {
  if (files.size === 0) return text
  return text.replaceAll(filePointer, (pointer) => {
    const location = files.get(pointer)
    return location === undefined ? pointer : `${location}#`
  })
}

/** Texts of the document stand in it: whatever is hidden in them is made visible, and the end is cut. */
function shown(text: string): string {
  const visible = visibleText(text.slice(0, maxLength)).replaceAll(/\s+/g, ' ')
  return text.length > maxLength ? `${visible}…` : visible
}
