/**
 * Every change of the fleet's state, each one script and so one step: it happens as a whole or not at all.
 *
 * Time is Redis's own, so clocks of machines that differ move nothing. Limits are written into the text.
 *
 * @module
 */
import type { FleetLimitsInRedis } from '../settings.ts'
import { jobsLua } from './jobs.ts'
import { membersLua } from './members.ts'
import { streamsLua } from './streams.ts'

const bodies = {
  submit: `
local id, version = ARGV[1], tonumber(ARGV[2])
if call('EXISTS', P .. 'job:' .. id) == 1 then return 'known' end
if tonumber(call('GET', P .. 'waiting') or 0) >= L.waiting then return 'busy' end
if ARGV[5] ~= '' then
  local count = call('ZCARD', lineKey(ARGV[3], ARGV[5]))
  if count >= L.waitingOfTenant then return count end
end
local job = { id = id, q = ARGV[3], k = ARGV[4], t = ARGV[5], a = 0 }
call('HSET', P .. 'job:' .. id, 'v', version, 'q', job.q, 'k', job.k, 't', job.t, 's', 'new', 'nb', ARGV[6], 'as', ARGV[7], 'oc', ARGV[8])
call('ZADD', P .. 'jobs', call('INCR', P .. 'order'), id)
call('SADD', P .. 'queues', job.q)
if ARGV[6] ~= '' and tonumber(ARGV[6]) > now then delay(job, ARGV[6]) else push(job) end
return 'accepted'`,
  cancel: `
local job = read(ARGV[1])
if not job or ends[job.s] then return 0 end
if job.s == 'running' then
  call('HSETNX', P .. 'job:' .. job.id, 'cx', ARGV[2])
  call('HSET', P .. 'cancels:' .. job.m, job.run, ARGV[2])
  tellEngine(job.m, 'c ' .. job.run .. '\\n' .. ARGV[2])
else finish(job, 'cancelled', ARGV[2]) end
return 1`,
  wake: `
local token, count = ARGV[1], call('INCR', P .. 'wakes')
local first = call('ZRANGE', P .. 'running', 0, 0, 'WITHSCORES')[2]
if not first then call('DEL', P .. 'woken') else
  call('ZADD', P .. 'woken', count, token)
  call('ZREMRANGEBYSCORE', P .. 'woken', '-inf', first)
end
local ids = call('ZRANGE', P .. 'parked:' .. token, 0, -1)
local woke = 0
for _, id in ipairs(ids) do
  local job = read(id)
  if job and job.s == 'parked' and job.tk == token then
    push(job)
    woke = woke + 1
  else call('ZREM', P .. 'parked:' .. token, id) end
end
return woke`,
  // queue, worker, member, run's prefix, how many, whether others were told, version, per tenant, then tenants and their counts
  take: `
local q, worker, member, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[5])
if not call('ZSCORE', P .. 'members', member) then return { 'lost' } end
promote(q)
local counts, perTenant = {}, tonumber(ARGV[8])
for i = 9, #ARGV, 2 do counts[ARGV[i]] = tonumber(ARGV[i + 1]) end
local taken, odd, skipped = {}, {}, {}
-- No more tenants than these can be out of turn.
local span = (#ARGV - 8) / 2
local function next()
  for _, t in ipairs(call('ZRANGE', P .. 'turns:' .. q, 0, span)) do
    if not skipped[t] and (counts[t] or 0) < perTenant then return t end
  end
end
local newer = 0
while #taken < most do
  local t = next()
  if not t then break end
  local line = lineKey(q, t)
  local id = call('ZRANGE', line, 0, 0)[1]
  local job = id and read(id)
  if not id then call('ZREM', P .. 'turns:' .. q, t)
  elseif not job or job.s ~= 'waiting' or job.q ~= q or job.t ~= t then
    odd[#odd + 1] = id
    leaveLine({ q = q, t = t, id = id })
  elseif (tonumber(job.v) or 0) > tonumber(ARGV[7]) then
    newer = tonumber(job.v)
    skipped[t] = true
    span = span + 1
  else
    enter(job, 'running')
    local attempt = call('HINCRBY', P .. 'job:' .. id, 'a', 1)
    local run = ARGV[4] .. '.' .. #taken
    call('HSET', P .. 'job:' .. id, 'run', run, 'm', member)
    call('SADD', P .. 'runs:' .. member, id)
    call('ZADD', P .. 'running', tonumber(call('GET', P .. 'wakes') or 0), id)
    call('HSET', P .. 'job:' .. id, 'w', call('GET', P .. 'wakes') or 0)
    if call('ZSCORE', P .. 'turns:' .. q, t) then call('ZADD', P .. 'turns:' .. q, call('INCR', P .. 'turn'), t) end
    counts[t] = (counts[t] or 0) + 1
    span = span + 1
    taken[#taken + 1] = { id, job.k, t, attempt, job.nb or '', job.as or '', job.oc or '', run }
  end
end
local isLeft = call('EXISTS', P .. 'turns:' .. q) == 1
if #taken < most then call('SADD', P .. 'idle:' .. q, worker) else call('SREM', P .. 'idle:' .. q, worker) end
if isLeft then
  if #taken == most then bell(q) elseif ARGV[6] == '0' then bellAll(q, worker) end
end
local due = call('ZRANGE', stateKey(q, 'delayed'), 0, 0, 'WITHSCORES')[2]
return { 'ok', taken, odd, due and math.max(0, math.ceil(tonumber(due) - now)) or -1, newer }`,
  // id, run, what, value, back-off
  finish: `
local job = read(ARGV[1])
if not job or job.run ~= ARGV[2] then return 0 end
local what, value = ARGV[3], ARGV[4]
if what == 'done' then finish(job, 'done', nil, value)
elseif job.cx then finish(job, 'cancelled', job.cx)
elseif what == 'park' then
  if tonumber(call('ZSCORE', P .. 'woken', value) or 0) > tonumber(job.w or 0) then push(job) else
    enter(job, 'parked')
    call('HSET', P .. 'job:' .. job.id, 'tk', value)
    call('ZADD', P .. 'parked:' .. value, call('ZSCORE', P .. 'jobs', job.id) or 0, job.id)
  end
else
  local failures = call('HINCRBY', P .. 'job:' .. job.id, 'f', 1)
  if failures >= (tonumber(job.as) or 1) then finish(job, 'failed', value) else
    call('HSET', P .. 'job:' .. job.id, 'r', value)
    delay(job, now + math.min(L.firstRetryMs * 2 ^ (failures - 1), L.longestRetryMs) * (1 - tonumber(ARGV[5])))
  end
end
return 1`,
  // Runs of this worker that it does not know were named in an answer that was lost: they go back, not started.
  giveBack: `
local known = {}
for i = 3, #ARGV do known[ARGV[i]] = true end
for _, id in ipairs(call('SMEMBERS', P .. 'runs:' .. ARGV[1])) do
  local job = read(id)
  if job and job.m == ARGV[1] and string.sub(job.run, 1, #ARGV[2]) == ARGV[2] and not known[job.run] then
    call('HINCRBY', P .. 'job:' .. id, 'a', -1)
    if job.cx then finish(job, 'cancelled', job.cx) else push(job, true) end
  end
end
return 1`,
  // id, run: its worker can't say any more how it went.
  giveUp: `
local job = read(ARGV[1])
if job and job.run == ARGV[2] then crash(job) end
return 1`,
  emit: `
local job = read(ARGV[1])
if not job or job.run ~= ARGV[2] then return 0 end
local stream = openStream(job.id, job.a, true, 0)
if not stream then return 0 end
local skip = stream.w - tonumber(ARGV[3])
for i = 4 + math.max(0, skip), #ARGV do appendEvent(job.id, stream, ARGV[i]) end
saveStream(job.id, stream)
return 1`,
  // id, attempt, whether it is the writer's first, how many it has written, its last number, then data
  append: `
local stream = openStream(ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[5]))
if not stream then return { 0 } end
if ARGV[3] == '1' then stream.w = 0 end
local skip = stream.w - tonumber(ARGV[4])
for i = 6 + math.max(0, skip), #ARGV do appendEvent(ARGV[1], stream, ARGV[i]) end
saveStream(ARGV[1], stream)
return { 1, stream.a, stream.l }`,
  finishStream: `
local stream = openStream(ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[4]))
if not stream then return 0 end
endStream(ARGV[1], stream, ARGV[5], ARGV[6])
return 1`,
  // id, after, engine that wants to be told ('' for none), how many
  look: `
local id, after = ARGV[1], tonumber(ARGV[2])
local m = call('HMGET', P .. 'stream:' .. id, 'g', 'a', 'l', 's', 'd', 'e')
if m[6] and tonumber(m[6]) < now - L.keepMs then
  forgetStream(id)
  m = {}
end
if not m[4] and ARGV[3] ~= '' then
  call('SADD', P .. 'watch:' .. id, ARGV[3])
  call('PEXPIRE', P .. 'watch:' .. id, 86400000)
end
if not m[1] then
  local job = read(id)
  if job and ends[job.s] then return { '', job.a, -1, job.s, job.r and cjson.encode(job.r) or '', {} } end
  return {}
end
local events = tonumber(ARGV[4]) > 0 and call('XRANGE', P .. 'events:' .. id, (after + 1) .. '-0', '+', 'COUNT', ARGV[4]) or {}
return { m[1], tonumber(m[2]), tonumber(m[3]), m[4] or '', m[5] or '', events }`,
  unwatch: `return call('SREM', P .. 'watch:' .. ARGV[1], ARGV[2])`,
  // member, whether it joins
  beat: `
local last = tonumber(call('GET', P .. 'beat') or now)
if now - last > L.leaseMs * 0.6 then
  for _, member in ipairs(call('ZRANGE', P .. 'members', 0, -1)) do call('ZADD', P .. 'members', now + L.leaseMs, member) end
end
call('SET', P .. 'beat', now)
if ARGV[2] == '0' and not call('ZSCORE', P .. 'members', ARGV[1]) then return { 0 } end
call('ZADD', P .. 'members', now + L.leaseMs, ARGV[1])
for _, member in ipairs(call('ZRANGEBYSCORE', P .. 'members', '-inf', now)) do lose(member) end
forgetJobs()
forgetStreams()
local cancels = call('HGETALL', P .. 'cancels:' .. ARGV[1])
call('DEL', P .. 'cancels:' .. ARGV[1])
return { 1, cancels }`,
  leave: `
lose(ARGV[1])
return 1`,
  workOn: `
if not call('ZSCORE', P .. 'members', ARGV[1]) then return 0 end
call('SADD', P .. 'workers:' .. ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
call('SADD', P .. 'works:' .. ARGV[3], ARGV[1] .. '/' .. ARGV[2])
call('SADD', P .. 'queues', ARGV[3])
return 1`,
  workOff: `
call('SREM', P .. 'workers:' .. ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
call('SREM', P .. 'works:' .. ARGV[3], ARGV[1] .. '/' .. ARGV[2])
call('SREM', P .. 'idle:' .. ARGV[3], ARGV[1] .. '/' .. ARGV[2])
if call('EXISTS', P .. 'turns:' .. ARGV[3]) == 1 then bell(ARGV[3]) end
return 1`,
  // member, owner, keys, a name of the caller's own
  lock: `
if not call('ZSCORE', P .. 'members', ARGV[1]) then return { -1, 0 } end
local n = call('INCR', P .. 'ticket')
local keys = cjson.decode(ARGV[3])
call('HSET', P .. 'ticket:' .. n, 'o', ARGV[2], 'm', ARGV[1], 'h', '0', 'k', ARGV[3], 'x', ARGV[4])
call('SADD', P .. 'tickets:' .. ARGV[1], n)
for _, wanted in ipairs(keys) do call('ZADD', P .. 'lock:' .. wanted[1], n, n .. ' ' .. wanted[2]) end
local ticket = ticketOf(n)
if not isFree(ticket) then return { n, 0 } end
call('HSET', P .. 'ticket:' .. n, 'h', '1')
return { n, 1 }`,
  lockState: `return call('HGET', P .. 'ticket:' .. ARGV[1], 'h') or ''`,
  // A lock whose answer was lost is held by no one.
  unlockLost: `
for _, n in ipairs(call('SMEMBERS', P .. 'tickets:' .. ARGV[1])) do
  if call('HGET', P .. 'ticket:' .. n, 'x') == ARGV[2] then releaseTicket(n) end
end
return 1`,
  unlock: `
releaseTicket(ARGV[1])
return 1`,
  lease: `
if not call('ZSCORE', P .. 'members', ARGV[1]) then return -1 end
local holder = call('HGET', P .. 'lease:' .. ARGV[2], 'm')
-- Its own, if the answer that gave it was lost.
if holder and (holder ~= ARGV[1] or ARGV[3] == '1') then return 0 end
local fence = math.max(call('INCR', P .. 'fence'), now)
call('SET', P .. 'fence', fence)
call('HSET', P .. 'lease:' .. ARGV[2], 'm', ARGV[1], 'f', fence)
call('SADD', P .. 'leases:' .. ARGV[1], ARGV[2])
return fence`,
  unlease: `
local held = call('HMGET', P .. 'lease:' .. ARGV[2], 'm', 'f')
if held[1] ~= ARGV[1] or held[2] ~= ARGV[3] then return 0 end
call('DEL', P .. 'lease:' .. ARGV[2])
call('SREM', P .. 'leases:' .. ARGV[1], ARGV[2])
return 1`,
  rate: `
local key, perMinute = P .. 'rate:' .. ARGV[2] .. ':' .. ARGV[1], tonumber(ARGV[2])
local held = call('HMGET', key, 'n', 'at')
local micro = T[1] * 1000 + T[2] / 1000
local tokens = tonumber(held[1] or perMinute)
local passed = math.max(0, micro - tonumber(held[2] or micro))
tokens = math.min(perMinute, tokens + passed / 60000 * perMinute)
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = math.ceil((1 - tokens) / perMinute * 60000) end
call('HSET', key, 'n', string.format('%.6f', tokens), 'at', string.format('%.3f', micro))
call('PEXPIRE', key, 120000)
return wait`,
  spend: `
local key = P .. 'budget:' .. ARGV[1]
if tonumber(call('GET', key) or 0) >= tonumber(ARGV[2]) then return 0 end
return call('INCR', key) and call('PEXPIRE', key, 2592000000)`,
  claim: `
local held = call('GET', P .. 'database')
if held and held ~= ARGV[1] then return 0 end
call('SET', P .. 'database', ARGV[1])
return 1`,
  retry: `
local job = read(ARGV[1])
if not job or not ends[job.s] or job.s == 'done' then return 0 end
call('HDEL', P .. 'job:' .. job.id, 'f', 'c', 'r', 'cx')
call('ZREM', P .. 'ended', job.id)
if call('EXISTS', P .. 'stream:' .. job.id) == 1 then forgetStream(job.id) end
push(job)
return 1`,
  views: `
local found = {}
for i = 1, #ARGV do
  local job = redis.pcall('HGETALL', P .. 'job:' .. ARGV[i])
  if not job.err and #job > 0 then found[#found + 1] = { ARGV[i], job, call('ZSCORE', P .. 'jobs', ARGV[i]) or '0' } end
end
return found`,
  counts: `
local rows = {}
for _, q in ipairs(call('SMEMBERS', P .. 'queues')) do
  local row = { q }
  for _, state in ipairs({ 'waiting', 'delayed', 'running', 'parked', 'failed' }) do
    row[#row + 1] = call('ZCARD', stateKey(q, state))
  end
  row[#row + 1] = call('SCARD', P .. 'works:' .. q)
  row[#row + 1] = call('ZRANGE', stateKey(q, 'waiting'), 0, 0, 'WITHSCORES')[2] or ''
  rows[#rows + 1] = row
end
return rows`,
} as const

export type ScriptName = keyof typeof bodies

/** The text of every script, for a fleet with these limits. */
export function scriptsFor(limits: FleetLimitsInRedis): Readonly<Record<ScriptName, string>> {
  const values = Object.entries(limits).map(([name, value]) => `${name} = ${value}`)
  const head = `
local P = KEYS[1]
local call = redis.call
local T = call('TIME')
local now = T[1] * 1000 + math.floor(T[2] / 1000)
local L = { ${values.join(', ')} }
${streamsLua}${jobsLua}${membersLua}`
  return Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [name, head + body]),
  ) as unknown as Record<ScriptName, string>
}
