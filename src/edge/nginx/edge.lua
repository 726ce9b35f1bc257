-- What nginx does itself: it finds the key under which Node lets it keep answers, tells their age, and counts.
-- What may be kept, and for how long, is decided in Node.

local connections = require "connections"
local process = require "ngx.process"
local ssl = require "ngx.ssl"

local base = require "resty.core.base"
local ffi = require "ffi"
local C = ffi.C
local re_find = ngx.re.find

local keys = ngx.shared.edge_keys
local counts = ngx.shared.edge_counts
local state = ngx.shared.edge_state
local certificates = ngx.shared.edge_certificates

local char, concat, find, floor, gmatch, gsub, lower, match, max, sub, upper =
  string.char, table.concat, string.find, math.floor, string.gmatch, string.gsub, string.lower, string.match, math.max,
  string.sub, string.upper

local M = {}
local options

-- Results of pure functions. Each table is emptied when it's full.
local function memo(size, compute)
  local known, count = {}, 0
  return function(text)
    local value = known[text]
    if value ~= nil then return value end
    if count >= size then known, count = {}, 0 end
    count = count + 1
    value = compute(text)
    known[text] = value
    return value
  end
end

-- The name in a Host field, as $host has it.
local host_name = memo(10000, function(host)
  return (lower(match(host, "^(%[.*%])") or match(host, "^[^:]*")):gsub("%.$", ""))
end)

-- What Node says about a host: the site, its number, and four flags.
local route_of = memo(50000, function(text)
  local site, number, counted, kept, marked, own = match(text, "^(%S+) (%S+) (%d)(%d)(%d)(%d)$")
  -- what's sent from the preview address says so
  local prefix = own == "1" and number or number .. " preview"
  return { site = site, number = number, prefix = prefix, counted = counted == "1", kept = kept == "1", marked = marked == "1" }
end)

-- What Node says about an answer: when it was new, until when it's fresh and may be used without asking, in UNIX ms;
-- the actions that act whenever it's sent, and the form of Accept-Encoding that it's for.
local kept_of = memo(10000, function(text)
  local born, fresh, stale, actions, codings = match(text, "^(%d+) (%d+) (%d+) (%S+) (.*)$")
  return { born = tonumber(born), fresh = tonumber(fresh), stale = tonumber(stale), actions = actions, codings = codings }
end)

-- Forms of Accept-Encoding that mean the same, as far as Node has said so.
local same_codings, same_codings_count = {}, 0

local function learn_codings(kept)
  local accepted = ngx.var.http_accept_encoding
  if not accepted or same_codings[accepted] then return end
  if same_codings_count >= 500 then same_codings, same_codings_count = {}, 0 end
  same_codings_count = same_codings_count + 1
  same_codings[accepted] = kept_of(kept).codings
end

