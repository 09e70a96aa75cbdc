/**
 * `ToolFactory`: a Toolyard under the names of older code.
 *
 * Finds, registers and runs tools; everything runs through the pipeline of the `ToolService` in it.
 *
 * @module
 */
import { isToolClass, type MadeFrom, outputOf, type ToolManifest } from '../../define/index.ts'
import { tellValue, ToolyardError } from '../../kernel/index.ts'
import type { CallOptions } from '../../pipeline/index.ts'
import type { RegisteredTool } from '../../registry/index.ts'
import { createToolyard } from '../create-toolyard.ts'
import type { ToolyardOptions } from '../options.ts'
import type { ToolService } from '../service/tool-service.ts'

/** What `ToolFactory.getTool` tells of a tool. */
export interface ToolInfo {
  readonly name: string
  readonly description: string
  /** JSON Schema of the parameters. */
  readonly parameters: ToolManifest['inputSchema']
  /** The schema of the parameters as the class has it, where it is a class; else `parameters`. */
  readonly paramsClass: unknown
  /** The class, where there is one. */
  readonly class?: MadeFrom['class']
}

/** A result in older words: one of `output` and `error` is there. */
export interface RunResult {
  readonly name: string
  readonly output?: unknown
  readonly error?: string
}

/** Finds, registers and runs tools. Not a singleton: make one where the program starts. */
export class ToolFactory {
  readonly yard: ToolService

  constructor(yard: ToolService) {
    this.yard = yard
  }

  /** The folders were scanned by `createToolyard`; answers how many tools there are. */
  async initialize(): Promise<number> {
    return this.yard.registry.toolNames.length
  }

  /** Files that gave no tool, and why; the others are registered. */
  async autoDiscoverTools(): Promise<ToolService['problems']> {
    return this.yard.problems
  }

  /** Takes a class that `@tool()` marked and passes over every other, with a warning; answers whether it was taken. */
  registerTool(toolClass: unknown): boolean {
    if (!isToolClass(toolClass)) {
      const name = typeof toolClass === 'function' ? toolClass.name : tellValue(toolClass)
      process.emitWarning(`${name} is not marked by @tool() and was passed over`, 'ToolyardWarning')
      return false
    }
    this.yard.registry.register(toolClass, { replace: true })
    return true
  }

  getTool(toolName: string): ToolInfo | undefined {
    const tool = this.yard.registry.get(toolName)
    return tool && infoOf(tool)
  }

  getToolInstance(toolName: string): RegisteredTool {
    const tool = this.yard.registry.get(toolName)
    if (!tool)
      throw new ToolyardError('tool_not_found', `there is no tool "${toolName}"`, {
        tool: toolName,
        hint: 'getAllTools() lists them.',
      })
    return tool
  }

  getAllTools(): Record<string, ToolInfo> {
    return Object.fromEntries(this.getAllToolInstances().map((tool) => [tool.name, infoOf(tool)]))
  }

  getAllToolInstances(): RegisteredTool[] {
    return this.yard.registry.toolNames.map((name) => this.getToolInstance(name))
  }

  /** Never throws: a fault is told in `error`. */
  async runTool(
    toolContext: CallOptions | undefined,
    toolName: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<RunResult> {
    const result = await this.yard.call(toolName, args, toolContext)
    return result.error
      ? { name: toolName, error: result.error.message }
      : { name: toolName, output: outputOf(result) }
  }
}

/** A factory with a Toolyard of its own; close it by `factory.yard.close()`. */
export async function createToolFactory(options: ToolyardOptions = {}): Promise<ToolFactory> {
  return new ToolFactory(await createToolyard(options))
}

function infoOf({ name, description, parameters, madeFrom }: RegisteredTool): ToolInfo {
  return {
    name,
    description,
    parameters,
    paramsClass: madeFrom?.inputSchema ?? parameters,
    ...(madeFrom && { class: madeFrom.class }),
  }
}
