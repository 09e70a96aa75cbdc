/** Calls of built-in tools in their several actions, and what the data of each answer must hold. */
import { nasty, type Place } from './place.ts'

export type Data = Readonly<Record<string, unknown>>

/** Arguments, from the place and what the call before answered, and the members that its data must have. */
export type Step = readonly [
  input: object | ((place: Place, last: Data) => object),
  members: readonly string[],
]

const to =
  (path: string, more: object = {}) =>
  ({ origin }: Place) => ({ url: origin + path, ...more })
const ofLast = (member: string, more: object) => (_: Place, last: Data) => ({
  ...more,
  id: (last[member] as { readonly id: string }).id,
})

export const steps: Readonly<Record<string, readonly Step[]>> = {
  ask_user_question: [
    [{ questions: [{ question: 'Which?', options: [{ label: 'Red' }] }, { question: 'Why?' }] }, ['answers']],
    [
      { questions: [{ question: 'All?', options: [{ label: 'A' }, { label: 'B' }], multiple: true }] },
      ['answers'],
    ],
  ],
  spawn: [
    [{ task: 'Look.', agent: 'worker', wait: true }, ['agent', 'run', 'thread', 'answer']],
    [{ task: 'Look again.', agent: 'worker' }, ['agent', 'run', 'thread']],
  ],
  team_agent: [[{ agent: 'worker', message: 'Look.' }, ['agent', 'thread', 'answer']]],
  task_broadcast: [
    [{ task: 'Look.', agents: ['worker', 'nobody'], wait: true }, ['batch', 'rows']],
    [{ task: 'Look again.', agents: ['worker'] }, ['batch', 'rows']],
  ],
  cron: [
    [{ action: 'list' }, ['done', 'schedules']],
    [
      { action: 'add', name: 'hourly', schedule: 'every 1h', tool: 'task', args: { action: 'list' } },
      ['done', 'schedules'],
    ],
    [{ action: 'pause', name: 'hourly' }, ['done', 'schedules']],
    [{ action: 'resume', name: 'hourly' }, ['done', 'schedules']],
    [{ action: 'run', name: 'hourly' }, ['done', 'schedules']],
    [{ action: 'history', name: 'hourly' }, ['done', 'schedules', 'history']],
    [{ action: 'remove', name: 'hourly' }, ['done', 'schedules']],
  ],
  task: [
    [{ action: 'list' }, ['tasks']],
    [{ action: 'create', title: `Bake ${nasty}`, details: 'Bread.' }, ['tasks', 'created']],
    [{ action: 'create', title: 'Knead', parent: '1', status: 'in_progress' }, ['tasks', 'created']],
    [{ action: 'complete', id: '2' }, ['tasks']],
    [{ action: 'update', id: '1', status: 'dropped' }, ['tasks']],
    [{ action: 'remove', id: '2' }, ['tasks']],
  ],
  forum: [
    [{ action: 'list' }, ['topics', 'me']],
    [{ action: 'post', topic: 'bread', content: `Hi @worker ${nasty}` }, ['posted', 'me']],
    [ofLast('posted', { action: 'reply', content: 'Thanks.' }), ['posted', 'me']],
    [ofLast('posted', { action: 'read' }), ['posts', 'me']],
    [{ action: 'list' }, ['topics', 'me']],
    [{ action: 'list', topic: 'bread' }, ['posts', 'me']],
    [{ action: 'list', mentions_me: true }, ['posts', 'me']],
  ],
  memory: [
    [{ action: 'save', text: 'Likes\u200b tea.\u202e\u001b[31m', scope: 'person' }, ['done', 'notes']],
    [{ action: 'search', query: 'tea' }, ['done', 'notes']],
    [{ action: 'list' }, ['done', 'notes']],
    [{ action: 'forget', id: '1' }, ['done', 'notes']],
  ],
  schedule: [
    [{ action: 'list', tz: 'Berlin' }, ['zone', 'events']],
    [
      { action: 'add', title: `Review ${nasty}`, start: '2099-11-20T15:00', place: 'Room 1', notes: 'x' },
      ['event', 'conflicts'],
    ],
    [
      { action: 'add', title: 'Daily', start: '2099-11-20T15:30', repeat: 'every weekday' },
      ['event', 'conflicts'],
    ],
    [ofLast('event', { action: 'update', occurrence: '2099-11-23', start: '17:00' }), ['event', 'conflicts']],
    [{ action: 'list', from: '2099-11-20', to: '2099-11-30' }, ['zone', 'events']],
    [{ action: 'free', from: '2099-11-20', to: '2099-11-24' }, ['zone', 'slots']],
    [{ action: 'export' }, ['ics', 'count']],
    [{ action: 'export', path: 'all.ics' }, ['path', 'count']],
    [{ action: 'import', path: 'all.ics' }, ['added', 'updated']],
    [{ action: 'add', title: 'Weekly', start: '2098-01-03', repeat: 'weekly' }, ['event', 'conflicts']],
    [ofLast('event', { action: 'remove', occurrence: '2098-01-10' }), ['removed', 'occurrence']],
    [(_, { removed }) => ({ action: 'remove', id: removed }), ['removed']],
  ],
  search_tools: [
    [{ query: 'plan of a conversation' }, ['tools']],
    [{ query: 'xqzzy' }, ['tools']],
  ],
  remote_trigger: [
    [{ action: 'list' }, ['remotes']],
    [{ action: 'call', name: 'deploy' }, ['status', 'answer']],
  ],
  message: [
    [{ content: 'The build is **done**.', channel: 'console' }, ['channel', 'platform', 'to', 'ids']],
  ],
  web_fetch: [
    [to('/'), ['url', 'status', 'type', 'title', 'text', 'characters', 'left_out']],
    [to('/long'), ['text', 'next_offset']],
    [to('/items', { format: 'text' }), ['text']],
  ],
  web_search: [
    [{ query: 'node', num_results: 3 }, ['provider', 'results']],
    [{ query: 'node', site: 'example.com' }, ['provider', 'results']],
  ],
  http_request: [
    [to('/items'), ['status', 'url', 'type', 'headers', 'body', 'bytes']],
    [to('/file'), ['status', 'body', 'notes']],
    [to('/file', { save_to: 'new/file.zip' }), ['status', 'saved', 'bytes']],
    [to('/none', { method: 'POST', json: {} }), ['status', 'body']],
    [to('/items', { method: 'HEAD' }), ['status', 'headers']],
    [to('/long'), ['status', 'body', 'truncated']],
  ],
  use_browser: [
    [{ action: 'tabs' }, ['tabs']],
    [to('/', { action: 'open' }), ['tab', 'url', 'title', 'page']],
    [
      (_, { page: shown }) => ({
        action: 'click',
        ref: /button "Press".*\[ref=(e\d+)\]/.exec(String(shown))?.[1],
      }),
      ['page', 'changes'],
    ],
    [{ action: 'snapshot' }, ['page']],
    [
      (_, { page: shown }) => ({
        action: 'download',
        ref: /link "File".*\[ref=(e\d+)\]/.exec(String(shown))?.[1],
        path: 'file.zip',
      }),
      ['saved', 'bytes'],
    ],
    [{ action: 'evaluate', script: '({ a: [1, "b"] })' }, ['result']],
    [{ action: 'evaluate', script: 'undefined' }, ['tab']],
    [{ action: 'network', all: true }, ['requests']],
    [{ action: 'screenshot' }, ['tab']],
    [{ action: 'pdf', path: 'page.pdf' }, ['saved', 'bytes', 'notes']],
    [{ action: 'evaluate', script: 'setTimeout(() => alert("hello"), 0)' }, ['tab']],
    [{ action: 'dialog' }, ['tab']],
    [{ action: 'tabs' }, ['tabs']],
    [{ action: 'close' }, ['notes']],
  ],
  mcp_client: [
    [{ action: 'servers' }, ['servers']],
    [{ action: 'tools', server: 'docs' }, ['tools']],
    [{ action: 'call', server: 'docs', name: 'echo', arguments: { message: nasty } }, ['text']],
    [
      { action: 'call', server: 'docs', name: 'get-structured-content', arguments: { location: 'Chicago' } },
      ['result'],
    ],
    [{ action: 'call', server: 'docs', name: 'get-tiny-image' }, ['text']],
    [{ action: 'resources', server: 'docs' }, ['resources']],
    [
      (_, { resources }) => ({
        action: 'read',
        server: 'docs',
        name: (resources as { readonly uri: string }[]).find(({ uri }) => uri.endsWith('.md'))?.uri,
      }),
      ['text'],
    ],
    [{ action: 'prompts', server: 'docs' }, ['prompts']],
    [{ action: 'prompt', server: 'docs', name: 'args-prompt', arguments: { city: 'Rome' } }, ['text']],
  ],
  time: [
    [{}, ['time', 'zone', 'utc', 'unix', 'weekday', 'week']],
    [
      { action: 'convert', time: '2026-03-30T15:00', tz: 'Berlin', to_tz: 'Shanghai' },
      ['time', 'from', 'from_zone'],
    ],
    [{ action: 'add', time: '2026-01-31', duration: '1 month' }, ['time']],
    [{ action: 'difference', time: '2026-02-01', end: '2026-03-01' }, ['from', 'to', 'duration', 'days']],
    [
      { action: 'difference', time: '2026-02-01T10:00', end: '2026-02-01T11:30:20' },
      ['hours', 'minutes', 'seconds'],
    ],
    [{ action: 'parse', time: 'next Friday 3pm' }, ['time', 'notes']],
    [{ action: 'next', time: 'Feb 29' }, ['time']],
  ],
  skill: [
    [{}, ['skills']],
    [{ name: 'bake' }, ['name', 'folder', 'text', 'files']],
    [{ name: 'bake', path: 'flour.md' }, ['name', 'path', 'text']],
  ],
  search: [
    [{ query: 'bread' }, ['findings', 'missing']],
    [{ query: 'node', in: ['web', 'files'] }, ['findings', 'missing']],
    [{ query: 'zzxqq' }, ['findings', 'missing']],
  ],
}
