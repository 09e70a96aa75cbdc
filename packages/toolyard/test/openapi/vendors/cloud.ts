/** Every part in a file of its own. */
import { manyFiles } from '../many-files.ts'
import type { VendorDocument } from './vendor.ts'

export const cloud: VendorDocument = {
  like: 'DigitalOcean',
  document: 'api.yaml',
  files(host) {
    const files = manyFiles(2)
    const document = files.get('api.yaml') ?? ''
    const lostPath = "  /lost:\n    post:\n      $ref: 'resources/gone.yml'\n"
    return files.set(
      'api.yaml',
      `${document.replace('https://api.example.com', `http://${host}`)}${lostPath}`,
    )
  },
  tools: {
    things0_create: ['name', 'tags'],
    things0_get: ['thing_id'],
    things1_create: ['name', 'tags'],
    things1_get: ['thing_id'],
  },
  refused: { 'POST /lost': /refers to "resources\/gone.yml", which leads nowhere/ },
  requests: [
    {
      tool: 'things1_create',
      input: { name: 'web', tags: ['a'] },
      line: 'POST /v2/things1',
      body: { name: 'web', tags: ['a'] },
      contentType: 'application/json',
    },
    { tool: 'things0_get', input: { thing_id: 3 }, line: 'GET /v2/things0/3' },
  ],
  answers: [
    { tool: 'things0_get', input: { thing_id: 3 }, answer: { thing: { id: 'three', next: { id: null } } } },
    { tool: 'things0_create', input: { name: 'web' }, answer: { thing: { region: 'nyc' } } },
  ],
}