-- What nginx lets through and Node's parser doesn't: another scheme, a line without a colon, LF alone. nginx has put an end
-- behind each name and value, which the module reads back as a colon or CR: then there are fewer lines than fields.
local head_syntax = [[^[^ ]+ +(?:/|\*|https?://)[^ ]* HTTP/1\.[01]\r\n(?:[^\r\n:]+:[^\r\n]*\r\n)*\r\n\z]]
local is_truncated = ffi.new("int[1]")

local function is_malformed()
  if ngx.req.http_version() == 2 then return false end
  local head = ngx.req.raw_header()
  if not re_find(head, head_syntax, "joi") then return true end
  local lines, at = 0, find(head, "\n", 1, true)
  while at do
    lines, at = lines + 1, find(head, "\n", at + 1, true)
  end
  -- beside the fields there are the request line and the empty one
  return C.ngx_http_lua_ffi_req_get_headers_count(base.get_request(), 0, is_truncated) ~= lines - 2
end

-- One spelling for targets that mean the same, as `equivalentTarget` in Node has it.
local function equivalent(target)
  if not find(target, "%", 1, true) then return target end
  if find(gsub(target, "%%%x%x", ""), "%", 1, true) then return target end
  return (gsub(target, "%%(%x%x)", function(digits)
    local character = char(tonumber(digits, 16))
    return find(character, "[%w_.~-]") and character or "%" .. upper(digits)
  end))
end

-- The key under which the answer to a request may be kept; empty where only Node can answer.
function M.receive()
  local var = ngx.var
  if is_malformed() then
    var.edge_is_malformed = "1"
    return ""
  end
  local host, named = var.host, var.http_host
  local is_odd = var.edge_is_odd ~= ""
  if named ~= host and (not named or host_name(named) ~= host) then
    -- the request line names another host than Host does
    var.edge_target = match(var.request, "^%S+ (%S+)") or ""
    is_odd = true
  end
  local scheme = var.scheme
  -- Node knows whether the connection's certificate is for this host, too
  if scheme == "https" and lower(var.ssl_server_name or "") ~= host then is_odd = true end
  local value = keys:get(host)
  if not value then return "" end
  local route = route_of(value)
  -- Node counts what nginx would only count in the end
  if route.counted and not (is_odd and var.edge_upgrade ~= "") then var.edge_site = route.site end
  if is_odd or not route.kept then return "" end
  local method = ngx.req.get_method()
  if method ~= "GET" and method ~= "HEAD" then return "" end
  local target = equivalent(var.request_uri)
  -- Node remembers purges of longer ones by a digest
  if #target > 200 or find(target, "#", 1, true) then return "" end
  local prefix = route.prefix
  if route.marked then
    local path, number = match(target, "^[^?]*"), route.number
    prefix = concat({ prefix, keys:get("p" .. number .. " " .. path) or 0, keys:get("a" .. number .. " " .. target) or 0 }, "/")
  end
  local accepted = var.http_accept_encoding
  local codings = "-"
  if accepted then
    if #accepted > 200 then return "" end
    codings = same_codings[accepted] or "=" .. accepted
  end
  if var.http_if_none_match then
    -- RFC 9110, section 13.2.2
    ngx.req.clear_header("If-Modified-Since")
  end
  return concat({ prefix, scheme, codings, target }, " ")
end

-- What TLS needs of a certificate and its key.
local parsed_certificate = memo(2000, function(pem)
  local text = pem:gsub("|", "\n")
  local chain, key = ssl.parse_pem_cert(text), ssl.parse_pem_priv_key(text)
  return chain and key and { chain = chain, key = key } or false
end)

-- Shows the certificate of the host that a visitor names. Without one the handshake fails.
function M.show_certificate()
  local name = ssl.server_name()
  local pem = name and certificates:get(lower(name))
  local certificate = pem and parsed_certificate(pem)
  if not certificate then return ngx.exit(ngx.ERROR) end
  ssl.clear_certs()
  if not ssl.set_cert(certificate.chain) or not ssl.set_priv_key(certificate.key) then return ngx.exit(ngx.ERROR) end
end

-- nginx refuses what is no range, and what ends far beyond the end, as `rangeOf` in Node doesn't (RFC 9110, section 14.2).
local function read_range(range)
  local first, last = match(range, "^[Bb][Yy][Tt][Ee][Ss]=[\t ]*(%d*)-(%d*)[\t ]*$")
  local from, to = tonumber(first), tonumber(last)
  if not from and not to or from and to and to < from then
    ngx.req.clear_header("Range")
  elseif to and #last > 15 then
    ngx.req.set_header("Range", "bytes=" .. (from and first or 0) .. "-")
  end
end

local function answer_kept(kept, now, detail)
  local header, range = ngx.header, ngx.var.http_range
  if range then read_range(range) end
  header["Age"] = max(0, floor((now - kept.born) / 1000))
  header["Cache-Status"] = "site-performance; hit; ttl=" .. floor((kept.fresh - now) / 1000) .. detail
end

function M.answer()
  local header, var = ngx.header, ngx.var
  local kept = var.upstream_http_edge_kept
  -- without a value, nginx doesn't name itself
  if not header["Server"] then header["Server"] = nil end
  if kept and var.upstream_cache_status == "HIT" then return answer_kept(kept_of(kept), ngx.now() * 1000, "") end
  -- the answer is what Node made of the range
  if var.http_range then ngx.req.clear_header("Range") end
  if kept then learn_codings(kept) end
end

local function clear_headers(but)
  for name in pairs(ngx.resp.get_headers(0)) do
    if name ~= "connection" and name ~= but then ngx.header[name] = nil end
  end
end

-- The range begins after the end. nginx would send a page of its own.
function M.answer_beyond()
  clear_headers("content-range")
  -- else it's the default
  ngx.header["Content-Type"] = nil
  ngx.header["Content-Length"] = 0
  ngx.status = 416
  return ngx.exit(ngx.OK)
end

-- Without a key there is nothing that could stand in for Node.
function M.pass_over()
  if ngx.var.edge_key == "" then return ngx.exit(502) end
end

-- A kept answer stands in for Node for as long as Node has allowed.
function M.answer_stale()
  local var = ngx.var
  local status, kept = var.upstream_cache_status, var.upstream_http_edge_kept
  if status ~= "STALE" or not kept then return M.answer() end
  local header, now = ngx.header, ngx.now() * 1000
  header["Server"] = nil
  kept = kept_of(kept)
  if now < kept.stale then return answer_kept(kept, now, '; detail="node away"') end
  clear_headers()
  ngx.status = 502
  header["Content-Type"] = "text/html; charset=utf-8"
  header["Content-Length"] = #options.away
  header["Cache-Control"] = "no-store"
  ngx.req.clear_header("Range")
  ngx.ctx.body = options.away
end

function M.replace_body()
  local body = ngx.ctx.body
  if body == nil then return end
  ngx.arg[1] = body
  ngx.arg[2] = true
  ngx.ctx.body = ""
end

function M.answer_page()
  ngx.header["Server"] = nil
  ngx.header["Last-Modified"] = nil
end

-- What this worker has counted of each site since the last second.
local counted, is_counted = {}, false

function M.count()
  local var = ngx.var
  local site = var.edge_site
  local kept = var.upstream_http_edge_kept
  if not kept and var.upstream_http_edge_uncounted then return end
  if site == "" and var.edge_upgrade == "" and var.host then
    -- Node may have said of the host only now, because its site was just made
    local value = keys:get(var.host)
    local route = value and route_of(value)
    if route and route.counted then site = route.site end
  end
  if not site or site == "" then return end
  local traffic = counted[site]
  if not traffic then
    traffic = { requests = 0, bytes = 0, hits = 0, actions = {} }
    counted[site] = traffic
    is_counted = true
  end
  traffic.requests = traffic.requests + 1
  traffic.bytes = traffic.bytes + tonumber(var.bytes_sent)
  local status = kept and var.upstream_cache_status
  if status == "HIT" or status == "STALE" then
    traffic.hits = traffic.hits + 1
    traffic.actions[kept_of(kept).actions] = true
  end
end

local function line_of(site, traffic)
  local actions = {}
  for names in pairs(traffic.actions) do actions[#actions + 1] = names end
  return concat({ site, traffic.requests, traffic.bytes, traffic.hits, concat(actions, ",") }, " ")
end

-- Hands over what this worker has counted. While nobody takes it, it's kept here, a sum for each site.
local function hand_over()
  if not is_counted or (counts:llen("waiting") or 0) > 20000 then return end
  for site, traffic in pairs(counted) do
    if not counts:lpush("waiting", line_of(site, traffic)) then return end
    counted[site] = nil
  end
  is_counted = false
end

local function take(limit)
  local lines = {}
  while #lines < limit do
    local line = counts:rpop("waiting")
    if not line then break end
    lines[#lines + 1] = line
  end
  return lines
end

function M.start(given)
  options = given
  local file = assert(io.open(given.leftovers:gsub("counts$", "pages/502.html"), "r"))
  options.away = file:read("*a")
  file:close()
  -- a number of this nginx, by which Node notices that another one has started
  state:add("instance", concat({ ngx.time(), math.random(2 ^ 30), process.get_master_pid() or 0 }, "-"))
end

function M.start_worker()
  if process.type() ~= "worker" then return end
  assert(ngx.timer.every(1, hand_over))
  connections.watch(options.connections, state)
end

-- Nobody can ask a stopping nginx any more, so what's left is written to a file.
function M.stop_worker()
  if process.type() ~= "worker" then return end
  hand_over()
  local lines = take(math.huge)
  for site, traffic in pairs(counted) do lines[#lines + 1] = line_of(site, traffic) end
  if #lines == 0 then return end
  local file = io.open(options.leftovers, "a")
  if not file then return end
  file:write(concat(lines, "\n") .. "\n")
  file:close()
end

function M.state()
  ngx.print(concat({ state:get("instance"), options.version, process.get_master_pid() }, " "))
end

function M.take_counts()
  hand_over()
  ngx.print(concat(take(20000), "\n"))
end

local function body_of_request()
  ngx.req.read_body()
  local body = ngx.req.get_body_data()
  if body then return body end
  local name = ngx.req.get_body_file()
  if not name then return "" end
  local file = assert(io.open(name, "rb"))
  body = file:read("*a")
  file:close()
  return body
end

-- Does what Node says, line by line: `reset` forgets everything, others set a key to a value, or to nothing.
function M.apply()
  if ngx.var.http_edge_instance ~= state:get("instance") then return ngx.exit(409) end
  for line in gmatch(body_of_request(), "[^\n]+") do
    local key, value = match(line, "^([^\t]+)\t(.*)$")
    if line == "reset" then
      keys:flush_all()
      keys:flush_expired()
      certificates:flush_all()
      certificates:flush_expired()
    elseif sub(key, 1, 4) == "tls " then
      local name = sub(key, 5)
      if value == "" then certificates:delete(name) else certificates:set(name, value) end
    elseif value == "" then
      keys:delete(key)
    elseif not keys:safe_set(key, value) then
      return ngx.exit(507)
    end
  end
  ngx.exit(204)
end

return M
