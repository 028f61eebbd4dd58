// Makes of what was recorded a plan that can be carried out against another simulator of the same kind: ids and keys that
// answers gave are taken from the answers of the replay instead, and everything keeps its order.

/** What ids, keys and tracking numbers look like. */
const tokenShape = /\b(?:(?:[a-z]+_)+[0-9a-z]{12,64}|\d{12,30})\b/g

/**
 * A lane is what happens to one account, in its order: a request waits for those that had been answered when it was
 * sent. A lane waits until as many lanes have ended as had when it began, which keeps the number of lanes at work.
 */
export function planReplay({ requests, arrivals }) {
  const ordered = requests.map((each, index) => ({ ...each, index }))
  const lanes = lanesOf(ordered)
  const ends = lanes.map(({ endedAtMs }) => endedAtMs).sort((a, b) => a - b)
  const tokens = tableOf(sourcesOf(ordered))
  const [inboxPort] = arrivals.map(({ port }) => port)
  return {
    inboxPort: inboxPort ?? null,
    replies: repliesOf(arrivals),
    tokens: [...tokens.numbers.keys()],
    lanes: lanes.map(({ startedAtMs, members }) => ({
      after: countBefore(ends, startedAtMs),
      requests: plannedLane(members, tokens),
    })),
  }
}

function lanesOf(ordered) {
  const accountOf = new Map()
  const lanes = new Map()
  for (const request of ordered) {
    const [, id] = /\/accounts\/([^/?]+)/.exec(request.path) ?? []
    const key = bearerOf(request)
    const made = request.path.endsWith('/accounts') ? parse(request.answer)?.id : undefined
    const name = made ?? id ?? accountOf.get(key) ?? `request ${request.index}`
    for (const [found] of request.path.includes('/accounts') ? request.answer.matchAll(/pr_\w+/g) : []) {
      accountOf.set(found, name)
    }
    const lane = lanes.get(name) ?? { startedAtMs: request.startedAtMs, endedAtMs: 0, members: [] }
    lanes.set(name, lane)
    lane.members.push(request)
    lane.endedAtMs = Math.max(lane.endedAtMs, request.endedAtMs)
  }
  return [...lanes.values()]
}

function bearerOf({ headers }) {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === 'authorization')
  return at === -1 ? undefined : headers[at + 1].replace(/^Bearer /, '')
}

/** Where each id comes from that a later request names. */
function sourcesOf(ordered) {
  const given = new Map()
  const named = new Map()
  for (const request of [...ordered].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
    for (const text of textsOf(request)) {
      for (const [token] of text.matchAll(tokenShape)) {
        const source = given.get(token)
        if (source !== undefined && source.endedAtMs <= request.startedAtMs) named.set(token, source)
      }
    }
    for (const { token, path } of leavesOf(parse(request.answer))) {
      if (!given.has(token)) given.set(token, { index: request.index, endedAtMs: request.endedAtMs, path })
    }
  }
  return named
}

const textsOf = ({ path, headers, body }) => [path, ...headers, ...(body === null ? [] : [body])]

/** The texts of an answer that are nothing but an id, each with the way to it. */
function leavesOf(value, path = []) {
  if (typeof value === 'string') {
    const [token] = value.match(tokenShape) ?? []
    return token === value ? [{ token, path }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  // Of a list of 5,000 the first say enough.
  return Object.entries(value)
    .slice(0, 60)
    .flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

/** Each waits for the first so many that ended; its rank is its own place among these. */
function plannedLane(members, tokens) {
  const byEnd = [...members].sort((a, b) => a.endedAtMs - b.endedAtMs)
  const ends = byEnd.map(({ endedAtMs }) => endedAtMs)
  const ranks = new Map(byEnd.map((each, rank) => [each, rank]))
  return members.map((each) => ({
    ...planned(each, tokens),
    after: countBefore(ends, each.startedAtMs),
    rank: ranks.get(each),
  }))
}

function planned(request, { numbers, gives }) {
  const cut = (text) => cutAt(text, numbers)
  return {
    method: request.method,
    status: request.status,
    path: cut(request.path),
    headers: request.headers.map(cut),
    body: request.body === null ? null : cut(request.body),
    gives: gives.get(request.index) ?? [],
  }
}

/** Each id by its number, and what each answer gives of them. */
function tableOf(sources) {
  const numbers = new Map()
  const gives = new Map()
  for (const [token, { index, path }] of sources) {
    gives.set(index, [...(gives.get(index) ?? []), { number: numbers.size, path }])
    numbers.set(token, numbers.size)
  }
  return { numbers, gives }
}

/** The text in pieces: what stays, and the numbers of the ids between. */
function cutAt(text, numbers) {
  const pieces = []
  let from = 0
  for (const found of text.matchAll(tokenShape)) {
    const number = numbers.get(found[0])
    if (number === undefined) continue
    pieces.push(text.slice(from, found.index), number)
    from = found.index + found[0].length
  }
  return [...pieces, text.slice(from)]
}

/** How the receiver answered, by path and in order; null where it cut the connection. */
function repliesOf(arrivals) {
  const replies = {}
  for (const { path, status } of arrivals) replies[path] = [...(replies[path] ?? []), status]
  return replies
}

/** The same requests for the floor, which knows two: whatever has a body is posted, all else is a read. */
export function floorPlan(plan) {
  const floored = ({ body, after, rank }) => ({
    method: body === null ? 'GET' : 'POST',
    path: [body === null ? '/v1/wallet' : '/v1/any'],
    headers: ['authorization', 'Bearer floor', 'content-type', 'application/json'].map((each) => [each]),
    body: body === null ? null : [jsonOf(body)],
    after,
    rank,
    gives: [],
    status: null,
  })
  return { ...plan, lanes: plan.lanes.map((lane) => ({ ...lane, requests: lane.requests.map(floored) })) }
}

/** The body as it is where it is JSON: the floor takes nothing else. */
function jsonOf(pieces) {
  const text = pieces.map((piece) => (typeof piece === 'number' ? 'any' : piece)).join('')
  return parse(text) === undefined ? '{}' : text
}

/** How many milliseconds nothing was under way between the first request and the last answer. */
export function silenceIn({ requests }) {
  const ordered = [...requests].sort((a, b) => a.startedAtMs - b.startedAtMs)
  let silentMs = 0
  let until = ordered[0]?.startedAtMs ?? 0
  for (const { startedAtMs, endedAtMs } of ordered) {
    silentMs += Math.max(0, startedAtMs - until)
    until = Math.max(until, endedAtMs)
  }
  return silentMs
}

function countBefore(sorted, limit) {
  const first = sorted.findIndex((each) => each > limit)
  return first === -1 ? sorted.length : first
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
