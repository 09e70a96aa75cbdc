/**
 * What a Python program loads from the folder that it starts in.
 *
 * That folder stands first on its path, so every module in it may be imported, also instead of one of Python's own. Counted
 * are the modules that lie in it, the packages that are imported from what counts already, and of the others what would run
 * if something imported them by their name.
 *
 * @module
 */
import { dirname, join } from 'node:path'
import { codeKind, entriesOf, filesBelow, isFileAt, isFolderAt, textAt } from './code-files.ts'
import type { GraphSink } from './graph-sink.ts'

const importing = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import|import[ \t]+([\w., \t]+))/gm

/** Names of Python's own: a file of such a name in the folder of a program is loaded instead. */
const ownNames = new Set(
  (
    'abc argparse array ast asyncio atexit base64 binascii bisect bz2 calendar codecs collections colorsys concurrent ' +
    'configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis email ' +
    'encodings enum errno faulthandler filecmp fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob ' +
    'graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache ' +
    'locale logging lzma mailbox marshal math mimetypes mmap multiprocessing netrc ntpath numbers opcode operator optparse os ' +
    'pathlib pdb pickle pkgutil platform plistlib poplib posixpath pprint profile pty pwd pydoc queue quopri random re ' +
    'readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site sitecustomize smtplib ' +
    'socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sysconfig syslog tarfile ' +
    'tempfile termios textwrap threading time timeit token tokenize tomllib trace traceback tracemalloc tty types typing ' +
    'typing_extensions unicodedata unittest urllib usercustomize uuid venv warnings wave weakref webbrowser wsgiref xml ' +
    'xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
)

/** A script, or a module of one. */
export function followPython(graph: GraphSink, file: string): void {
  const folder = dirname(file)
  followStartFolder(graph, folder)
  const text = textAt(file) ?? ''
  for (const [, from, names = ''] of text.matchAll(importing)) {
    if (from?.startsWith('.')) {
      const up = /^\.+/.exec(from)?.[0].length ?? 1
      followPackage(graph, join(folder, ...Array.from({ length: up - 1 }, () => '..')))
      continue
    }
    const modules =
      from === undefined ? names.split(',').map((name) => name.trim().split(/\s/)[0] ?? '') : [from]
    for (const module of modules) followModule(graph, module, folder)
  }
}

/** `pkg.mod` as it is found from a folder, or from one above it where the importing file is in a package. */
export function followModule(graph: GraphSink, module: string, folder: string): void {
  const [top = ''] = module.split('.')
  if (top === '') return
  for (let at = folder; graph.isGuarded(at); at = dirname(at)) {
    if (isFolderAt(join(at, top))) followPackage(graph, join(at, top))
    if (isFileAt(join(at, `${top}.py`))) graph.file(join(at, `${top}.py`), 'started')
    if (!isFileAt(join(at, '__init__.py')) || dirname(at) === at) break
  }
}

/**
 * The folder that a program starts in: which modules there are, and those that are taken for Python's own. Others count when
 * they are imported: a project's files may lie there, too.
 */
export function followStartFolder(graph: GraphSink, folder: string): void {
  if (!graph.isGuarded(folder)) return
  const names = entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    const inside = entry.isDirectory()
      ? ['__init__.py', '__init__.pyc'].map((name) => join(path, name))
      : [path]
    const files = inside.filter((at) => isModule(at) && isFileAt(at))
    const [name = ''] = entry.name.split('.')
    if (ownNames.has(name)) for (const at of files) graph.file(at, 'data')
    return files.length > 0 ? [name] : []
  })
  graph.fact(`${folder}#modules`, [...new Set(names)].toSorted().join(' '))
}

/** A folder of libraries, named by `PYTHONPATH`: all of it may be loaded. */
export function followPythonFolder(graph: GraphSink, folder: string): void {
  if (!graph.isGuarded(folder)) return
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const name of ['__init__.py', '__init__.pyc'])
        if (isFileAt(join(path, name))) graph.file(join(path, name), 'data')
    } else if (isModule(path)) graph.file(path, 'data')
  }
}

/** Whether `-m` would find a module in a folder. */
export function hasModule(module: string, folder: string): boolean {
  const [top = ''] = module.split('.')
  return top !== '' && (isFolderAt(join(folder, top)) || isFileAt(join(folder, `${top}.py`)))
}

function followPackage(graph: GraphSink, folder: string): void {
  if (!graph.isGuarded(folder) || graph.roots.includes(folder)) return
  for (const path of filesBelow(folder, (name) => name !== '__main__.py'))
    if (isModule(path)) graph.file(path, codeKind(path) === 'python' ? 'started' : 'data')
}

/** Compiled code counts where its source is missing: else it is read from a place of ours. */
function isModule(path: string): boolean {
  if (/\.(?:pyw?|pyd|so|pyz)$/.test(path)) return true
  return path.endsWith('.pyc') && !isFileAt(path.slice(0, -1))
}
