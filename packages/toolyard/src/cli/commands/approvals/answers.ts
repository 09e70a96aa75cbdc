/** `toolyard approvals approve|reject|answer`: their help and what they take. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf, repeatedFlag } from '../../takes.ts'

export const approveExamples = [
  'approvals approve apr_2m0z8k1c4x7a_100000@3f9a0c52d1e84b67',
  'approvals approve apr_2m0z8k1c4x7a_100000@3f9a0c52d1e84b67 --for thread',
]
export const rejectExamples = ['approvals reject apr_2m0z8k1c4x7a_100000 --reason "not on a Friday"']
export const answerExamples = [
  'approvals answer que_2m0z8k1c4x7a_100001 Rome',
  'approvals answer que_2m0z8k1c4x7a_100002 --field name=Ada --field size=large',
]

const approved = {
  id: argument('<id>', 'id of a request, as "approvals show" prints it: ID@DIGEST says what was looked at'),
  for: flag('--for <whom>', 'once, or from now on for its thread or its agent (default: once)'),
}

const rejected = {
  id: argument('<id>', 'id of a request'),
  reason: flag('--reason <text>', 'why: the caller is told'),
}

const answered = {
  id: argument('<id>', 'id of a question'),
  text: argument('[text]', 'the answer; a form has fields instead'),
  field: repeatedFlag('--field <name=value>', 'a field of a form; once for each'),
  json: flag('--json <object>', 'the fields of a form as JSON'),
}

export type ApproveOptions = OptionsOf<typeof approved>
export type RejectOptions = OptionsOf<typeof rejected>
export type AnswerOptions = OptionsOf<typeof answered>

export const approvalsApprove = {
  name: 'approve',
  summary: 'let a call run; without a digest it is shown first, at a terminal',
  takes: approved,
  examples: approveExamples,
} satisfies Description

export const approvalsReject = {
  name: 'reject',
  summary: 'do not let a call run, or decline to answer a question',
  takes: rejected,
  examples: rejectExamples,
} satisfies Description

export const approvalsAnswer = {
  name: 'answer',
  summary: 'answer a question of a tool; a form is filled in at a terminal, or by its fields',
  takes: answered,
  examples: answerExamples,
} satisfies Description
