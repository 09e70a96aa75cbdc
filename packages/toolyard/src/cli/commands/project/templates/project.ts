/**
 * The files of a new project: settings, a tool with its test, and an agent that needs no key.
 *
 * @module
 */
import { functionTool } from './function-tool.ts'
import { planTool } from './tool-plan.ts'

export const explanationModes = ['off', 'optional', 'required'] as const
export type ExplanationChoice = (typeof explanationModes)[number]

export interface ProjectFile {
  /** From the folder of the project. */
  readonly path: string
  readonly text: string
  /** What it is, for the person who sees it for the first time. */
  readonly about: string
}

export interface ProjectFacts {
  /** Of the package. */
  readonly name: string
  readonly version: string
  readonly explanation: ExplanationChoice
}

/** A sentence to try the first tool with. */
export const trial = 'To be or not to be'
export const firstTool = 'count_words'
export const firstAgent = 'demo'
const script = 'agents/demo.json'

export function projectFiles({ name, version, explanation }: ProjectFacts): readonly ProjectFile[] {
  const [tool, test] = functionTool(planTool(firstTool))
  return [
    {
      path: 'toolyard.config.ts',
      text: configText('tools', { explanation, withAgent: true }),
      about: 'settings',
    },
    {
      path: `tools/${tool?.path ?? ''}`,
      text: tool?.text ?? '',
      about: 'a tool; every file in tools/ is one',
    },
    { path: `tools/${test?.path ?? ''}`, text: test?.text ?? '', about: 'its test: node --test' },
    { path: script, text: scriptText(explanation), about: 'what the demo agent says; needs no key' },
    { path: 'package.json', text: packageText(name, version), about: 'what to install' },
    { path: 'tsconfig.json', text: tsconfigText, about: 'types for your editor' },
    { path: '.gitignore', text: 'node_modules/\n.env\n', about: 'what git leaves out' },
  ]
}

export interface ConfigFacts {
  readonly explanation?: ExplanationChoice
  readonly withAgent?: boolean
}

export function configText(folder: string, { explanation, withAgent = false }: ConfigFacts = {}): string {
  const parts = [
    `  tools: { folders: [${JSON.stringify(folder).replaceAll('"', "'")}] },\n`,
    ...(explanation === undefined ? [] : [explanationText(explanation)]),
    ...(withAgent ? [agentText] : []),
  ]
  return `import { defineConfig } from 'toolyard'\n\nexport default defineConfig({\n${parts.join('\n')}})\n`
}

function explanationText(mode: ExplanationChoice): string {
  return `  policy: {
    // Whether the model says why it calls a tool: 'off', 'optional' or 'required'.
    // You read its reason in approvals and with "npx toolyard calls ID".
    explanation: '${mode}',
  },
`
}

const agentText = `  // Made at the first start; later "npx toolyard agent update" changes it. It follows
  // a script and needs no key. For a model: 'anthropic/…', 'openai/…', 'google/…'.
  agents: {
    create: [
      {
        name: '${firstAgent}',
        model: 'scripted/${script}',
        prompt: 'Count the words of what you are told.',
        toolIds: ['${firstTool}'],
      },
    ],
  },
`

function scriptText(explanation: ExplanationChoice): string {
  const why = explanation === 'off' ? {} : { explanation: 'I count the words that I was asked about.' }
  const turns = [
    { text: 'Let me count.', calls: [{ tool: firstTool, input: { ...why, text: '{{prompt}}' } }] },
    { text: 'That is {{lastResult}} words.' },
  ]
  return `${JSON.stringify({ repeat: true, turns }, undefined, 2)}\n`
}

function packageText(name: string, version: string): string {
  const settings = {
    name,
    private: true,
    type: 'module',
    scripts: { test: 'node --test', check: 'toolyard check' },
    dependencies: { toolyard: `^${version}`, zod: '^4.0.0' },
    devDependencies: { '@types/node': '^24.0.0' },
  }
  return `${JSON.stringify(settings, undefined, 2)}\n`
}

const tsconfigText = `{
  "compilerOptions": {
    "target": "esnext",
    "lib": ["esnext"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true
  }
}
`
