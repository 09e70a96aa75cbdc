/**
 * Language servers, as tools reach them: which languages there are, and a client for each.
 *
 * Nothing runs before a client is asked for. The caller keeps it, and disposes of it.
 *
 * @module
 */
import type { LanguageServerSettings, LastingAccess } from '../../../../host/index.ts'
import type { Language } from './language.ts'
import type { LanguageClient } from './language-client.ts'
import { languageOf, languageTable } from './languages.ts'
import { presentLanguages } from './present-languages.ts'
import { textReader } from './read-text.ts'

const defaultLimits = { startMs: 20_000, readyMs: 45_000, requestMs: 40_000 }

export interface LanguageServers {
  readonly languages: readonly Language[]
  /** The language of a file, by the ending of its name. */
  languageOf(path: string): Language | undefined
  /** Those in which the workspace has files. */
  present(): Promise<readonly Language[]>
  client(language: Language): Promise<LanguageClient>
}

export interface LanguageServerParts {
  readonly workspace: string
  /** The home folder of whom programs run as. */
  readonly home?: string | undefined
  /** Servers outlive the call that starts them. */
  readonly lasting: LastingAccess
  readonly settings?: LanguageServerSettings | undefined
}

export function createLanguageServers(parts: LanguageServerParts): LanguageServers {
  const { settings = {}, workspace, home, lasting } = parts
  const languages = languageTable(settings)
  const { startMs, readyMs, requestMs } = { ...defaultLimits, ...settings }
  const limits = { startMs, readyMs, requestMs }
  return {
    languages,
    languageOf: (path) => languageOf(path, languages),
    present: () => presentLanguages(workspace, languages),
    async client(language) {
      const module = await import('./language-client.ts')
      return new module.LanguageClient({
        workspace,
        home,
        programs: lasting.programs,
        read: textReader(lasting.files),
        language,
        limits,
      })
    },
  }
}
