/**
 * From a path that the model wrote to a language server that has the file open.
 *
 * @module
 */
import { extname } from 'node:path'
import type { ToolContext } from '../../../define/index.ts'
import {
  type AskableServer,
  createLanguageServers,
  type Language,
  type LanguageClient,
  type LanguageServers,
} from './servers/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../../files/lib/secret-files.ts'

export interface ServerOfFile {
  readonly server: AskableServer
  readonly client: LanguageClient
  /** The path as people know it. */
  readonly shown: string
}

export async function openServer(request: string, context: ToolContext): Promise<ServerOfFile> {
  const { files } = context.host
  const languages = languageServers(context)
  const { path, shown, exists } = files.resolve(request)
  requireNamed(files, request, path)
  // A file that is not there has a better error than its language.
  if (!exists) files.openRead(request)[Symbol.dispose]()
  const language = languages.languageOf(path)
  if (!language) throw unknownLanguage(shown, languages.languages)
  const client = await clientOf(language, context)
  context.progress({ message: `asking the language server for ${language.title}` })
  return { client, shown, server: await client.prepare(path, context.signal) }
}

/** The language servers of the call's workspace. Those that run belong to the thread, which ends them. */
export function languageServers({ host }: ToolContext): LanguageServers {
  return createLanguageServers({
    workspace: host.files.path,
    home: host.settings.environment['HOME'],
    lasting: host.lasting,
    settings: host.settings.languageServers,
  })
}

/** The thread's one client of a language. */
export async function clientOf(language: Language, context: ToolContext): Promise<LanguageClient> {
  return context.thread.own(`lsp:${language.name}`, () => languageServers(context).client(language))
}

function unknownLanguage(shown: string, languages: readonly Language[]): ToolyardError {
  const ending = extname(shown)
  return new ToolyardError(
    'unavailable',
    `no language server is known for ${ending ? `"${ending}" files` : 'files without an ending'} ("${shown}")`,
    {
      hint: `Known: ${languages.flatMap(({ endings }) => Object.keys(endings)).join(' ')}. Use grep for other files.`,
    },
  )
}
