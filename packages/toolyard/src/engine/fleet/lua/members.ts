/**
 * The part of the scripts that knows members and what they hold: locks, leases, runs, workers.
 *
 * A lock is a ticket with its keys. It is granted when no earlier ticket of another owner is in its way on any of them, so tickets
 * can't wait for each other in a circle. A member that was silent for longer than its lease loses everything at once.
 *
 * @module
 */
export const membersLua = `
local function ticketOf(n)
  local t = call('HMGET', P .. 'ticket:' .. n, 'o', 'm', 'h', 'k')
  if not t[1] then return nil end
  return { n = tonumber(n), owner = t[1], member = t[2], isHeld = t[3] == '1', keys = cjson.decode(t[4]) }
end

local function isFree(ticket)
  for _, wanted in ipairs(ticket.keys) do
    local others, isInside = {}, false
    for _, entry in ipairs(call('ZRANGE', P .. 'lock:' .. wanted[1], 0, -1)) do
      local n, access = string.match(entry, '^(%d+) (%a)')
      local other = tonumber(n) ~= ticket.n and ticketOf(n)
      if other and other.owner == ticket.owner then isInside = isInside or other.isHeld
      elseif other and (access == 'w' or wanted[2] == 'w') then others[#others + 1] = other end
    end
    for _, other in ipairs(others) do
      if other.isHeld or (other.n < ticket.n and not isInside) then return false end
    end
  end
  return true
end

local function grant(ticket)
  call('HSET', P .. 'ticket:' .. ticket.n, 'h', '1')
  tellEngine(ticket.member, 'g ' .. ticket.n)
end

local function releaseTicket(n)
  local ticket = ticketOf(n)
  if not ticket then return end
  call('DEL', P .. 'ticket:' .. n)
  call('SREM', P .. 'tickets:' .. ticket.member, n)
  for _, wanted in ipairs(ticket.keys) do call('ZREM', P .. 'lock:' .. wanted[1], n .. ' ' .. wanted[2]) end
  for _, wanted in ipairs(ticket.keys) do
    for _, entry in ipairs(call('ZRANGE', P .. 'lock:' .. wanted[1], 0, -1)) do
      local other = ticketOf(string.match(entry, '^%d+'))
      if other and not other.isHeld and isFree(other) then grant(other) end
    end
  end
end

local function lose(member)
  call('ZREM', P .. 'members', member)
  for _, worker in ipairs(call('SMEMBERS', P .. 'workers:' .. member)) do
    local q = string.match(worker, '^%d+ (.*)$')
    local id = member .. '/' .. string.match(worker, '^%d+')
    call('SREM', P .. 'works:' .. q, id)
    call('SREM', P .. 'idle:' .. q, id)
  end
  for _, key in ipairs(call('SMEMBERS', P .. 'leases:' .. member)) do call('HDEL', P .. 'lease:' .. key, 'm') end
  for _, n in ipairs(call('SMEMBERS', P .. 'tickets:' .. member)) do releaseTicket(n) end
  for _, id in ipairs(call('SMEMBERS', P .. 'runs:' .. member)) do
    local job = read(id)
    if job and job.s == 'running' and job.m == member then crash(job) end
  end
  for _, name in ipairs({ 'workers:', 'leases:', 'tickets:', 'runs:', 'cancels:' }) do call('DEL', P .. name .. member) end
end
`
