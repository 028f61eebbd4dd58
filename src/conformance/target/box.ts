import { type Arrival, type Delivery, isSameReply, type Reply } from './arrival.ts'

/** The webhook deliveries of one rule, without the methods that only the inbox (the webhook receiver of the run) uses. */
export type RuleBox = Omit<OpenBox, 'claims' | 'expects' | 'take' | 'replyTo'>

type ReplyScript = (attempt: number, labelId: string | undefined) => Reply

/** A webhook delivery that no rule claimed in time, and the reply that it got. */
export interface UnclaimedDelivery {
  readonly delivery: Delivery
  readonly reply: Reply
}

interface BoxOptions {
  readonly url: string
  /** Removes from the inbox the deliveries for a label that arrived before a rule claimed the label, and returns them. */
  takeUnclaimed(labelId: string): readonly UnclaimedDelivery[]
  onClose(box: OpenBox): void
}

/** The webhook deliveries of one rule (its box), with the methods by which the inbox (the webhook receiver of the run) adds deliveries. */
export class OpenBox {
  /** The webhook URL to set at the target. */
  readonly url: string
  readonly #options: BoxOptions
  readonly #arrivals: Arrival[] = []
  readonly #claimed = new Set<string>()
  /** The functions of waiting rules, which are called at each delivery. */
  readonly #waiting = new Set<() => void>()
  readonly #misanswered = new Map<string, Reply>()
  #expected = 0
  #script: ReplyScript = () => ({ status: 200 })

  constructor(options: BoxOptions) {
    this.url = options.url
    this.#options = options
  }

  /** Sets the replies to later delivery attempts. The default reply is 200. */
  respond(script: ReplyScript): void {
    this.#script = script
  }

  /** Assigns the deliveries about a label to this rule, if several rules share a webhook URL. */
  claim(labelId: string): void {
    if (this.#claimed.has(labelId)) return
    this.#claimed.add(labelId)
    const late = this.#options.takeUnclaimed(labelId)
    for (const { delivery, reply } of late) {
      const attempt = this.#keep(delivery)
      if (!isSameReply(reply, this.replyTo(attempt, labelId))) this.#misanswered.set(labelId, reply)
    }
    if (late.length > 0) this.#wake()
  }

  /** Returns true if the rule has claimed the deliveries about a label. */
  claims(labelId: string): boolean {
    return this.#claimed.has(labelId)
  }

  /** Announces a delivery that may arrive before the rule knows its label. Returns a function to call when it can no longer arrive. */
  expectDelivery(): () => void {
    this.#expected += 1
    return () => {
      this.#expected -= 1
    }
  }

  /** Returns true if a delivery may still arrive whose label the rule does not know yet. */
  expects(): boolean {
    return this.#expected > 0
  }

  /** Returns the reply that the rule has set for an attempt. */
  replyTo(attempt: number, labelId: string | undefined): Reply {
    return this.#script(attempt, labelId)
  }

  /**
   * If a delivery arrived before the rule claimed its label, and got another reply than the rule has set, returns the
   * reply that it got; otherwise undefined.
   */
  findWrongReply(labelId: string): Reply | undefined {
    return this.#misanswered.get(labelId)
  }

  /** Stores a webhook delivery and returns the reply to it. */
  take(delivery: Delivery): Reply {
    const attempt = this.#keep(delivery)
    this.#wake()
    return this.replyTo(attempt, delivery.labelId)
  }

  /** Returns the webhook deliveries of this rule, or only those about one label. */
  arrivals(labelId?: string): readonly Arrival[] {
    if (labelId === undefined) return [...this.#arrivals]
    return this.#arrivals.filter((each) => each.labelId === labelId)
  }

  /** Resolves with the delivery attempts for a label once there are `attempts` of them, or when `over` is aborted. */
  waitFor(
    labelId: string,
    { attempts, over }: { readonly attempts: number; readonly over: AbortSignal },
  ): Promise<readonly Arrival[]> {
    return new Promise((resolve) => {
      const resolveNow = (): void => {
        over.removeEventListener('abort', resolveNow)
        this.#waiting.delete(check)
        resolve(this.arrivals(labelId))
      }
      const check = (): void => {
        if (this.arrivals(labelId).length >= attempts) resolveNow()
      }
      this.#waiting.add(check)
      over.addEventListener('abort', resolveNow)
      if (over.aborted) resolveNow()
      else check()
    })
  }

  close(): void {
    this.#options.onClose(this)
  }

  /** Stores a webhook delivery and returns the number of its attempt. */
  #keep(delivery: Delivery): number {
    const attempt = this.arrivals(delivery.labelId ?? '').length + 1
    this.#arrivals.push({ ...delivery, attempt })
    return attempt
  }

  #wake(): void {
    for (const check of this.#waiting) check()
  }
}
