/**
 * One manifest becomes one tool.
 *
 * @module
 */
import { dirname } from 'node:path'
import {
  type AnySpec,
  buildRemoteTool,
  type ExternalFacts,
  type Tool,
  type ToolSource,
} from '../../../define/index.ts'
import { type JsonSchema, ToolyardError, toSnakeCase } from '../../../kernel/index.ts'
import { checkCommand } from './check-command.ts'
import { findCommand } from './find-command.ts'
import { stemOf } from './manifest-name.ts'
import { type ProgramManifest, readManifest } from './read-manifest.ts'
import { toParameterSchema } from './short-schema.ts'

export interface ProgramFile {
  /** The manifest, links resolved. */
  readonly file: string
  readonly source: ToolSource
  /** Where the manifest names none. */
  readonly category?: string | undefined
}

/** Throws `invalid_definition`. */
export async function readProgram({ file, source, category }: ProgramFile): Promise<Tool> {
  const manifest = await readManifest(file)
  const schema = toParameterSchema(manifest.parameters ?? {})
  const { command, files } = await findCommand(file, manifest.command)
  checkCommand(command, manifest, parameterNames(schema))
  const external = factsOf(manifest, { command, folder: dirname(file) })
  const spec = specOf(manifest, { schema, name: toSnakeCase(stemOf(file)), category })
  if (spec.description === undefined)
    throw new ToolyardError('invalid_definition', `Tool "${spec.name}" has no description`, {
      hint: 'Say in one sentence what the tool does: description = "…".',
    })
  return buildRemoteTool(spec, source, {
    implementation: { kind: 'external', external },
    text: command.join(' '),
    // A changed program is another version of the tool.
    identity: files,
    streaming: external.mode !== 'plain' || manifest.output === undefined,
  })
}

/** What the schema says; undefined if it is not one plain list. */
function parameterNames({ properties, ...rest }: JsonSchema): readonly string[] | undefined {
  if (['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in rest)) return undefined
  return Object.keys(properties ?? {})
}

function factsOf(
  { mode = 'events', stdin, env, network, readOnly, okExitCodes, idleMs }: ProgramManifest,
  place: Pick<ExternalFacts, 'command' | 'folder'>,
): ExternalFacts {
  return Object.freeze({
    ...place,
    mode,
    ...(stdin !== undefined && { stdin }),
    ...(env && { env }),
    ...(network !== undefined && { network }),
    ...(readOnly !== undefined && { readOnly }),
    ...(okExitCodes && { okExitCodes }),
    ...(idleMs !== undefined && { idleMs }),
  })
}

interface Defaults {
  readonly schema: JsonSchema
  readonly name: string
  readonly category: string | undefined
}

function specOf(manifest: ProgramManifest, { schema, name, category }: Defaults): AnySpec {
  const { title, description, version, output, permission, effects, confirm, idempotent, timeout } = manifest
  const { titles, descriptions, queue, tags = [], examples, aliases, provided } = manifest
  const spec = {
    name: manifest.name ?? name,
    title,
    description,
    titles,
    descriptions,
    category: manifest.category ?? category,
    version,
    inputSchema: schema,
    outputSchema: output,
    permission,
    effects,
    confirm,
    idempotent,
    timeoutMs: timeout,
    queue,
    tags: [...new Set([...tags, 'sandbox'])],
    examples,
    aliases,
    provided,
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined))
}
