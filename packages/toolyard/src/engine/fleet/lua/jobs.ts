/**
 * The part of the scripts that knows jobs: their states, the lines in which they wait, the workers that are told.
 *
 * A job is a hash; what waits stands in one line a tenant, and tenants take turns. Every change of a running job is checked against
 * its run, which is new with every start. `enter` is the only way into a state, and it clears all that belonged to the one before.
 *
 * @module
 */
export const jobsLua = `
local kept = { waiting = 'waiting', delayed = 'delayed', running = 'running', parked = 'parked',
  failed = 'failed', unknown = 'failed' }
local ends = { done = true, failed = true, cancelled = true, unknown = true }

local function read(id)
  local flat = redis.pcall('HGETALL', P .. 'job:' .. id)
  if flat.err or #flat == 0 then return nil end
  local job = {}
  for i = 1, #flat, 2 do job[flat[i]] = flat[i + 1] end
  if not job.q or not job.s or not job.k then return nil end
  job.id = id
  job.t = job.t or ''
  for _, name in ipairs({ 'a', 'f', 'c' }) do job[name] = tonumber(job[name]) or 0 end
  return job
end

local function stateKey(q, state) return P .. 'state:' .. kept[state] .. ':' .. q end
local function lineKey(q, t) return P .. 'line:' .. #q .. ':' .. q .. ':' .. t end

local function bell(q)
  while true do
    local worker = call('SPOP', P .. 'idle:' .. q)
    if not worker then return end
    if tellEngine(worker, 'w ' .. worker) > 0 then return end
  end
end

local function bellAll(q, except)
  for _, worker in ipairs(call('SMEMBERS', P .. 'idle:' .. q)) do
    if worker ~= except then tellEngine(worker, 'a ' .. worker) end
  end
end

local function leaveLine(job)
  local line = lineKey(job.q, job.t)
  call('ZREM', line, job.id)
  if call('EXISTS', line) == 0 then call('ZREM', P .. 'turns:' .. job.q, job.t) end
end

local function enter(job, state, score)
  local key = P .. 'job:' .. job.id
  if job.s == 'waiting' then
    leaveLine(job)
    call('DECR', P .. 'waiting')
  elseif job.s == 'running' then
    call('SREM', P .. 'runs:' .. (job.m or ''), job.id)
    call('ZREM', P .. 'running', job.id)
    call('HDEL', key, 'run', 'm')
  elseif job.s == 'parked' then
    call('ZREM', P .. 'parked:' .. (job.tk or ''), job.id)
    call('HDEL', key, 'tk')
  end
  if kept[job.s] then call('ZREM', stateKey(job.q, job.s), job.id) end
  if kept[state] then call('ZADD', stateKey(job.q, state), score or now, job.id) end
  if state == 'waiting' then call('INCR', P .. 'waiting') end
  job.s = state
  call('HSET', key, 's', state, 'at', now)
end

local function push(job, isFirst)
  enter(job, 'waiting')
  local line = lineKey(job.q, job.t)
  local first = isFirst and call('ZRANGE', line, 0, 0, 'WITHSCORES')[2]
  local place = first and tonumber(first) - 1 or call('INCR', P .. 'turn')
  call('ZADD', line, place, job.id)
  if not call('ZSCORE', P .. 'turns:' .. job.q, job.t) then
    call('ZADD', P .. 'turns:' .. job.q, call('INCR', P .. 'turn'), job.t)
  end
  bell(job.q)
end

local function delay(job, due)
  enter(job, 'delayed', due)
  if call('ZRANGE', stateKey(job.q, 'delayed'), 0, 0)[1] == job.id then bell(job.q) end
end

local function forgetJob(id)
  local job = read(id)
  if job and kept[job.s] then call('ZREM', stateKey(job.q, job.s), id) end
  call('DEL', P .. 'job:' .. id)
  call('ZREM', P .. 'jobs', id)
  call('ZREM', P .. 'ended', id)
end

local function forgetJobs()
  local ended = P .. 'ended'
  for _, id in ipairs(call('ZRANGEBYSCORE', ended, '-inf', now - L.keepJobsMs, 'LIMIT', 0, 100)) do forgetJob(id) end
  local over = call('ZCARD', ended) - L.endedJobs
  if over > 0 then
    for _, id in ipairs(call('ZRANGE', ended, 0, math.min(over, 100) - 1)) do forgetJob(id) end
  end
end

local function finish(job, status, reason, data)
  enter(job, status)
  local key = P .. 'job:' .. job.id
  if reason then call('HSET', key, 'r', reason) else call('HDEL', key, 'r') end
  call('HDEL', key, 'cx')
  call('ZADD', P .. 'ended', now, job.id)
  forgetJobs()
  local stream = openStream(job.id, job.a, true, 0)
  if stream then endStream(job.id, stream, status, data or (reason and cjson.encode(reason)) or '') end
end

local function crash(job)
  local reason = 'its worker died or was silent for too long'
  if job.cx then return finish(job, 'cancelled', job.cx) end
  local crashes = call('HINCRBY', P .. 'job:' .. job.id, 'c', 1)
  if job.oc ~= 'retry' or crashes >= L.crashes then return finish(job, 'unknown', reason) end
  call('HSET', P .. 'job:' .. job.id, 'r', reason)
  push(job, true)
end

local function promote(q)
  local key = stateKey(q, 'delayed')
  for _, id in ipairs(call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, 500)) do
    local job = read(id)
    if job and job.s == 'delayed' then push(job) else call('ZREM', key, id) end
  end
end
`
