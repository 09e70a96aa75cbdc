/**
 * The documents that a server has open, kept in step with the disk.
 *
 * A document is opened with what the file holds now. Before every request each open one is looked at again, and the
 * server is told where the file has changed or is gone. A few dozen stay open; the one used longest ago is closed first.
 *
 * @module
 */
import { extname } from 'node:path'
import { isPlainObject } from '../../../../kernel/index.ts'
import { stampOf } from './file-stamp.ts'
import type { Language } from './language.ts'
import type { ReadText } from './read-text.ts'
import type { Session } from './session.ts'
import { uriOf } from './uri.ts'

const maxOpen = 64

export interface OpenDocument {
  readonly path: string
  readonly uri: string
  readonly version: number
  readonly text: string
}

interface KeptDocument extends OpenDocument {
  readonly stamp: string | undefined
}

export class Documents {
  readonly #session: Session
  readonly #language: Language
  readonly #read: ReadText
  readonly #open = new Map<string, KeptDocument>()

  constructor(session: Session, language: Language, read: ReadText) {
    this.#session = session
    this.#language = language
    this.#read = read
  }

  /** Opens it, or brings it up to date. Where the file is gone, or may no longer be read, it is closed. */
  async open(path: string): Promise<OpenDocument> {
    const known = this.#open.get(path)
    const stamp = await stampOf(path)
    if (known && known.stamp === stamp) return this.#keep(known)
    const text = await this.#read(path).catch((error: unknown) => {
      this.#close(path)
      throw error
    })
    if (known) return this.#keep(this.#changed(known, text, stamp))
    const document = { path, uri: uriOf(path), version: 1, text, stamp }
    const { uri, version } = document
    const languageId = this.#language.endings[extname(path).toLowerCase()] ?? this.#language.name
    this.#session.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } })
    return this.#keep(document)
  }

  /** Looks at every open document again. */
  async refresh(): Promise<void> {
    for (const { path, stamp } of this.#open.values().toArray()) {
      // What can't be opened any more is closed already.
      if ((await stampOf(path)) !== stamp) await this.open(path).catch(() => {})
    }
  }

  /** Gives it a new version with the same text, so that the server tells its diagnostics again. */
  touch(path: string): OpenDocument | undefined {
    const known = this.#open.get(path)
    return known && this.#keep(this.#changed(known, known.text, known.stamp))
  }

  #changed(known: KeptDocument, text: string, stamp: string | undefined): KeptDocument {
    const { uri } = known
    const document = { ...known, version: known.version + 1, text, stamp }
    this.#session.notify('textDocument/didChange', {
      textDocument: { uri, version: document.version },
      contentChanges: [{ text }],
    })
    if (wantsSaves(this.#session.capabilities['textDocumentSync']))
      this.#session.notify('textDocument/didSave', { textDocument: { uri }, text })
    return document
  }

  #keep(document: KeptDocument): OpenDocument {
    this.#open.delete(document.path)
    this.#open.set(document.path, document)
    const [oldest] = this.#open.keys()
    if (this.#open.size > maxOpen && oldest !== undefined) this.#close(oldest)
    return document
  }

  #close(path: string): void {
    const known = this.#open.get(path)
    if (!known) return
    this.#open.delete(path)
    this.#session.notify('textDocument/didClose', { textDocument: { uri: known.uri } })
  }
}

function wantsSaves(sync: unknown): boolean {
  return isPlainObject(sync) && sync['save'] !== undefined && sync['save'] !== false
}
