/** A document in which every operation, parameter, answer and model has a file of its own, as that of a large cloud does. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Ten files for each resource, two of them samples that nothing needs, and six that all of them share. */
export const filesPerResource = 10
export const sharedFiles = 6

/** The texts of its files by path; `api.yaml` is the document. Two operations for each of an even number of resources. */
export function manyFiles(resources: number): Map<string, string> {
  const files = new Map(Object.entries(shared))
  let paths = ''
  for (let at = 0; at < resources; at++) {
    const folder = `resources/thing${at}`
    paths += `  /v2/things${at}:\n    post:\n      $ref: '${folder}/create.yml'\n`
    paths += `  /v2/things${at}/{thing_id}:\n    get:\n      $ref: '${folder}/get.yml'\n`
    for (const [name, content] of Object.entries({ ...operationFiles(at), ...modelFiles(at) }))
      files.set(`${folder}/${name}`, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return files.set('api.yaml', `${head}paths:\n${paths}`)
}

const shared: Readonly<Record<string, string>> = {
  'shared/attributes.yml': '{"tags":{"type":"array","items":{"type":"string"}}}',
  'shared/region.yml': '{"type":"object","properties":{"slug":{"type":"string"}}}',
  'shared/headers.yml': '{"limit":{"schema":{"type":"integer"}}}',
  'shared/error.yml': '{"description":"No.","content":{"application/json":{"schema":{"type":"object"}}}}',
  'description.yml': 'introduction: |\n  # Things\n',
}

function operationFiles(at: number): Record<string, string | object> {
  const sample = 'lang: cURL\nsource: curl https://api.example.com\n'
  return {
    'create.yml': createYaml(at),
    'get.yml': getYaml(at),
    'examples/create.yml': sample,
    'examples/get.yml': sample,
    'parameters.yml': {
      thing_id: { in: 'path', name: 'thing_id', required: true, schema: { type: 'integer', minimum: 1 } },
    },
    'requests/create.yml': {
      required: true,
      content: { 'application/json': { schema: { $ref: '../models/create.yml' } } },
    },
  }
}

function modelFiles(at: number): Record<string, object> {
  const thing = { type: 'object', properties: { thing: { $ref: '../models/thing.yml' } } }
  return {
    'responses/one.yml': {
      description: 'The thing.',
      headers: { 'ratelimit-limit': { $ref: '../../../shared/headers.yml#/limit' } },
      content: { 'application/json': { schema: thing } },
    },
    'models/create.yml': { allOf: [{ $ref: 'base.yml' }, { type: 'object', required: ['name'] }] },
    'models/base.yml': {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 100 },
        tags: { $ref: '../../../shared/attributes.yml#/tags' },
      },
    },
    // Two lead to each other.
    'models/thing.yml': {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer' },
        region: { $ref: '../../../shared/region.yml' },
        next: { $ref: `../../thing${at % 2 === 0 ? at + 1 : at - 1}/models/thing.yml` },
      },
    },
  }
}

const head = `openapi: 3.0.0
info:
  title: Things
  version: '2.0'
  description:
    $ref: 'description.yml#/introduction'
servers:
  - url: https://api.example.com
`

function createYaml(at: number): string {
  return `operationId: things${at}_create
summary: Create a thing
tags: [Things]
requestBody:
  $ref: 'requests/create.yml'
${answers('201')}${samples('create')}`
}

function getYaml(at: number): string {
  return `operationId: things${at}_get
summary: Get a thing
tags: [Things]
parameters:
  - $ref: 'parameters.yml#/thing_id'
${answers('200')}${samples('get')}`
}

const answers = (status: string): string =>
  `responses:\n  '${status}':\n    $ref: 'responses/one.yml'\n  default:\n    $ref: '../../shared/error.yml'\n`

const samples = (name: string): string => `x-codeSamples:\n  - $ref: 'examples/${name}.yml'\n`

export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const path of new Set([...files.keys()].map((file) => dirname(file))))
    await mkdir(join(folder, path), { recursive: true })
  await Promise.all([...files].map(([path, text]) => writeFile(join(folder, path), text)))
}
