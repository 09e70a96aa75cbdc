/**
 * All commands, in the order of the help: each with its code, which is loaded when it runs. A new command is a line here.
 *
 * @module
 */
import { partCommands } from '../../parts/commands.ts'
import { command, type Command, type CommandGroup } from '../command.ts'
import { agentCreate, agentLs, agentRm, agentShow, agentUpdate } from './agent/agents.ts'
import { agentRun } from './agent/run.ts'
import { agentRuns } from './agent/runs.ts'
import { agentSay } from './agent/say.ts'
import { approvalsAnswer, approvalsApprove, approvalsReject } from './approvals/answers.ts'
import { approvals } from './approvals/approvals.ts'
import { grants, grantsRevoke } from './approvals/grants.ts'
import { approvalsShow } from './approvals/show.ts'
import { calls } from './calls/calls.ts'
import { callsCancel } from './calls/cancel.ts'
import { callsPrune } from './calls/prune.ts'
import { callsSave } from './calls/save.ts'
import { callsShow } from './calls/show.ts'
import { callsStats } from './calls/stats.ts'
import { callsVerify } from './calls/verify.ts'
import { check } from './check/check.ts'
import { doctor } from './doctor/doctor.ts'
import { init } from './project/init.ts'
import { migrate } from './project/migrate.ts'
import { newTool } from './project/new-tool.ts'
import { runs, runsCompare, runsShow } from './runs/runs.ts'
import { mcp } from './server/mcp.ts'
import { serve } from './server/serve.ts'
import { servers, serversLogin } from './server/servers.ts'
import { worker } from './server/worker.ts'
import { call } from './tools/call.ts'
import { explain } from './tools/explain.ts'
import { ls } from './tools/ls.ts'
import { show } from './tools/show.ts'
import { trust } from './trust/trust.ts'
import { accept, disable, enable, pin, rollback, unpin } from './versions/decisions.ts'
import { sync } from './versions/sync.ts'
import { versions } from './versions/versions.ts'

const agentCommands: readonly Command[] = [
  command(agentRun, async () => (await import('./agent/run-agent.ts')).runAgent),
  command(agentSay, async () => (await import('./agent/say-to-run.ts')).sayToRun),
  command(agentRuns, async () => (await import('./agent/list-runs.ts')).listRuns),
  command(agentLs, async () => (await import('./agent/change-agents.ts')).listAgents),
  command(agentShow, async () => (await import('./agent/change-agents.ts')).showAgent),
  command(agentCreate, async () => (await import('./agent/change-agents.ts')).createAgent),
  command(agentUpdate, async () => (await import('./agent/change-agents.ts')).updateAgent),
  command(agentRm, async () => (await import('./agent/change-agents.ts')).removeAgent),
]

const callsCommands: readonly Command[] = [
  command(callsShow, async () => (await import('./calls/tell-story.ts')).tellStory),
  command(callsCancel, async () => (await import('./calls/cancel-call.ts')).cancelCall),
  command(callsStats, async () => (await import('./calls/tell-stats.ts')).tellStats),
  command(callsVerify, async () => (await import('./calls/verify-journal.ts')).verifyJournal),
  command(callsPrune, async () => (await import('./calls/prune-calls.ts')).pruneCalls),
  command(callsSave, async () => (await import('./calls/save-call.ts')).saveCall),
]

const runsCommands: readonly Command[] = [
  command(runsShow, async () => (await import('./runs/show-run.ts')).showRun),
  command(runsCompare, async () => (await import('./runs/compare-runs.ts')).compareRuns),
]

const approvalsCommands: readonly Command[] = [
  command(approvalsShow, async () => (await import('./approvals/show-request.ts')).showRequest),
  command(approvalsApprove, async () => (await import('./approvals/answer-request.ts')).approveRequest),
  command(approvalsReject, async () => (await import('./approvals/answer-request.ts')).rejectRequest),
  command(approvalsAnswer, async () => (await import('./approvals/answer-request.ts')).answerRequest),
]

const grantsCommands: readonly Command[] = [
  command(grantsRevoke, async () => (await import('./approvals/list-grants.ts')).revokeGrant),
]

const serversCommands: readonly Command[] = [
  command(serversLogin, async () => (await import('./server/list-servers.ts')).logIn),
]

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Start a project:',
    commands: [
      command(init, async () => (await import('./project/init-project.ts')).initProject),
      {
        name: 'new',
        summary: 'make something to start from',
        commands: [command(newTool, async () => (await import('./project/make-tool.ts')).makeTool)],
      },
      command(trust, async () => (await import('./trust/trust-folder.ts')).trustFolder),
      command(migrate, async () => (await import('./project/migrate-registry.ts')).migrateRegistry),
    ],
  },
  {
    title: 'Look at tools and run them:',
    commands: [
      command(ls, async () => (await import('./tools/list-tools.ts')).listTools),
      command(show, async () => (await import('./tools/show-tool.ts')).showTool),
      command(check, async () => (await import('./check/check-project.ts')).checkProject),
      command(call, async () => (await import('./tools/call-tool.ts')).callTool),
      {
        name: 'policy',
        summary: 'ask what policy says',
        commands: [command(explain, async () => (await import('./tools/explain-policy.ts')).explainPolicy)],
      },
    ],
  },
  {
    title: 'Versions of tools:',
    commands: [
      command(sync, async () => (await import('./versions/sync-catalogue.ts')).syncCatalogue),
      command(versions, async () => (await import('./versions/list-versions.ts')).listVersions),
      command(accept, async () => (await import('./versions/decide-tool.ts')).decideTools('accept')),
      command(pin, async () => (await import('./versions/decide-tool.ts')).decideVersion('pin')),
      command(unpin, async () => (await import('./versions/decide-tool.ts')).decideTools('unpin')),
      command(rollback, async () => (await import('./versions/decide-tool.ts')).decideVersion('rollback')),
      command(enable, async () => (await import('./versions/decide-tool.ts')).decideTools('enable')),
      command(disable, async () => (await import('./versions/decide-tool.ts')).decideTools('disable')),
    ],
  },
  {
    title: 'Agents:',
    commands: [
      {
        name: 'agent',
        summary: 'make, change and run agents, and the tools that they have',
        commands: agentCommands,
      },
      command(runs, async () => (await import('./runs/list-runs.ts')).listRuns, runsCommands),
    ],
  },
  ...partCommands,
  {
    title: 'Calls, and what people are asked:',
    commands: [
      command(calls, async () => (await import('./calls/list-calls.ts')).listCalls, callsCommands),
      command(
        approvals,
        async () => (await import('./approvals/list-requests.ts')).listRequests,
        approvalsCommands,
      ),
      command(grants, async () => (await import('./approvals/list-grants.ts')).listGrants, grantsCommands),
    ],
  },
  {
    title: 'Servers and help:',
    hasHelp: true,
    commands: [
      command(serve, async () => (await import('./server/serve-http.ts')).serveHttp),
      command(worker, async () => (await import('./server/run-worker.ts')).runWorker),
      command(doctor, async () => (await import('./doctor/examine.ts')).examine),
      command(mcp, async () => (await import('./server/serve-mcp.ts')).serveMcp),
      command(servers, async () => (await import('./server/list-servers.ts')).listServers, serversCommands),
    ],
  },
]
