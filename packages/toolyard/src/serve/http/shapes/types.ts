/**
 * What the API sends and takes, as types. The console imports this file and nothing else of the server.
 *
 * The shapes behind it import Zod and each other alone (`types.test.ts`): a page that reads them compiles no server.
 *
 * @module
 */
import type { z } from 'zod'
import type { madeToken, role, session, token } from './access.ts'
import type { agent, agentVersion } from './agents.ts'
import type { attachedPart, attachments, fileBody, runFile } from './attachments.ts'
import type { boardPost, boardTopic, postBody } from './board.ts'
import type { callRecord, toolResult } from './calls.ts'
import type { errorAnswer, jsonSchema } from './common.ts'
import type * as events from './events.ts'
import type { approval, approveBody, grant, inboxItem, listedApproval } from './inbox.ts'
import type { job, queueCounts } from './jobs.ts'
import type { callStory, storedResult } from './journal.ts'
import type { journalNames, journalNow, journalStats } from './journal-stats.ts'
import type { note, noteChange } from './memory.ts'
import type { modelList, startedDraft } from './models.ts'
import type { explainAnswer, explanation, policy, replayAnswer } from './policy.ts'
import type { conversation } from './conversations.ts'
import type {
  listedRun,
  queuedMessage,
  runComparison,
  runRecord,
  runSpan,
  runSummary,
  startedRun,
  threadMessage,
} from './runs.ts'
import type { newSchedule, schedule, scheduleSlot } from './schedules.ts'
import type { info, mcpServer } from './server.ts'
import type { savedTest, saveTestBody, testRun, toolTest, toolTestList } from './tool-tests.ts'
import type {
  decisionBody,
  definitionAnswer,
  syncAnswer,
  toolDetail,
  toolSummary,
  toolVersion,
} from './tools.ts'

/** JSON as it arrives: nothing is undefined, and it is read-only. */
export type Received<T> = T extends readonly (infer Item)[]
  ? readonly Received<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Received<Exclude<T[Key], undefined>> }
    : T

type Of<Shape extends z.ZodType> = Received<z.output<Shape>>

/** One page of a list. Lists that come whole have no next page, and most say how many rows there are. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
  readonly total?: number
}

export type JsonSchema = Of<typeof jsonSchema>
export type SchemaObject = Exclude<JsonSchema, boolean>
export type Fault = Of<typeof errorAnswer>['error']

export type Role = Of<typeof role>
export type Session = Of<typeof session>
export type Token = Of<typeof token>
export type MadeToken = Of<typeof madeToken>

export type Info = Of<typeof info>
export type McpServer = Of<typeof mcpServer>
export type HeldTool = McpServer['held'][number]

export type ToolTest = Of<typeof toolTest>
export type ToolTestList = Of<typeof toolTestList>
export type SaveTestBody = Of<typeof saveTestBody>
export type SavedTest = Of<typeof savedTest>
export type TestRun = Of<typeof testRun>
export type ToolSummary = Of<typeof toolSummary>
export type Permission = ToolSummary['permission']
export type ToolDetail = Of<typeof toolDetail>
export type ToolExample = ToolDetail['examples'][number]
export type DialectReport = ToolDetail['reports'][string]
export type ToolVersion = Of<typeof toolVersion>
export type VersionChange = ToolVersion['changes'][number]
export type VersionDecision = Of<typeof decisionBody>
export type ToolDefinition = Of<typeof definitionAnswer>
export type SyncReport = Of<typeof syncAnswer>

export type ToolResult = Of<typeof toolResult>
export type ContentBlock = ToolResult['content'][number]
export type ToolEvent = Received<events.ToolEvent>
export type CallRecord = Of<typeof callRecord>
export type CallStatus = CallRecord['status']
export type CallStory = Of<typeof callStory>
export type JournalStats = Of<typeof journalStats>
export type JournalNames = Of<typeof journalNames>
export type JournalNow = Of<typeof journalNow>
export type StoredResult = Of<typeof storedResult>

export type Agent = Of<typeof agent>
/** What makes an agent, or changes one. */
export type AgentSpec = Pick<Agent, 'name' | 'toolIds'> &
  Partial<Pick<Agent, 'prompt' | 'model' | 'runner' | 'settings'>> & { readonly pinned?: boolean }

export type AgentVersion = Of<typeof agentVersion>
export type ModelList = Of<typeof modelList>
export type ListedModel = ModelList['models'][number]

export type StartedRun = Of<typeof startedRun>
export type StartedDraft = Of<typeof startedDraft>
export type RunRecord = Of<typeof runRecord>
export type ListedRun = Of<typeof listedRun>
export type RunSpan = Of<typeof runSpan>
export type RunSummary = Of<typeof runSummary>
export type RunComparison = Of<typeof runComparison>
export type RunEvent = Received<events.RunEvent>
export type RunUsage = Received<events.RunUsage>
export type RunEnd = events.RunEnd
export type RunFile = Of<typeof runFile>
/** A picture or a file in a message. */
export type AttachedPart = Of<typeof attachedPart>
/** One that is sent with what is said. */
export type NewAttachment = NonNullable<Of<typeof attachments>>[number]
/** One for the workspace. */
export type NewFile = Of<typeof fileBody>
export type Conversation = Of<typeof conversation>
export type ThreadMessage = Of<typeof threadMessage>
export type QueuedMessage = Of<typeof queuedMessage>

export type Approval = Of<typeof approval>
export type DiffPart = NonNullable<Approval['diff']>[number]
export type DiffLine = DiffPart['lines'][number]
export type ApprovalScope = NonNullable<Of<typeof approveBody>['scope']>
type AnyItem = Of<typeof inboxItem>
/** An approval has what would run in `rendered`, a question its words in `text`. */
export type InboxItem = Omit<AnyItem, 'text'> &
  Partial<Pick<AnyItem, 'text'> & Pick<Of<typeof listedApproval>, 'rendered'>>
export type QuestionForm = NonNullable<AnyItem['form']>
export type FormField = QuestionForm['properties'][string]
/** What is wrong with one field of a form that was sent: `details` of the error. */
export interface FormProblem {
  readonly field: string
  readonly rule: string
  readonly limit?: number | string
  readonly message: string
}
export type Grant = Of<typeof grant>

export type Policy = Of<typeof policy>
export type PolicyGroup = Policy['groups'][number]
export type PolicyReplay = Of<typeof replayAnswer>
export type RuleEffect = Policy['rules'][number]['effect']
export type Explanation = Of<typeof explanation>
export type ExplainAnswer = Of<typeof explainAnswer>

export type Note = Of<typeof note>
export type NoteChange = Of<typeof noteChange>

export type BoardTopic = Of<typeof boardTopic>
export type BoardPost = Of<typeof boardPost>
export type NewPost = Of<typeof postBody>

export type Schedule = Of<typeof schedule>
export type ScheduleSlot = Of<typeof scheduleSlot>
export type NewSchedule = Of<typeof newSchedule>

export type Job = Of<typeof job>
export type JobState = Job['state']
export type QueueCounts = Of<typeof queueCounts>
