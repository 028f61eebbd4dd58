import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import { pause } from '../http/sending/deadline.ts'
import { createDelivery, type Delivery, isSameReply, type Reply, readBody } from './arrival.ts'
import { OpenBox, type RuleBox, type UnclaimedDelivery } from './box.ts'

/** Receives webhook deliveries and assigns them to the rules of a run. */
export interface Inbox {
  /** The URL to which deliveries are sent: the public URL, or the address at which this process listens. */
  readonly url: string
  /** How many deliveries arrived that no rule has claimed. */
  readonly foreign: () => number
  /** Calls `listener` with the label id of every delivery, even if no rule waits for it any more. */
  onLabel(listener: (labelId: string) => void): void
  /** Opens a box (the deliveries of one rule) with a separate URL. */
  openBox(): RuleBox
  /** Opens a box (the deliveries of one rule) at the URL that all rules share. Deliveries are assigned to rules by their labels. */
  openSharedBox(): RuleBox
  /** Tests whether a request to the public URL arrives at this process. */
  probe(): Promise<boolean>
  close(): Promise<void>
}

/** How long a delivery waits until a rule claims it, in milliseconds. It can arrive before the response to the purchase of its label. */
export const claimWithinMs = 5_000
/** How many deliveries that no rule has claimed yet are kept at most. */
const maxUnclaimed = 1_000

interface InboxOptions {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly signal: AbortSignal
  /** How long a delivery waits until a rule claims it, in milliseconds. */
  readonly claimWithinMs?: number
}

