/**
 * Files that a person attaches to a message: bounded here as the server bounds them, so that nobody waits for a refusal.
 *
 * A picture, a PDF or a text goes with the message. Everything else is put into the workspace, where the agent finds it.
 *
 * @module
 */

export const attachmentLimits = {
  files: 10,
  image: 3_750_000,
  pdf: 10_000_000,
  text: 1_000_000,
  together: 12_000_000,
  name: 200,
} as const

export type AttachmentKind = 'image' | 'pdf' | 'text' | 'other'

/** Why a file can't be attached. */
export type AttachmentProblem = 'tooMany' | 'tooLarge' | 'tooMuch' | 'empty'

const pictures = /^image\/(?:png|jpeg|gif|webp)$/
const texts =
  /^(?:text\/.*|application\/(?:json|xml|yaml|toml|javascript|typescript|x-sh|sql|x-ndjson)|image\/svg\+xml)$/
const textNames =
  /\.(?:md|txt|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|svg|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cpp|hpp|cs|php|sh|sql|log|ini|conf|env\.example|diff|patch)$/i

/** By what the browser says of it. The server looks at the bytes. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): AttachmentKind {
  if (pictures.test(type)) return 'image'
  if (type === 'application/pdf') return 'pdf'
  return texts.test(type) || textNames.test(name) ? 'text' : 'other'
}

/** Of one more file beside those that are there. */
export function problemOf(
  file: Pick<File, 'type' | 'name' | 'size'>,
  others: readonly { readonly size: number }[],
): AttachmentProblem | undefined {
  const kind = kindOf(file)
  if (file.size === 0) return 'empty'
  if (others.length >= attachmentLimits.files) return 'tooMany'
  if (file.size > (kind === 'other' ? attachmentLimits.together : attachmentLimits[kind])) return 'tooLarge'
  const all = others.reduce((sum, { size }) => sum + size, file.size)
  return all > attachmentLimits.together ? 'tooMuch' : undefined
}

/** The last part of a path, without what can't be seen, and not too long. */
export function nameOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return (clean === '' ? 'file' : clean).slice(-attachmentLimits.name)
}

/** Where a file goes in the workspace: a folder of its own, under a name that no other has. */
export function workspacePath(name: string, mark: string): string {
  return `inbox/${mark}-${nameOf(name)}`
}

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
