/** The model of runs whose first process is killed. */
import type { ToolyardOptions } from 'toolyard'

export const model = 'local/some/model'

export function modelsAt(url: string): ToolyardOptions {
  const local = { baseUrl: `${url}/v1`, apiKey: '${DOOR_KEY}' }
  return {
    models: { providers: { local } },
    environment: { ...process.env, DOOR_KEY: 'key-of-local-1234' },
  }
}
