/** Chinese: sentences that the server sends by name with their values. */
import type { Words } from '../words.ts'

const near = (name: string, verb = '找'): string => (name === '' ? '' : `你是不是想${verb} ${name}？`)
const partly = (isPartly: string): string =>
  isPartly === '' ? '' : '部分操作可能已经生效，请确认后再重新运行。'
const because = (why: string): string => (why === '' ? '' : `原因：${why}`)

const modes: Readonly<Record<string, string>> = { 'mode read-only': '只读' }
const types: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  integer: '整数',
  boolean: '布尔值（true 或 false）',
  array: '列表',
  object: '对象',
  record: '对象',
  null: 'null',
}

/** `string or null` */
function typeNames(type: string): string {
  return type
    .split(' or ')
    .map((one) => (Object.hasOwn(types, one) ? (types[one] ?? one) : one))
    .join('或')
}

/** The server names a person who uses it by the token: `http:NAME`. */
const person = (who: string): string => who.replace(/^http:/, '')

export const says: Words['errors']['says'] = {
  agentNotFound: (name, other) => `没有名为 ${name} 的智能体。${near(other)}`,
  agentNameTaken: (name) => `名为 ${name} 的智能体已存在，请换一个名称。`,
  toolNotFound: (name, other) => `没有名为 ${name} 的工具。${near(other)}`,
  runnerNotFound: (name, other) => `没有名为 ${name} 的智能体运行时。${near(other, '用')}`,
  modelName: (name, providers) => `${name} 不是有效的模型名。格式：提供商/模型。可用提供商：${providers}。`,
  providerNotFound: (name, other) => `没有名为 ${name} 的提供商。${near(other, '用')}`,
  modelOfRunner: (model) => `Claude 运行时不能使用 ${model}，请选择 anthropic 的模型。`,
  noModel: (agent) => `${agent} 还没有模型，请在表单中选择。`,
  badSetting: (name, value) => `设置 ${name} 不能为 ${value}。`,
  needsRole: (role) => `此操作需要 ${role} 角色。`,
  threadAtWork: (thread) => `对话 ${thread} 仍在运行，请等待或先停止。`,
  serverNotFound: (name) => `没有名为 ${name} 的 MCP 服务器。`,
  variableNotSet: (name) => `服务器未设置 ${name}。设置后重启服务器。`,
  alreadyAnswered: (who) => `此请求已处理${who && `（${person(who)}）`}。`,

  agentHasNoTool: (agent, tool, other) => `智能体 ${agent} 没有工具 ${tool}。${near(other, '用')}`,
  toolRemoved: (tool) => `工具 ${tool} 已被移除。`,
  toolChanged: (tool) => `工具 ${tool} 的定义已更新，请按新定义重新调用。`,
  toolSwitchedOff: (tool) => `工具 ${tool} 已停用，启用后才能运行。`,
  toolHeld: (tool, why) => `工具 ${tool} 待审核，审核通过后才能运行。${because(why)}`,
  toolPinned: (tool) => `工具 ${tool} 已更新，但此智能体锁定在旧版本。请确认变更后更新锁定的版本。`,
  serverNotAccepted: (name) => `${name} 暂不可用：所属服务器还没有审核通过的工具。`,
  wrongArguments: (tool) => `${tool} 的参数有误：`,
  deniedByRule: (tool, rule) => `规则 ${rule} 不允许这样调用 ${tool}。`,
  deniedByMode: (tool, mode) => `当前为${modes[mode] ?? ` ${mode} `}模式，不允许运行 ${tool}。`,
  deniedByHook: (hook, why) => `调用被钩子 ${hook} 拒绝。${because(why)}`,
  resultWithheld: (why) => `工具已运行，但返回结果被钩子拦截。${because(why)}`,
  nobodyToAsk: (tool, rule) => `运行 ${tool} 需要审批（${rule}），但当前没有可以审批的人。`,
  tooLongToShow: (tool) => `${tool} 的参数过长，无法完整展示给审批人。请拆成多次调用。`,
  rejectedBy: (who, why) => `${person(who)} 拒绝了此调用。${because(why)}`,
  approvalPending: (tool) => `${tool} 正在等待审批，尚未运行。`,
  approvalNotAnswered: (tool) => `${tool} 的审批超时，没有人处理。可重新调用以再次申请。`,
  approvalOver: (tool) => `${tool} 的审批请求已失效。可重新调用以再次申请。`,
  approvalVoid: (tool) => `${tool} 在批准后发生了变化，原审批作废。请重新调用并审批。`,
  calledTooOften: (tool, seconds) => `${tool} 调用过于频繁，请 ${seconds} 秒后再试。`,
  tooManyWaiting: () => '排队的调用过多，请稍后再试。',
  callsUsedUp: (most) => `此对话的 ${most} 次调用额度已用完。`,
  callsTooDeep: (most) => `工具嵌套调用不能超过 ${most} 层。`,
  loop: (tool, times) => `${tool} 已连续 ${times} 次用相同的参数得到相同的结果，不再重复调用。`,
  callIdUsed: (id) => `调用 ID ${id} 已用于其他调用。`,
  callIdRuns: (id) => `调用 ${id} 正在运行或已经运行过。`,
  callNeverEnded: (tool) => `${tool} 之前已开始运行，但没有结束记录。请先确认它可能造成的变更，再重新运行。`,
  timedOut: (tool, ms, isPartly) => `${tool} 未能在 ${ms} 毫秒内完成，已停止。${partly(isPartly)}`,
  callCancelled: (tool, isPartly) => `${tool} 已取消。${partly(isPartly)}`,
  cancelledInLine: () => '调用在排队时被取消。',
  cancelledUnanswered: () => '调用在等待审批时被取消。',
  shuttingDown: (_tool, isPartly) => `服务器正在关闭，调用已停止。${partly(isPartly)}`,
  brokenPromise: (tool) => `${tool} 的返回结果与其输出定义不符。这是工具的问题，与参数无关。`,
  toolNotLoaded: (tool, why) => `工具 ${tool} 加载失败：${why}`,
  ownFault: () => 'Toolyard 内部出错，请反馈给我们。',

  fieldRequired: () => '必填',
  fieldUnknown: (other) => `没有这个参数。${near(other, '用')}`,
  fieldsUnknown: (names) => `包含未定义的参数：${names}`,
  fieldType: (type) => `应为${typeNames(type)}`,
  fieldChoice: (choices) => `只能是以下值之一：${choices}`,
  fieldLeast: (limit) => `不能小于 ${limit}`,
  fieldMost: (limit) => `不能大于 ${limit}`,
  fieldAbove: (limit) => `必须大于 ${limit}`,
  fieldBelow: (limit) => `必须小于 ${limit}`,
  fieldMultiple: (limit) => `必须是 ${limit} 的倍数`,
  fieldShortest: (limit) => `至少 ${limit} 个字符`,
  fieldLongest: (limit) => `最多 ${limit} 个字符`,
  fieldFewest: (limit) => `至少 ${limit} 项`,
  fieldMany: (limit) => `最多 ${limit} 项`,
  fieldTwice: () => '不能有重复项',
  fieldFormat: (format) => `格式不正确（${format}）`,
  fieldPattern: (pattern) => `不符合要求的格式：${pattern}`,
  fieldNoForm: () => '不符合任何一种允许的格式',
  fieldTooDeep: (limit) => `嵌套不能超过 ${limit} 层`,
  fieldTooLarge: (limit) => `内容过大，不能超过 ${limit} 个字符`,
}