/** Starts to listen for webhook deliveries. Rejects with the error of the socket if it cannot listen at the address. */
export async function openInbox(options: InboxOptions): Promise<Inbox> {
  const sorter = new DeliverySorter(options)
  const probe = new Probe(options.signal)
  const server = createServer((request, response) => {
    respondToWebhook(request, response, { sorter, probe, signal: options.signal }).catch(() =>
      response.destroy(),
    )
  })
  server.requestTimeout = 15_000
  const localUrl = await listen(server, options)
  const baseUrl = `${removeTrailingSlashes(options.publicUrl ?? localUrl)}/`
  return {
    url: baseUrl,
    foreign: () => sorter.foreign,
    onLabel: (listener) => {
      sorter.listeners.push(listener)
    },
    openBox: () => sorter.openBox(baseUrl),
    openSharedBox: () => sorter.openSharedBox(baseUrl),
    probe: () => probe.send(baseUrl),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Starts to listen at an address, and resolves with the URL. */
async function listen(server: Server, { host, port }: InboxOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}/`
}

/** Responds to a webhook request with the reply that its rule has set. */
async function respondToWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  by: { readonly sorter: DeliverySorter; readonly probe: Probe; readonly signal: AbortSignal },
): Promise<void> {
  const path = request.url ?? '/'
  if (by.probe.acceptTestRequest(request)) {
    request.resume()
    response.writeHead(204).end()
    return
  }
  const body = await readBody(request)
  // A request without a body is no webhook event. It only tests whether the URL responds.
  if (body === undefined || body.length === 0) {
    response.writeHead(body === undefined ? 413 : 200).end()
    return
  }
  const reply = await by.sorter.take(createDelivery(request, path, body))
  if ('cut' in reply) {
    response.destroy()
    return
  }
  const { status, headers, afterMs = 0 } = reply
  if (afterMs > 0) await pause(afterMs, by.signal)
  response.writeHead(status, headers).end()
}

/** Assigns webhook deliveries to the boxes of rules: by the token in the path, or else by the label. */
class DeliverySorter {
  readonly #options: InboxOptions
  readonly #byToken = new Map<string, OpenBox>()
  readonly #shared = new Set<OpenBox>()
  readonly #unclaimed: UnclaimedDelivery[] = []
  readonly listeners: ((labelId: string) => void)[] = []
  /** How many deliveries arrived that no rule has claimed. */
  foreign = 0

  constructor(options: InboxOptions) {
    this.#options = options
  }

  openBox(baseUrl: string): RuleBox {
    const token = randomBytes(9).toString('hex')
    const box = this.#open(`${baseUrl}${token}`, () => this.#byToken.delete(token))
    this.#byToken.set(token, box)
    return box
  }

  openSharedBox(baseUrl: string): RuleBox {
    const box = this.#open(baseUrl, (each) => this.#shared.delete(each))
    this.#shared.add(box)
    return box
  }

  /** Assigns a webhook delivery to its rule and resolves with the reply to it. */
  async take(delivery: Delivery): Promise<Reply> {
    const { labelId, path } = delivery
    if (labelId !== undefined) for (const listener of this.listeners) listener(labelId)
    const token = path.split(/[/?]/).find((part) => this.#byToken.has(part))
    const box = this.#byToken.get(token ?? '') ?? (await this.#findClaimer(labelId))
    return box?.take(delivery) ?? this.#keepUnclaimed(delivery)
  }

  #open(url: string, onClose: (box: OpenBox) => void): OpenBox {
    return new OpenBox({ url, onClose, takeUnclaimed: (labelId) => this.#takeUnclaimed(labelId) })
  }

  /** Resolves with the deliveries (box) of the rule that claims a label now or soon; undefined if none does in time. */
  async #findClaimer(labelId: string | undefined): Promise<OpenBox | undefined> {
    if (labelId === undefined || this.#shared.size === 0) return undefined
    const { signal, claimWithinMs: withinMs = claimWithinMs } = this.#options
    for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += 50) {
      for (const box of this.#shared) if (box.claims(labelId)) return box
      await pause(50, signal)
    }
    return undefined
  }

  /** Stores a delivery that no rule has claimed in time, and returns the reply to it. */
  #keepUnclaimed(delivery: Delivery): Reply {
    this.foreign += 1
    const { labelId } = delivery
    if (labelId === undefined || this.#shared.size === 0) return { status: 200 }
    const attempt = this.#unclaimed.filter((each) => each.delivery.labelId === labelId).length + 1
    const reply = findAgreedReply([...this.#shared], attempt, labelId)
    this.#unclaimed.push({ delivery, reply })
    if (this.#unclaimed.length > maxUnclaimed) this.#unclaimed.shift()
    return reply
  }

  #takeUnclaimed(labelId: string): readonly UnclaimedDelivery[] {
    const late = this.#unclaimed.filter(({ delivery }) => delivery.labelId === labelId)
    for (const each of late) this.#unclaimed.splice(this.#unclaimed.indexOf(each), 1)
    this.foreign -= late.length
    return late
  }
}

/**
 * Returns the reply of the rules that still expect a delivery, if they agree; 200 if no rule expects one, or if their
 * replies differ.
 */
function findAgreedReply(boxes: readonly OpenBox[], attempt: number, labelId: string): Reply {
  const replies = boxes.filter((box) => box.expects()).map((box) => box.replyTo(attempt, labelId))
  const [first, ...others] = replies
  return first !== undefined && others.every((each) => isSameReply(each, first)) ? first : { status: 200 }
}

/** Sends a request to the public URL of the inbox and checks whether it arrives at this process. */
class Probe {
  readonly #nonce = randomBytes(12).toString('hex')
  readonly #signal: AbortSignal
  #onArrival = (): void => {}

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Returns true if a request is the test request that `send` sent to the public URL. `send` then resolves with true. */
  acceptTestRequest({ headers }: IncomingMessage): boolean {
    if (headers['x-drydock-probe'] !== this.#nonce) return false
    this.#onArrival()
    return true
  }

  /**
   * Sends the test request to a URL. Resolves with true if it arrives at this process, and with false if it fails or has
   * not arrived a second after its response.
   */
  send(url: string): Promise<boolean> {
    const arrived = new Promise<boolean>((resolve) => {
      this.#onArrival = () => resolve(true)
    })
    const answered = fetch(url, {
      method: 'POST',
      headers: { 'X-Drydock-Probe': this.#nonce },
      redirect: 'manual',
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(10_000)]),
    }).then(
      () => pause(1_000, this.#signal).then(() => false),
      () => false,
    )
    return Promise.race([arrived, answered])
  }
}
