/**
 * An answer that is not whole: its calls may be parts of what was meant, so none of them is made, and the model is told why.
 *
 * @module
 */
import type { ToolFault, ToolResult } from '../../define/index.ts'
import type { RunStepEnd } from '../../store/index.ts'
import type { ModelAnswer } from '../models/index.ts'
import type { RunEnd } from '../run/run-event.ts'
import { faultResult } from './call-tools.ts'
import type { WantedCall } from './read-calls.ts'

/** So often in a row the model may try again. */
export const mostCuts = 3

/** How a run ends whose last answer ended so. */
export const endAfter: Readonly<Record<ModelAnswer['reason'], RunEnd>> = {
  stop: 'finished',
  length: 'cut_off',
  refused: 'refused',
}

/** How the step ended in which the model answered so. */
export const stepEndAfter: Readonly<Record<ModelAnswer['reason'], RunStepEnd>> = {
  stop: 'answered',
  length: 'cut_off',
  refused: 'refused',
}

export function notMade(call: WantedCall, reason: 'length' | 'refused'): ToolResult {
  return faultResult(call, faults[reason])
}

export function notMadeFault(reason: 'length' | 'refused'): ToolFault {
  return faults[reason]
}

const faults: Readonly<Record<'length' | 'refused', ToolFault>> = {
  length: {
    code: 'cancelled',
    message: 'this call was not made: your answer reached its longest and was cut off.',
    hint: 'Answer again in fewer words, with fewer calls at a time or shorter arguments.',
    retryable: true,
  },
  refused: {
    code: 'cancelled',
    message: 'this call was not made: the service withheld the rest of the answer.',
    retryable: false,
  },
}
