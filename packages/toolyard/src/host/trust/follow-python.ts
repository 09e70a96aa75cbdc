/**
 * What a Python program loads from the folder that it starts in.
 *
 * That folder stands first on its path, so every module in it may be imported, also instead of one of Python's own: all of
 * them count. Those that a line plainly imports are kept from being written, too. Of other folders the files count that a
 * quoted string names.
 *
 * @module
 */
import { dirname, join, relative } from 'node:path'
import { codeKind, entriesOf, filesBelow, isFileAt, isFolderAt, textAt } from './code-files.ts'
import type { GraphSink, FileUse } from './graph-sink.ts'
import { quotedFiles } from './quoted-paths.ts'
import { isModule } from './sweep.ts'

/** Also behind another statement: `import os; import plugin`, `try: import plugin`. */
const importing =
  /(?:^|[;:])[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]*import|import[ \t]+([\w., \t]+))|\b(?:import_module|__import__|run_module)\s*\(\s*['"]([\w.]+)/gm
/** What it loads or starts shows only when it runs. */
const computed =
  /\b(?:importlib|__import__|runpy|zipimport|imp|sys\.path|__path__|addsitedir|subprocess|multiprocessing|popen\w*|ctypes|cffi|CDLL|create_subprocess_\w+|posix_spawn\w*|system|exec\w*|spawn\w*|eval)\b/i

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
export function followPython(graph: GraphSink, file: string, use: FileUse): void {
  const folder = dirname(file)
  const text = textAt(file) ?? ''
  for (const path of quotedFiles(text, [folder, ...graph.bases])) graph.file(path, use)
  if (use === 'started' && computed.test(text)) graph.sweep(folder, 'code')
  if (use === 'possible') return graph.sweep(folder, 'modules')
  followStartFolder(graph, folder)
  for (const [, from, names = '', called] of text.matchAll(importing)) {
    if (called !== undefined) followModule(graph, called, folder)
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
    for (const { name } of entriesOf(at))
      if (name.startsWith(`${top}.`) && isModule(join(at, name))) graph.file(join(at, name), 'started')
    if (!isFileAt(join(at, '__init__.py')) || dirname(at) === at) break
  }
}

/**
 * The folder that a program starts in: all modules, and by their full names those from which Python chooses: of `x.so` and
 * `x.py` it takes the first.
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
    return files.map((at) => relative(folder, at))
  })
  graph.fact(`${folder}#modules`, names.toSorted().join(' '))
  graph.sweep(folder, 'modules')
}

/** A folder of libraries, named by `PYTHONPATH`: all of it may be loaded. */
export function followPythonFolder(graph: GraphSink, folder: string): void {
  if (!graph.isGuarded(folder)) return
  graph.sweep(folder, 'modules')
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
