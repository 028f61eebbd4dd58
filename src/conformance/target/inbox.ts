import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isObject } from '../wire/fields.ts'
import { jsonIn } from '../wire/json.ts'
import { pause } from '../wire/pause.ts'

/** One webhook request as it came in. */
export interface Arrival {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes, before anything was made of them. */
  readonly body: Buffer
  /** Undefined where the body is no JSON. */
  readonly json: unknown
  /** What the event is about: `data.id`. */
  readonly labelId: string | undefined
  /** Which attempt for that label this is, from 1 on, as they came in. */
  readonly attempt: number
  readonly receivedAtMs: number
}

export type Reply = Answering | Cutting

interface Answering {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait before answering. */
  readonly afterMs?: number
}

/** The connection is cut, and nothing answered. */
interface Cutting {
  readonly cut: true
}

/** Where one rule's deliveries arrive. */
export interface Box {
  /** What the target has to be told. */
  readonly url: string
  /** How attempts are answered from here on; 200 until something else is said. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Deliveries about this label are this box's, where the inbox is shared. */
  claim(labelId: string): void
  /** From here on a delivery may come for what this box has yet to claim; gives what ends that. */
  expectOne(): () => void
  /** How a delivery for this label was answered before it was claimed, where the box would have answered otherwise. */
  misanswered(labelId: string): Reply | undefined
  /** Everything that came in, or what is about one label; what nobody understands is in neither. */
  arrivals(labelId?: string): readonly Arrival[]
  /** Resolves with what has come for a label once it is so many attempts, or the wait is over. */
  waitFor(
    labelId: string,
    options: { readonly attempts: number; readonly over: AbortSignal },
  ): Promise<readonly Arrival[]>
  close(): void
}

export interface Inbox {
  /** The address deliveries are sent to: the public one, or the one it listens on. */
  readonly url: string
  /** What came in that no box has claimed. */
  readonly foreign: () => number
  /** Hears of every delivery which label it is about, also when nobody waits for it any more. */
  onLabel(hear: (labelId: string) => void): void
  /** A box with an address of its own. */
  openBox(): Box
  /** A box at the one address there is: deliveries find it by their label. */
  openSharedBox(): Box
  /** Does a request to the public address arrive here? */
  probe(): Promise<boolean>
  close(): Promise<void>
}

const maxBodyBytes = 1024 * 1024
/** A delivery can be faster than the answer to the purchase that it is about. */
export const claimWithinMs = 5_000
/** So many that nobody has claimed in time are kept for whoever claims them later. */
const mostUnclaimed = 1_000

