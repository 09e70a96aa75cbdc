/** Five hundred tools as they come together in an installation, and a hundred wishes in words that are not their names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, type Tool } from '../../src/define/index.ts'

const folder = join(import.meta.dirname, '../fixtures/tool-search')

/** Services of the kind that bring many tools which all read alike: what each is, and what it keeps. */
const services: readonly (readonly [string, string, readonly string[]])[] = [
  ['github', 'the code host', ['issue', 'gist', 'workflow']],
  ['jira', 'the issue tracker', ['sprint', 'epic', 'board']],
  ['notion', 'the notes app', ['page', 'block', 'comment']],
  ['trello', 'the kanban tool', ['card', 'board', 'checklist']],
  ['salesforce', 'the CRM', ['lead', 'opportunity', 'campaign']],
  ['hubspot', 'the marketing suite', ['deal', 'pipeline', 'form']],
  ['zendesk', 'the support desk', ['macro', 'view', 'rating']],
  ['stripe', 'the payment processor', ['payout', 'dispute', 'price']],
  ['shopify', 'the shop system', ['collection', 'theme', 'fulfilment']],
  ['figma', 'the design tool', ['frame', 'component', 'style']],
  ['airtable', 'the table service', ['base', 'record', 'field']],
  ['confluence', 'the wiki', ['space', 'article', 'template']],
  ['asana', 'the work planner', ['project', 'section', 'portfolio']],
  ['linear', 'the planning tool', ['cycle', 'roadmap', 'label']],
  ['datadog', 'the monitoring service', ['monitor', 'dashboard', 'notebook']],
  ['sentry', 'the error tracker', ['event', 'team', 'release']],
  ['aws', 'the cloud', ['bucket', 'queue', 'function']],
  ['twilio', 'the telephony service', ['number', 'recording', 'flow']],
  ['mailchimp', 'the newsletter service', ['audience', 'newsletter', 'segment']],
]
const verbs: readonly (readonly [string, (what: string) => string, readonly string[]])[] = [
  ['create', (what) => `Create a ${what}`, ['name', 'fields']],
  ['get', (what) => `Get one ${what} by its id`, ['id']],
  ['list', (what) => `List every ${what}, page by page`, ['cursor', 'limit']],
  ['update', (what) => `Update some fields of a ${what}`, ['id', 'fields']],
  ['delete', (what) => `Delete a ${what}`, ['id']],
  ['search', (what) => `Search for a ${what} by text`, ['query', 'limit']],
]

/** Each answers its name. */
export function fiveHundredTools(): readonly Tool[] {
  const own = linesOf('tools.txt').map(([name = '', description = '', parameters = '']) =>
    toolOf(name, description, parameters.split(', ')),
  )
  const others = services.flatMap(([service, kind, things]) =>
    things.flatMap((thing) =>
      verbs.map(([verb, tell, parameters]) =>
        toolOf(`${service}_${verb}_${thing}`, `${tell(thing)} in ${service}, ${kind}.`, parameters),
      ),
    ),
  )
  return [...own, ...others]
}

export function hundredQueries(): readonly { readonly query: string; readonly tool: string }[] {
  return linesOf('queries.txt').map(([query = '', tool = '']) => ({ query, tool }))
}

/** Written later than the others, for tools that no other wish is about. */
export function laterQueries(): readonly { readonly query: string; readonly tool: string }[] {
  return linesOf('later-queries.txt').map(([query = '', tool = '']) => ({ query, tool }))
}

function linesOf(file: string): readonly (readonly string[])[] {
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
}

function toolOf(name: string, description: string, parameters: readonly string[]): Tool {
  const properties = Object.fromEntries(parameters.map((key) => [key, { type: 'string' as const }]))
  return defineTool({
    name,
    description,
    inputSchema: { type: 'object', properties },
    permission: 'read',
    effects: 'none',
    execute: () => `ran ${name}`,
  })
}
