/** The flags that every command takes. */
import { policyModes } from '../pipeline/policy/index.ts'
import { flag, type OptionsOf } from './takes.ts'

export const commonFlags = {
  config: flag(
    '--config <file>',
    'configuration to load (default: toolyard.config.ts from here upward, once trusted)',
  ),
  workspace: flag(
    '--workspace <folder>',
    'folder that tools may work in (default: the folder of the configuration)',
  ),
  agent: flag('--agent <name>', 'agent on whose behalf to act'),
  mode: flag('--mode <mode>', `policy mode: ${policyModes.join(', ')}`),
  approvals: flag(
    '--approvals <what>',
    'where a call needs a person and nobody is at the terminal: wait, pending or deny (default: deny)',
  ),
  trustChanges: flag(
    '--trust-changes',
    'take changes of trusted files as your own, for this run: while you develop tools',
  ),
  wide: flag('--wide', 'tables as wide as what is in them (default: as the terminal, or 80 columns)'),
  jsonOutput: flag('--json-output', 'answer in JSON, mistakes included'),
}

export type CommonFlags = OptionsOf<typeof commonFlags>