export async function openInbox(options: {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly signal: AbortSignal
  /** How long what nobody has claimed is left without an answer, in milliseconds. */
  readonly claimWithinMs?: number
}): Promise<Inbox> {
  const { claimWithinMs: claimWithin = claimWithinMs } = options
  const boxes = new Map<string, OpenBox>()
  const shared = new Set<OpenBox>()
  const nonce = randomBytes(12).toString('hex')
  const hearing: ((labelId: string) => void)[] = []
  let probed = (): void => {}
  let foreign = 0
  const unclaimed: Unclaimed[] = []
  const handOn = (labelId: string): readonly Unclaimed[] => {
    const late = unclaimed.filter(({ arrival }) => arrival.labelId === labelId)
    for (const each of late) unclaimed.splice(unclaimed.indexOf(each), 1)
    foreign -= late.length
    return late
  }

  const replyToUnclaimed = (arrival: Omit<Arrival, 'attempt'>): Reply => {
    foreign += 1
    const { labelId } = arrival
    if (labelId === undefined || shared.size === 0) return { status: 200 }
    const attempt = unclaimed.filter((each) => each.arrival.labelId === labelId).length + 1
    const reply = commonReply([...shared], attempt, labelId)
    unclaimed.push({ arrival, reply })
    if (unclaimed.length > mostUnclaimed) unclaimed.shift()
    return reply
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    if (request.headers['x-drydock-probe'] === nonce) {
      request.resume()
      response.writeHead(204).end()
      probed()
      return
    }
    const body = await readBody(request)
    if (body === undefined) {
      response.writeHead(413).end()
      return
    }
    if (body.length === 0) {
      // Somebody looks whether there is anybody: no event.
      response.writeHead(200).end()
      return
    }
    const arrival = describe(request, path, body)
    if (arrival.labelId !== undefined) for (const hear of hearing) hear(arrival.labelId)
    const token = path.split(/[/?]/).find((part) => boxes.has(part))
    const box =
      boxes.get(token ?? '') ?? (await findClaimer(shared, arrival.labelId, options.signal, claimWithin))
    const reply = box?.take(arrival) ?? replyToUnclaimed(arrival)
    if ('cut' in reply) {
      response.destroy()
      return
    }
    const { status, headers, afterMs = 0 } = reply
    if (afterMs > 0) await pause(afterMs, options.signal)
    response.writeHead(status, headers).end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.requestTimeout = 15_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  const url = (options.publicUrl ?? `http://${host}:${port}/`).replace(/\/*$/, '/')

  const open = (boxUrl: string, onClose: (box: OpenBox) => void): OpenBox => {
    const box = openBox(boxUrl, { onClose: () => onClose(box), handOn })
    return box
  }
  return {
    url,
    foreign: () => foreign,
    onLabel: (hear) => {
      hearing.push(hear)
    },
    openBox: () => {
      const token = randomBytes(9).toString('hex')
      const box = open(`${url}${token}`, () => boxes.delete(token))
      boxes.set(token, box)
      return box
    },
    openSharedBox: () => {
      const box = open(url, (each) => shared.delete(each))
      shared.add(box)
      return box
    },
    probe: async () => {
      const arrived = new Promise<boolean>((resolve) => {
        probed = () => resolve(true)
      })
      const answered = fetch(url, {
        method: 'POST',
        headers: { 'X-Drydock-Probe': nonce },
        redirect: 'manual',
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(10_000)]),
      }).then(
        () => pause(1_000, options.signal).then(() => false),
        () => false,
      )
      return Promise.race([arrived, answered])
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface OpenBox extends Box {
  claims(labelId: string): boolean
  /** Whether a delivery may come for what it has yet to claim. */
  expects(): boolean
  wouldReply(attempt: number, labelId: string): Reply
  /** Keeps what came in, and says how to answer it. */
  take(arrival: Omit<Arrival, 'attempt'>): Reply
}

/** What nobody has claimed in time, and how it was answered. */
interface Unclaimed {
  readonly arrival: Omit<Arrival, 'attempt'>
  readonly reply: Reply
}

/** `handOn` gives what has come for a label before it was claimed. */
function openBox(
  url: string,
  { onClose, handOn }: { onClose(): void; handOn(labelId: string): readonly Unclaimed[] },
): OpenBox {
  const taken: Arrival[] = []
  const claimed = new Set<string>()
  const waiting = new Set<() => void>()
  const misanswered = new Map<string, Reply>()
  let expected = 0
  let script: Parameters<Box['respond']>[0] = () => ({ status: 200 })
  const arrivals = (labelId?: string): readonly Arrival[] =>
    labelId === undefined ? [...taken] : taken.filter((each) => each.labelId === labelId)
  return {
    url,
    respond: (next) => {
      script = next
    },
    claim: (labelId) => {
      if (claimed.has(labelId)) return
      claimed.add(labelId)
      const late = handOn(labelId)
      for (const { arrival, reply } of late) {
        const attempt = arrivals(labelId).length + 1
        taken.push({ ...arrival, attempt })
        if (!isSame(reply, script(attempt, labelId))) misanswered.set(labelId, reply)
      }
      if (late.length > 0) for (const wake of waiting) wake()
    },
    claims: (labelId) => claimed.has(labelId),
    expectOne: () => {
      expected += 1
      return () => {
        expected -= 1
      }
    },
    expects: () => expected > 0,
    wouldReply: (attempt, labelId) => script(attempt, labelId),
    misanswered: (labelId) => misanswered.get(labelId),
    take: (arrival) => {
      const attempt = arrivals(arrival.labelId ?? '').length + 1
      taken.push({ ...arrival, attempt })
      for (const wake of waiting) wake()
      return script(attempt, arrival.labelId)
    },
    arrivals,
    waitFor: (labelId, { attempts, over }) =>
      new Promise((resolve) => {
        const settle = (): void => {
          over.removeEventListener('abort', settle)
          waiting.delete(check)
          resolve(arrivals(labelId))
        }
        const check = (): void => {
          if (arrivals(labelId).length >= attempts) settle()
        }
        waiting.add(check)
        over.addEventListener('abort', settle)
        if (over.aborted) settle()
        else check()
      }),
    close: onClose,
  }
}

/** What everybody who may be meant would answer; 200 where nobody is, or they differ. */
function commonReply(boxes: readonly OpenBox[], attempt: number, labelId: string): Reply {
  const replies = boxes.filter((box) => box.expects()).map((box) => box.wouldReply(attempt, labelId))
  const [first, ...others] = replies
  return first !== undefined && others.every((each) => isSame(each, first)) ? first : { status: 200 }
}

function isSame(one: Reply, other: Reply): boolean {
  if ('cut' in one || 'cut' in other) return 'cut' in one && 'cut' in other
  return one.status === other.status
}

async function findClaimer(
  boxes: ReadonlySet<OpenBox>,
  labelId: string | undefined,
  signal: AbortSignal,
  withinMs: number,
): Promise<OpenBox | undefined> {
  if (labelId === undefined || boxes.size === 0) return undefined
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += 50) {
    for (const box of boxes) if (box.claims(labelId)) return box
    await pause(50, signal)
  }
  return undefined
}

function describe(request: IncomingMessage, path: string, body: Buffer): Omit<Arrival, 'attempt'> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const json = jsonIn(body)
  const data = isObject(json) ? json['data'] : undefined
  const id = isObject(data) ? data['id'] : undefined
  return {
    method: request.method ?? '',
    path,
    headers,
    body,
    json,
    labelId: typeof id === 'string' ? id : undefined,
    receivedAtMs: Date.now(),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
