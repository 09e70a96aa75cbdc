/**
 * The part of the scripts that knows streams, and how to tell processes something.
 *
 * A stream is a hash (its attempt, its last number, its end) and, once it has chunks, a Redis stream whose entries bear their numbers.
 * Engines that watch it are told of every event; one that does not listen any more is forgotten.
 *
 * @module
 */
export const streamsLua = `
local function tellEngine(name, text)
  return call('PUBLISH', P .. 'to:' .. string.match(name, '^[^.]+'), text)
end

local function tellEvent(id, head, data)
  local engines = call('SMEMBERS', P .. 'watch:' .. id)
  if #engines == 0 then return end
  local text = #data > 16384 and 'l\\n\\n' .. id or head .. '\\n' .. data .. '\\n' .. id
  for _, engine in ipairs(engines) do
    if tellEngine(engine, text) == 0 then call('SREM', P .. 'watch:' .. id, engine) end
  end
end

local function forgetStream(id)
  call('DECRBY', P .. 'streams:size', call('HGET', P .. 'stream:' .. id, 'z') or 0)
  call('DEL', P .. 'stream:' .. id, P .. 'events:' .. id)
  call('ZREM', P .. 'streams:ended', id)
end

local function forgetStreams()
  local ended = P .. 'streams:ended'
  for _, id in ipairs(call('ZRANGEBYSCORE', ended, '-inf', now - L.keepMs, 'LIMIT', 0, 100)) do forgetStream(id) end
  for _ = 1, 100 do
    local isOver = call('ZCARD', ended) > L.ended or tonumber(call('GET', P .. 'streams:size') or 0) > L.endedSize
    local first = isOver and call('ZRANGE', ended, 0, 0)[1]
    if not first then return end
    forgetStream(first)
  end
end

local function beginStream(id, attempt, last)
  local stream = { a = attempt, l = last, z = 0, w = 0 }
  call('HSET', P .. 'stream:' .. id, 'a', attempt, 'l', last, 'z', 0, 'w', 0, 'g', T[1] .. '.' .. T[2])
  return stream
end

-- The stream, if this attempt may write; an attempt of 0 is one more than the last.
local function openStream(id, attempt, isFirst, last)
  local m = call('HMGET', P .. 'stream:' .. id, 'a', 'l', 's', 'z', 'w')
  if not m[1] then return beginStream(id, attempt > 0 and attempt or 1, last) end
  local newest = tonumber(m[1])
  if isFirst then
    local own = attempt > 0 and attempt or newest + 1
    if own < newest then return nil end
    if m[3] then
      forgetStream(id)
      return beginStream(id, own, 0)
    end
    if own > newest then
      call('HSET', P .. 'stream:' .. id, 'a', own, 'w', 0)
      m[5] = 0
    end
    return { a = own, l = tonumber(m[2]), z = tonumber(m[4]), w = tonumber(m[5]) }
  end
  if attempt ~= newest or m[3] then return nil end
  return { a = newest, l = tonumber(m[2]), z = tonumber(m[4]), w = tonumber(m[5]) }
end

local function trimStream(id, stream, most)
  local key = P .. 'events:' .. id
  local count = call('XLEN', key)
  while count > 0 and (count > most or stream.z > L.size) do
    local first = call('XRANGE', key, '-', '+', 'COUNT', 1)[1]
    call('XDEL', key, first[1])
    stream.z = stream.z - #first[2][4] - 32
    count = count - 1
  end
end

local function appendEvent(id, stream, data)
  stream.l = stream.l + 1
  stream.w = stream.w + 1
  stream.z = stream.z + #data + 32
  call('XADD', P .. 'events:' .. id, stream.l .. '-0', 'a', stream.a, 'd', data)
  trimStream(id, stream, L.events)
  tellEvent(id, 'e ' .. stream.l .. ' ' .. stream.a, data)
end

local function saveStream(id, stream)
  call('HSET', P .. 'stream:' .. id, 'l', stream.l, 'z', stream.z, 'w', stream.w)
end

local function endStream(id, stream, status, data)
  stream.l = stream.l + 1
  stream.z = stream.z + #data + 32
  trimStream(id, stream, L.events - 1)
  saveStream(id, stream)
  call('HSET', P .. 'stream:' .. id, 's', status, 'd', data, 'e', now)
  call('ZADD', P .. 'streams:ended', now, id)
  call('INCRBY', P .. 'streams:size', stream.z)
  tellEvent(id, 'f ' .. stream.l .. ' ' .. stream.a .. ' ' .. status, data)
  call('DEL', P .. 'watch:' .. id)
  forgetStreams()
end
`
