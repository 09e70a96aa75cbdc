/**
 * Language servers, as tools reach them: which languages there are, and a client for each.
 *
 * Nothing is loaded and nothing runs before a client is asked for. The caller keeps it, and disposes of it.
 *
 * @module
 */
import type { Workspace } from '../files/index.ts'
import type { Programs } from '../proc/index.ts'
import type { Language, LanguageServerSettings } from './language.ts'
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
  /** `programs`: what starts the server, where rules close paths to it. */
  client(language: Language, programs?: ServerPrograms): Promise<LanguageClient>
}

export type ServerPrograms = Pick<Programs, 'start' | 'find'>

export interface LanguageServerParts {
  readonly workspace: string
  /** The home folder of whom programs run as. */
  readonly home?: string | undefined
  readonly programs: ServerPrograms
  readonly files: Pick<Workspace, 'openRead'>
  readonly settings?: LanguageServerSettings | undefined
}

export function createLanguageServers(parts: LanguageServerParts): LanguageServers {
  const { settings = {}, workspace, home, programs, files } = parts
  const languages = languageTable(settings)
  const { startMs, readyMs, requestMs } = { ...defaultLimits, ...settings }
  const limits = { startMs, readyMs, requestMs }
  return {
    languages,
    languageOf: (path) => languageOf(path, languages),
    present: () => presentLanguages(workspace, languages),
    async client(language, started = programs) {
      const module = await import('./language-client.ts')
      return new module.LanguageClient({
        workspace,
        home,
        programs: started,
        read: textReader(files),
        language,
        limits,
      })
    },
  }
}
