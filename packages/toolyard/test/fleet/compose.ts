/** What the services of `deploy/compose.yaml` run, as plain processes of this machine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Service {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly deploy?: { readonly replicas: number }
}

const file = join(import.meta.dirname, '../../../../deploy/compose.yaml')
const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
}

export function serviceOf(name: string): Service {
  const found = services[name]
  if (!found) throw new Error(`compose.yaml has no service ${name}`)
  return found
}

/** Arguments of `toolyard` as the service has them, with the project's folder for that of the image. */
export function argumentsOf(name: string, folder: string): readonly string[] {
  const [program, ...words] = serviceOf(name).command
  if (program !== 'toolyard') throw new Error(`${name} does not run toolyard`)
  return words.map((word) => word.replace(/^\/app/, folder))
}
