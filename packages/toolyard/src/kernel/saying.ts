/**
 * Sentences by name, for those who say them in another language. The English sentence is always there beside it: models, programs and
 * terminals read that one.
 *
 * @module
 */

/** A sentence that is not written out. What a value is follows from its place. */
export interface Saying {
  readonly key: SayingKey
  readonly values: readonly string[]
}

/** Sentences that the console says in its reader's language (`i18n/en/says.ts`). */
export type SayingKey = RequestSaying | CallSaying | FieldSaying

/** Of requests to the server. */
type RequestSaying =
  | 'agentNotFound'
  | 'agentNameTaken'
  | 'toolNotFound'
  | 'runnerNotFound'
  | 'modelName'
  | 'providerNotFound'
  | 'modelOfRunner'
  | 'noModel'
  | 'badSetting'
  | 'needsRole'
  | 'threadAtWork'
  | 'serverNotFound'
  | 'alreadyAnswered'
  | 'variableNotSet'

/** Of calls that did not run, or did not end well. */
type CallSaying =
  | 'agentHasNoTool'
  | 'toolRemoved'
  | 'toolChanged'
  | 'toolSwitchedOff'
  | 'toolHeld'
  | 'toolPinned'
  | 'serverNotAccepted'
  | 'wrongArguments'
  | 'deniedByRule'
  | 'deniedByMode'
  | 'deniedByHook'
  | 'resultWithheld'
  | 'nobodyToAsk'
  | 'tooLongToShow'
  | 'rejectedBy'
  | 'approvalPending'
  | 'approvalNotAnswered'
  | 'approvalOver'
  | 'approvalVoid'
  | 'calledTooOften'
  | 'tooManyWaiting'
  | 'callsUsedUp'
  | 'callsTooDeep'
  | 'loop'
  | 'callIdUsed'
  | 'callIdRuns'
  | 'callNeverEnded'
  | 'timedOut'
  | 'callCancelled'
  | 'cancelledInLine'
  | 'cancelledUnanswered'
  | 'shuttingDown'
  | 'brokenPromise'
  | 'toolNotLoaded'
  | 'ownFault'

/** Of one value among arguments. */
type FieldSaying =
  | 'fieldRequired'
  | 'fieldUnknown'
  | 'fieldsUnknown'
  | 'fieldType'
  | 'fieldChoice'
  | 'fieldLeast'
  | 'fieldMost'
  | 'fieldAbove'
  | 'fieldBelow'
  | 'fieldMultiple'
  | 'fieldShortest'
  | 'fieldLongest'
  | 'fieldFewest'
  | 'fieldMany'
  | 'fieldTwice'
  | 'fieldFormat'
  | 'fieldPattern'
  | 'fieldNoForm'
  | 'fieldTooDeep'
  | 'fieldTooLarge'
