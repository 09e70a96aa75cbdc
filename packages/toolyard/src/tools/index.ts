/**
 * The built-in tools by group. What is known of them is in `manifests.json` (`npm run docs` writes it), so that a tool's own
 * file is loaded when the tool is first called.
 *
 * @module
 */
import type { Tool, ToolManifest } from '../define/index.ts'
import { chineseWords } from './chinese-words.ts'

export type BuiltinGroup = 'collab' | 'files' | 'shell' | 'system' | 'web'

/** Names under which models know these tools from elsewhere: understood, and never shown. */
export const toolAliases: Readonly<Record<string, string>> = {
  exec: 'bash',
  grep_search: 'grep',
  write_to_file: 'write_file',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'edit_file',
  Glob: 'glob',
  Grep: 'grep',
  Bash: 'bash',
  RemoteTriggerTool: 'remote_trigger',
  http_tools: 'http_request',
  time_reasoning: 'time',
  CronTool: 'cron',
  ScheduleCronTool: 'cron',
}

/** Rules for the one count for the other too: both write a file. */
export const ruledAs: Readonly<Record<string, string>> = { save_attachment: 'write_file' }

export type ToolLoader = () => Promise<{ readonly default: unknown }>

/** The file of each tool; parts bring others. */
export const toolFiles: Readonly<Record<BuiltinGroup, Readonly<Record<string, ToolLoader>>>> = {
  files: {
    read_file: () => import('./files/read-file.ts'),
    write_file: () => import('./files/write-file.ts'),
    edit_file: () => import('./files/edit-file.ts'),
    save_attachment: () => import('./files/save-attachment.ts'),
    list_dir: () => import('./files/list-dir.ts'),
    undo: () => import('./files/undo.ts'),
    glob: () => import('./files/glob.ts'),
    grep: () => import('./files/grep.ts'),
  },
  shell: {
    bash: () => import('./shell/bash.ts'),
    powershell: () => import('./shell/powershell.ts'),
    process: () => import('./shell/process.ts'),
    lsp: () => import('./shell/lsp.ts'),
    git: () => import('./shell/git.ts'),
    lint: () => import('./shell/lint.ts'),
  },
  collab: {
    ask_user_question: () => import('./collab/ask-user-question.ts'),
    spawn: () => import('./collab/spawn.ts'),
    team_agent: () => import('./collab/team-agent.ts'),
    task_broadcast: () => import('./collab/task-broadcast.ts'),
    forum: () => import('./collab/forum.ts'),
    schedule: () => import('./collab/schedule.ts'),
    search_tools: () => import('./collab/search-tools.ts'),
    remote_trigger: () => import('./collab/remote-trigger.ts'),
    message: () => import('./collab/message.ts'),
  },
  web: {
    web_fetch: () => import('./web/web-fetch.ts'),
    use_browser: () => import('./web/use-browser.ts'),
    web_search: () => import('./web/web-search.ts'),
    http_request: () => import('./web/http-request.ts'),
  },
  system: {
    read_result: () => import('./read-result.ts'),
    mcp_client: () => import('./mcp-client.ts'),
    time: () => import('./time.ts'),
    search: () => import('./search.ts'),
  },
}

export interface BuiltinTool {
  readonly name: string
  /** Absent if `manifests.json` is not in step: then the tool itself has to be asked. */
  readonly manifest: ToolManifest | undefined
  readonly load: () => Promise<Tool>
}

export const builtinGroups = Object.keys(toolFiles) as readonly BuiltinGroup[]

export async function describeTools(
  files: Readonly<Record<string, ToolLoader>>,
): Promise<readonly BuiltinTool[]> {
  const { default: manifests } = await import('./manifests.json', { with: { type: 'json' } })
  const known = manifests as unknown as Readonly<Record<string, ToolManifest>>
  return Object.entries(files).map(([name, file]) => ({
    name,
    manifest: known[name] && inChinese(known[name]),
    load: async () => (await file()).default as Tool,
  }))
}

function inChinese(manifest: ToolManifest): ToolManifest {
  const words = chineseWords[manifest.name]
  if (!words) return manifest
  const [title, description] = words
  return { ...manifest, titles: { zh: title }, descriptions: { zh: description } }
}
