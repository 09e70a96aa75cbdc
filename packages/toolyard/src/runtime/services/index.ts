/**
 * What the installation offers its tools beside the machine, one file for each service. A service is made when a tool first asks
 * for it.
 *
 * @module
 */
import type { Services } from '../../define/index.ts'
import type { CompanyCaller, Core } from '../../pipeline/index.ts'
import type { Store } from '../../store/index.ts'
import type { ToolyardOptions } from '../options.ts'
import { channelsOf } from './channels.ts'

export interface ServiceParts {
  readonly core: Core
  readonly store: Store
  readonly now: () => number
}

export function servicesOf(
  options: ToolyardOptions,
  parts: ServiceParts,
): (caller: CompanyCaller) => Services {
  const channels = channelsOf(options, parts)
  return (_caller) => ({
    web: options.web ?? {},
    channels: channels(),
  })
}
