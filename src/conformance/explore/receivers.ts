import type { Reply } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { Inbox } from '../target/inbox.ts'
import type { ClientName, Delivery } from './step.ts'

/** Receives the webhook deliveries of one client of a walk, at a new URL for each webhook. */
export interface Receiver {
  /** Opens a new webhook URL and returns it. */
  openNext(): OpenAddress
  /** Returns the webhook URL that was opened last; undefined if there is none. */
  lastAddress(): OpenAddress | undefined
  /** Sets the reply to all later webhook deliveries. */
  setReply(reply: Reply): void
  /** Returns the webhook deliveries that arrived since the last call of this method. */
  takeDeliveries(): readonly Delivery[]
  hasDelivery(labelId: string): boolean
  close(): void
}

/** A URL for a webhook. If its secret changes, deliveries may be signed with either secret. */
interface OpenAddress {
  readonly url: string
  readonly webhook: number
  learnSecret(secret: string): void
}

interface Address {
  readonly box: RuleBox
  readonly webhook: number
  secret: string | undefined
  /** True if the webhook has got a second secret, so that deliveries still to come may be signed with either. */
  isUnsure: boolean
  /** The reply to each delivery, in order. */
  readonly replies: Reply[]
  takenCount: number
}

export function openReceiver(inbox: Inbox, client: ClientName): Receiver {
  const addresses: Address[] = []
  let reply: Reply = { status: 200 }
  const toOpenAddress = (address: Address): OpenAddress => ({
    url: address.box.url,
    webhook: address.webhook,
    learnSecret: (secret) => {
      address.isUnsure = address.secret !== undefined && address.secret !== secret
      address.secret = secret
    },
  })
  return {
    openNext: () => {
      const box = inbox.openBox()
      const address: Address = {
        box,
        webhook: addresses.length + 1,
        secret: undefined,
        isUnsure: false,
        replies: [],
        takenCount: 0,
      }
      box.respond(() => {
        address.replies.push(reply)
        return reply
      })
      addresses.push(address)
      return toOpenAddress(address)
    },
    lastAddress: () => {
      const address = addresses.at(-1)
      return address && toOpenAddress(address)
    },
    setReply: (next) => {
      reply = next
    },
    takeDeliveries: () => addresses.flatMap((address) => takeDeliveriesFrom(address, client)),
    hasDelivery: (labelId) => addresses.some(({ box }) => box.arrivals(labelId).length > 0),
    close: () => {
      for (const { box } of addresses) box.close()
    },
  }
}

function takeDeliveriesFrom(address: Address, client: ClientName): readonly Delivery[] {
  const { box, webhook, replies } = address
  const secret = address.isUnsure ? undefined : address.secret
  const arrivals = box.arrivals()
  const fresh = arrivals.slice(address.takenCount).map((arrival, index): Delivery => {
    return {
      ...arrival,
      client,
      webhook,
      secret,
      reply: replies[address.takenCount + index] ?? { status: 200 },
    }
  })
  address.takenCount = arrivals.length
  return fresh
}
