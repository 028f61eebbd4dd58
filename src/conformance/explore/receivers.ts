import type { Reply } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { Inbox } from '../target/inbox.ts'
import type { ClientName, Delivery } from './step.ts'

/** Receives the webhook deliveries of one client of a walk, at a new URL for each webhook. */
export interface Receiver {
  /** Opens a new URL for a webhook. */
  openWebhook(): OpenWebhook
  /** Returns the webhook whose URL was opened last; undefined if there is none. */
  findLastWebhook(): OpenWebhook | undefined
  /** Sets the reply to all later webhook deliveries. */
  setReply(reply: Reply): void
  /** Returns the webhook deliveries that arrived since the last call of this method. */
  takeDeliveries(): readonly Delivery[]
  /** Returns true if a delivery about this label has arrived, whether it was taken or not. */
  hasDelivery(labelId: string): boolean
  close(): void
}

/** A webhook with a URL of its own. If its secret changes, deliveries may be signed with either secret. */
interface OpenWebhook {
  readonly url: string
  readonly number: number
  learnSecret(secret: string): void
}

interface WebhookState {
  readonly box: RuleBox
  readonly webhook: number
  secret: string | undefined
  /** True if the webhook has got a second secret, so that deliveries still to come may be signed with either. */
  isUnsure: boolean
  /** The reply to each delivery, in order. */
  readonly replies: Reply[]
  takenCount: number
}

/** Creates the receiver of a client's webhook deliveries. Its replies have the status 200 until `setReply` is called. */
export function openReceiver(inbox: Inbox, client: ClientName): Receiver {
  const webhooks: WebhookState[] = []
  let reply: Reply = { status: 200 }
  const toOpenWebhook = (state: WebhookState): OpenWebhook => ({
    url: state.box.url,
    number: state.webhook,
    learnSecret: (secret) => {
      state.isUnsure = state.secret !== undefined && state.secret !== secret
      state.secret = secret
    },
  })
  return {
    openWebhook: () => {
      const box = inbox.openBox()
      const state: WebhookState = {
        box,
        webhook: webhooks.length + 1,
        secret: undefined,
        isUnsure: false,
        replies: [],
        takenCount: 0,
      }
      box.respond(() => {
        state.replies.push(reply)
        return reply
      })
      webhooks.push(state)
      return toOpenWebhook(state)
    },
    findLastWebhook: () => {
      const state = webhooks.at(-1)
      return state && toOpenWebhook(state)
    },
    setReply: (next) => {
      reply = next
    },
    takeDeliveries: () => webhooks.flatMap((state) => takeDeliveriesFrom(state, client)),
    hasDelivery: (labelId) => webhooks.some(({ box }) => box.arrivals(labelId).length > 0),
    close: () => {
      for (const { box } of webhooks) box.close()
    },
  }
}

/** Returns the deliveries of one webhook that this function has not returned before. */
function takeDeliveriesFrom(state: WebhookState, client: ClientName): readonly Delivery[] {
  const { box, webhook, replies } = state
  const secret = state.isUnsure ? undefined : state.secret
  const arrivals = box.arrivals()
  const fresh = arrivals.slice(state.takenCount).map((arrival, index): Delivery => {
    return {
      ...arrival,
      client,
      webhook,
      secret,
      reply: replies[state.takenCount + index] ?? { status: 200 },
    }
  })
  state.takenCount = arrivals.length
  return fresh
}
