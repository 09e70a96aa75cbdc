/** English: sentences that the server sends by name with their values. */
const near = (name: string): string => (name === '' ? '' : ` Did you mean ${name}?`)
const partly = (isPartly: string): string =>
  isPartly === '' ? '' : ' Part of it may be done: check before you run it again.'

/** The server names a person who uses it by the token: `http:NAME`. */
const person = (who: string): string => who.replace(/^http:/, '')

export const says = {
  agentNotFound: (name: string, other: string) => `No agent named ${name}.${near(other)}`,
  agentNameTaken: (name: string) => `An agent named ${name} already exists. Choose another name.`,
  toolNotFound: (name: string, other: string) => `No tool named ${name}.${near(other)}`,
  runnerNotFound: (name: string, other: string) => `No agent runtime named ${name}.${near(other)}`,
  modelName: (name: string, providers: string) =>
    `${name} is not a model name. Use provider/model. Providers: ${providers}.`,
  providerNotFound: (name: string, other: string) => `No provider named ${name}.${near(other)}`,
  modelOfRunner: (model: string) => `The Claude runtime can’t use ${model}. Choose an anthropic model.`,
  noModel: (agent: string) => `${agent} has no model. Choose one in its form.`,
  badSetting: (name: string, value: string) => `The setting ${name} can’t be ${value}.`,
  needsRole: (role: string) => `This needs the role ${role}.`,
  threadAtWork: (thread: string) => `Conversation ${thread} is still running. Wait for it, or stop it.`,
  serverNotFound: (name: string) => `No MCP server named ${name}.`,
  variableNotSet: (name: string) => `${name} is not set on the server. Set it and restart the server.`,
  alreadyAnswered: (who: string) => `This was already answered${who && ` by ${person(who)}`}.`,

  agentHasNoTool: (agent: string, tool: string, other: string) =>
    `Agent ${agent} has no tool named ${tool}.${near(other)}`,
  toolRemoved: (tool: string) => `${tool} was removed.`,
  toolChanged: (tool: string) => `${tool} has changed since it was shown to the caller. Call it again.`,
  toolSwitchedOff: (tool: string) => `${tool} is switched off. Switch it on to run it.`,
  toolHeld: (tool: string, why: string) =>
    `${tool} needs review before it can run.${why === '' ? '' : ` Reason: ${why}`}`,
  toolPinned: (tool: string) => `${tool} has changed, and this agent is pinned to the version before.`,
  serverNotAccepted: (name: string) => `${name} can’t be used: no tool of its server was accepted.`,
  wrongArguments: (tool: string) => `The arguments of ${tool} are not valid.`,
  deniedByRule: (tool: string, rule: string) => `The rule ${rule} does not allow this call of ${tool}.`,
  deniedByMode: (tool: string, mode: string) => `${tool} is not allowed in ${mode}.`,
  deniedByHook: (hook: string, why: string) => `The hook ${hook} denied the call.${why && ` Reason: ${why}`}`,
  resultWithheld: (why: string) => `The call was made, but a hook withheld its result.${why && ` ${why}`}`,
  nobodyToAsk: (tool: string, rule: string) =>
    `${tool} needs approval (${rule}), and nobody can be asked here.`,
  tooLongToShow: (tool: string) => `The arguments of ${tool} are too long to be shown for approval.`,
  rejectedBy: (who: string, why: string) => `${person(who)} rejected the call.${why && ` Reason: ${why}`}`,
  approvalPending: (tool: string) => `${tool} waits for approval. It has not run yet.`,
  approvalNotAnswered: (tool: string) => `Nobody answered the approval request for ${tool} in time.`,
  approvalOver: (tool: string) => `The approval request for ${tool} is no longer valid.`,
  approvalVoid: (tool: string) => `${tool} changed after it was approved. Approve it again.`,
  calledTooOften: (tool: string, seconds: string) =>
    `${tool} was called too often. Try again in ${seconds} s.`,
  tooManyWaiting: () => 'Too many calls are waiting. Try again later.',
  callsUsedUp: (most: string) => `This conversation has used all of its ${most} calls.`,
  callsTooDeep: (most: string) => `Calls inside calls are limited to ${most} levels.`,
  loop: (tool: string, times: string) =>
    `${tool} was called ${times} times in a row with the same arguments and the same result.`,
  callIdUsed: (id: string) => `The call ID ${id} was used for another call.`,
  callIdRuns: (id: string) => `The call ${id} is running or has run.`,
  callNeverEnded: (tool: string) =>
    `${tool} started before and never finished. Check what it may have changed before you run it again.`,
  timedOut: (tool: string, ms: string, isPartly: string) =>
    `${tool} did not finish within ${ms} ms and was stopped.${partly(isPartly)}`,
  callCancelled: (tool: string, isPartly: string) => `${tool} was cancelled.${partly(isPartly)}`,
  cancelledInLine: () => 'The call was cancelled while it waited for its turn.',
  cancelledUnanswered: () => 'The call was cancelled while it waited for approval.',
  shuttingDown: (_tool: string, isPartly: string) =>
    `The server is shutting down, so the call was stopped.${partly(isPartly)}`,
  brokenPromise: (tool: string) => `${tool} returned something other than its output schema says.`,
  toolNotLoaded: (tool: string, why: string) => `${tool} failed to load: ${why}`,
  ownFault: () => 'Toolyard failed. Please report this.',

  fieldRequired: () => 'is required',
  fieldUnknown: (other: string) => `is not a known parameter.${near(other)}`,
  fieldsUnknown: (names: string) => `has unknown parameters: ${names}`,
  fieldType: (type: string) => `must be ${type}`,
  fieldChoice: (choices: string) => `must be one of ${choices}`,
  fieldLeast: (limit: string) => `must be at least ${limit}`,
  fieldMost: (limit: string) => `must be at most ${limit}`,
  fieldAbove: (limit: string) => `must be greater than ${limit}`,
  fieldBelow: (limit: string) => `must be less than ${limit}`,
  fieldMultiple: (limit: string) => `must be a multiple of ${limit}`,
  fieldShortest: (limit: string) => `must have at least ${limit} characters`,
  fieldLongest: (limit: string) => `must have at most ${limit} characters`,
  fieldFewest: (limit: string) => `must have at least ${limit} items`,
  fieldMany: (limit: string) => `must have at most ${limit} items`,
  fieldTwice: () => 'must not have the same item twice',
  fieldFormat: (format: string) => `must have the format ${format}`,
  fieldPattern: (pattern: string) => `must match the pattern ${pattern}`,
  fieldNoForm: () => 'fits none of the allowed forms',
  fieldTooDeep: (limit: string) => `is nested deeper than ${limit} levels`,
  fieldTooLarge: (limit: string) => `is larger than ${limit} characters`,
}
