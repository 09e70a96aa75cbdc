/**
 * Reads a document that the configuration names, and the files that it refers to.
 *
 * Whoever writes a document names files in it. They are files of the project by their real paths, regular ones, and none that is
 * likely to hold secrets: what is in them becomes descriptions and problems that others see.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, relative, resolve } from 'node:path'
import { createWorkspace, type Workspace } from '../host/files/index.ts'
import type { HostAccess } from '../host/index.ts'
import { ToolyardError } from '../kernel/index.ts'

export interface DocumentPlace {
  /** The document, as the configuration names it. */
  readonly named: string
  /** The project: what paths are relative to. */
  readonly folder: string
  readonly host: HostAccess
}

/** Bytes. */
const maxDocument = 20_000_000

/** Answers what reads a file or an address. */
export function documentReader(place: DocumentPlace): (location: string) => Promise<string> {
  const { named, folder, host } = place
  const { statePaths } = host.settings
  let project: Workspace | undefined
  return async (location) => {
    if (/^https?:/i.test(location)) return readAddress(location, place)
    if (location === named) return readNamed(resolve(folder, location), host)
    project ??= createWorkspace({ workspace: folder, statePaths })
    // The project may be named by a link itself.
    return readReferred(project, relative(folder, resolve(folder, location)))
  }
}

/** A link to it was chosen by those who wrote the configuration. */
async function readNamed(file: string, { settings }: HostAccess): Promise<string> {
  await settings.trust?.files([file])
  const real = await realpath(file)
  return readFrom(createWorkspace({ workspace: dirname(real) }), basename(real))
}

async function readReferred(project: Workspace, location: string): Promise<string> {
  const { path, written } = project.resolve(location)
  if (project.isSensitive(path) || project.isSensitive(written))
    throw new ToolyardError('protected_path', 'it may hold secrets', {
      hint: 'A document refers to files of schemas only.',
    })
  return readFrom(project, location)
}

async function readFrom(workspace: Workspace, request: string): Promise<string> {
  using file = workspace.openRead(request)
  if (file.size > maxDocument)
    throw new ToolyardError(
      'invalid_config',
      `${request} has ${file.size} bytes; at most ${maxDocument} are read`,
    )
  return (await file.readPart(0, file.size)).toString('utf8')
}

/** A document on the network stays on the site that was named, wherever that sends its readers. */
async function readAddress(url: string, { named, host }: DocumentPlace): Promise<string> {
  const response = await host.net.request({
    url,
    maxBytes: maxDocument,
    ...(url !== named && { objection: (to: string) => objectionTo(to, url) }),
  })
  if (response.status === 200) return response.text()
  throw new ToolyardError('unavailable', `${url} answered with status ${response.status}`, {
    hint: 'Check the address, or save the document in a file.',
  })
}

function objectionTo(to: string, from: string): string | undefined {
  if (new URL(to).origin === new URL(from).origin) return undefined
  return 'a document from a URL may refer to its own origin only'
}
