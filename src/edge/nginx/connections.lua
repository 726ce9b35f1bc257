-- Closes what an address opens beyond its share. nginx counts a connection only while a request of it is answered, so each
-- worker looks at its sockets.

local ffi = require "ffi"
local C = ffi.C

ffi.cdef [[
int getpeername(int socket, void *address, uint32_t *length);
int shutdown(int socket, int how);
]]

local byte, ceil, floor, max, sub = string.byte, math.ceil, math.floor, math.max, string.sub

local M = {}

-- A `struct sockaddr` of Linux, and its size.
local size = 128
local name = ffi.new("uint8_t[?]", size)
local family = ffi.cast("uint16_t *", name)
local length = ffi.new("uint32_t[1]")
local ipv4, ipv6 = 2, 10
local mapped = string.rep("\0", 10) .. "\255\255"

-- The address and port, as bytes, that a socket of this worker is connected to; nothing for those of other kinds.
local function peer_of(socket)
  length[0] = size
  if C.getpeername(socket, name, length) ~= 0 then return end
  local port = ffi.string(name + 2, 2)
  if family[0] == ipv4 then return ffi.string(name + 4, 4), port end
  if family[0] ~= ipv6 then return end
  local address = ffi.string(name + 8, 16)
  return sub(address, 1, 12) == mapped and sub(address, 13) or address, port
end

-- Networks as Node writes them: an address in hexadecimal digits, and how many bits of it count.
local function networks_in(text)
  local networks = {}
  for digits, bits in string.gmatch(text, "(%x+)/(%d+)") do
    local address = digits:gsub("%x%x", function(one) return string.char(tonumber(one, 16)) end)
    networks[#networks + 1] = { address = address, bits = tonumber(bits) }
  end
  return networks
end

local function is_in(network, address)
  if #address ~= #network.address then return false end
  local whole, rest = floor(network.bits / 8), 2 ^ (8 - network.bits % 8)
  if sub(address, 1, whole) ~= sub(network.address, 1, whole) then return false end
  return rest == 256 or floor(byte(address, whole + 1) / rest) == floor(byte(network.address, whole + 1) / rest)
end

-- Workers tell each other of addresses with more connections than this, for so many seconds.
local few, told = 4, 5

-- The sockets of visitors at the last look: what they were connected to.
local known = {}

-- @param limits `sockets`, the most that the worker may have open; `most` connections of visitors to it; and `by_address`
-- connections of one address to all workers, unless it is in `trusted`, a list of networks
-- @param told_by what workers tell each other: a shared dictionary
function M.watch(limits, told_by)
  local trusted = networks_in(limits.trusted)
  local own, workers = ngx.worker.id(), ngx.worker.count()
  local is_exempt = function(address)
    for _, network in ipairs(trusted) do
      if is_in(network, address) then return true end
    end
    return false
  end
  local elsewhere = function(share)
    local sum = 0
    for worker = 0, workers - 1 do
      if worker ~= own then sum = sum + (told_by:get(worker .. " " .. share) or 0) end
    end
    return sum
  end

  assert(ngx.timer.every(1, function()
    local now, old, new = {}, {}, {}
    for socket = 0, limits.sockets - 1 do
      local address, port = peer_of(socket)
      if address then
        now[socket] = address .. port
        local list = known[socket] == now[socket] and old or new
        list[#list + 1] = { socket = socket, address = address }
      end
    end
    known = now
    -- the oldest stay
    for _, one in ipairs(new) do old[#old + 1] = one end
    local close = function(list, count)
      for i = #list, max(1, #list - count + 1), -1 do C.shutdown(list[i].socket, 2) end
    end
    close(old, #old - limits.most)
    local shares = {}
    for _, one in ipairs(old) do
      if not is_exempt(one.address) then
        -- an IPv6 address counts by its /64, as `networkOf` in TypeScript has it
        local share = sub(one.address, 1, 8)
        shares[share] = shares[share] or {}
        table.insert(shares[share], one)
      end
    end
    for share, list in pairs(shares) do
      if #list > few then
        if workers > 1 then told_by:set(own .. " " .. share, #list, told) end
        local all = #list + elsewhere(share)
        close(list, ceil((all - limits.by_address) * #list / all))
      end
    end
  end))
end

return M
