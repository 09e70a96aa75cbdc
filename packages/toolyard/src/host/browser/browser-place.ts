/**
 * The folder of one browser: its profile, its files and the socket of its proxy. Goes with the browser; what a process that was
 * killed has left is taken away by the next one.
 *
 * @module
 */
import { lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BrowserPlace {
  readonly folder: string
  readonly socket: string
  /** What the browser is given and what it writes for us: uploads and downloads. */
  readonly files: string
  readonly profile: string
  remove(): Promise<void>
}

const prefix = 'toolyard-browser-'
/** A path of a socket may have 107 bytes: longer ones would be cut. */
const longestFolder = 70
/** A folder whose socket is not there yet belongs to a browser that is being started. */
const startingMs = 600_000

export async function makePlace(): Promise<BrowserPlace> {
  const folder = await mkdtemp(join(await parentFolder(), prefix))
  const [files, profile] = [join(folder, 'files'), join(folder, 'profile')]
  await Promise.all([files, profile].map((path) => mkdir(path, { mode: 0o700 })))
  return {
    folder,
    socket: join(folder, 'proxy'),
    files,
    profile,
    remove: () => removeFolder(folder),
  }
}

/** Takes away the folders of this user's processes that are gone: no process listens on their socket. */
export async function sweepPlaces(): Promise<void> {
  const parent = await parentFolder()
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    if (await isLeft(folder)) await removeFolder(folder)
  }
}

async function parentFolder(): Promise<string> {
  const usual = await realpath(tmpdir())
  return Buffer.byteLength(usual) > longestFolder && process.platform !== 'win32' ? '/tmp' : usual
}

async function isLeft(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false
  const answer = await ownerOf(join(folder, 'proxy'))
  return answer === 'ended' || (answer === 'absent' && Date.now() - found.mtimeMs > startingMs)
}

/** Whether the process that listens on a socket is there; `absent` if there is no socket. */
function ownerOf(socket: string): Promise<'running' | 'ended' | 'absent'> {
  return new Promise((resolve) => {
    const attempt = connect(socket)
    attempt.once('connect', () => {
      attempt.destroy()
      resolve('running')
    })
    attempt.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') resolve('ended')
      else resolve(code === 'ENOENT' ? 'absent' : 'running')
    })
  })
}

/** The last process of a browser may still write while it ends. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {})
}
