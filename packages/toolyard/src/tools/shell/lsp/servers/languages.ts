/**
 * The languages that are known without configuration, and the table with the user's changes.
 *
 * @module
 */
import { extname } from 'node:path'
import { ToolyardError } from '../../../../kernel/index.ts'
import type { LanguageServerSettings, LanguageSetting } from '../../../../host/index.ts'
import type { Language, ServerSpec } from './language.ts'

const typescript: Language = {
  name: 'typescript',
  title: 'TypeScript and JavaScript',
  endings: {
    '.ts': 'typescript',
    '.mts': 'typescript',
    '.cts': 'typescript',
    '.tsx': 'typescriptreact',
    '.js': 'javascript',
    '.mjs': 'javascript',
    '.cjs': 'javascript',
    '.jsx': 'javascriptreact',
  },
  configuration: ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json', 'package.json'],
  servers: [
    {
      name: 'TypeScript 7',
      command: ['tsc', '--lsp', '--stdio'],
      npm: { package: 'typescript', major: 7, only: true },
      install: 'npm install --save-dev typescript@7',
      readiness: 'at-once',
    },
    {
      name: 'typescript-language-server',
      command: ['typescript-language-server', '--stdio'],
      npm: { package: 'typescript-language-server' },
      install: 'npm install --save-dev typescript-language-server typescript',
      readiness: 'at-once',
      initializationOptions: {
        // It answers before it has read the project otherwise, from one file alone.
        tsserver: { useSyntaxServer: 'never' },
        // Without it a shorthand `{ name }` would get another property.
        preferences: { providePrefixAndSuffixTextForRename: true },
      },
    },
  ],
}

const pythonPackages = ['.local/lib', '.local/share/uv', '.virtualenvs']

const python: Language = {
  name: 'python',
  title: 'Python',
  endings: { '.py': 'python', '.pyi': 'python' },
  configuration: ['pyproject.toml', 'pyrightconfig.json', 'setup.cfg', 'setup.py', 'requirements.txt'],
  servers: [
    {
      name: 'pyright',
      command: ['pyright-langserver', '--stdio'],
      npm: { package: 'pyright' },
      install: 'npm install --save-dev pyright',
      readiness: 'diagnostics',
      readable: pythonPackages,
    },
    {
      name: 'pylsp',
      command: ['pylsp'],
      install: 'pip install python-lsp-server',
      readiness: 'at-once',
      readable: pythonPackages,
    },
  ],
}

const others: readonly Language[] = [
  {
    name: 'go',
    title: 'Go',
    endings: { '.go': 'go' },
    configuration: ['go.mod', 'go.sum', 'go.work'],
    servers: [
      {
        name: 'gopls',
        command: ['gopls'],
        install: 'go install golang.org/x/tools/gopls@latest',
        readiness: 'progress',
        readable: ['go', '.cache/go-build'],
      },
    ],
  },
  {
    name: 'rust',
    title: 'Rust',
    endings: { '.rs': 'rust' },
    configuration: ['Cargo.toml', 'Cargo.lock', 'rust-project.json'],
    servers: [
      {
        name: 'rust-analyzer',
        command: ['rust-analyzer'],
        install: 'rustup component add rust-analyzer',
        readiness: 'status',
        readable: ['.cargo/registry', '.cargo/git', '.rustup'],
      },
    ],
  },
  {
    name: 'c',
    title: 'C and C++',
    endings: {
      '.c': 'c',
      '.h': 'c',
      '.cc': 'cpp',
      '.cpp': 'cpp',
      '.cxx': 'cpp',
      '.hh': 'cpp',
      '.hpp': 'cpp',
      '.hxx': 'cpp',
    },
    configuration: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
    servers: [
      { name: 'clangd', command: ['clangd'], install: 'apt-get install clangd', readiness: 'progress' },
    ],
  },
  webLanguage('json', 'JSON', { '.json': 'json', '.jsonc': 'jsonc' }),
  webLanguage('css', 'CSS', { '.css': 'css', '.scss': 'scss', '.less': 'less' }),
  webLanguage('html', 'HTML', { '.html': 'html', '.htm': 'html' }),
]

export const knownLanguages: readonly Language[] = [typescript, python, ...others]

/** The known languages with the user's changes; what is wrong in these is told at once. */
export function languageTable({ languages = {} }: LanguageServerSettings): readonly Language[] {
  const changed = knownLanguages.flatMap((known) => {
    const setting = languages[known.name]
    if (setting === undefined) return [known]
    return setting === false ? [] : [changedLanguage(known.name, setting, known)]
  })
  const names = new Set(knownLanguages.map(({ name }) => name))
  const added = Object.entries(languages).flatMap(([name, setting]) =>
    names.has(name) || setting === false ? [] : [changedLanguage(name, setting, undefined)],
  )
  return [...added, ...changed]
}

/** The language of a file, by the ending of its name. */
export function languageOf(path: string, table: readonly Language[]): Language | undefined {
  const ending = extname(path).toLowerCase()
  return table.find(({ endings }) => Object.hasOwn(endings, ending))
}

function changedLanguage(name: string, setting: LanguageSetting, known: Language | undefined): Language {
  const endings = setting.endings ?? known?.endings
  if (setting.command.length === 0 || endings === undefined) {
    throw new ToolyardError('invalid_config', `the language server of "${name}" lacks ${missing(setting)}`, {
      hint: "Write { command: ['my-server', '--stdio'], endings: { '.ext': 'language-id' } }.",
    })
  }
  const [program = name] = setting.command
  const server: ServerSpec = {
    name: program.split('/').at(-1) ?? program,
    command: setting.command,
    install: setting.install ?? `Install ${program}, or change its command in the configuration.`,
    readiness: setting.readiness ?? 'at-once',
    ...(setting.settings && { settings: setting.settings }),
    ...(setting.initializationOptions !== undefined && {
      initializationOptions: setting.initializationOptions,
    }),
  }
  return {
    name,
    title: setting.title ?? known?.title ?? name,
    endings,
    configuration: setting.configuration ?? known?.configuration ?? [],
    servers: [server],
  }
}

function missing({ command }: LanguageSetting): string {
  return command.length === 0 ? 'a command' : 'the endings of its files'
}

function webLanguage(name: string, title: string, endings: Readonly<Record<string, string>>): Language {
  return {
    name,
    title,
    endings,
    configuration: [],
    hasNames: false,
    servers: [
      {
        name: `vscode-${name}-language-server`,
        command: [`vscode-${name}-language-server`, '--stdio'],
        npm: { package: 'vscode-langservers-extracted' },
        install: 'npm install --save-dev vscode-langservers-extracted',
        readiness: 'at-once',
      },
    ],
  }
}
