import { type Arrival, type Delivery, isSameReply, type Reply } from './arrival.ts'

/** The box with the deliveries of one rule, without the methods that only the inbox uses. */
export type RuleBox = Omit<OpenBox, 'claims' | 'expects' | 'take' | 'wouldReply'>

type ReplyScript = (attempt: number, labelId: string | undefined) => Reply

/** A delivery that no box claimed in time, and the reply that it got. */
export interface UnclaimedDelivery {
  readonly delivery: Delivery
  readonly reply: Reply
}

interface BoxOptions {
  readonly url: string
  /** Returns the deliveries for a label that came before the label was claimed. */
  handOn(labelId: string): readonly UnclaimedDelivery[]
  onClose(box: OpenBox): void
}

/** A box with the methods by which the inbox puts deliveries in. */
export class OpenBox {
  /** The webhook URL to set at the target. */
  readonly url: string
  readonly #options: BoxOptions
  readonly #arrivals: Arrival[] = []
  readonly #claimed = new Set<string>()
  /** The callbacks of current waits, which are called at each delivery. */
  readonly #waiting = new Set<() => void>()
  readonly #misanswered = new Map<string, Reply>()
  #expected = 0
  #script: ReplyScript = () => ({ status: 200 })

  constructor(options: BoxOptions) {
    this.url = options.url
    this.#options = options
  }

  /** Sets the replies to later attempts. The default reply is 200. */
  respond(script: ReplyScript): void {
    this.#script = script
  }

  /** Claims the deliveries about this label, if several boxes share an address. */
  claim(labelId: string): void {
    if (this.#claimed.has(labelId)) return
    this.#claimed.add(labelId)
    const late = this.#options.handOn(labelId)
    for (const { delivery, reply } of late) {
      const attempt = this.#keep(delivery)
      if (!isSameReply(reply, this.replyTo(attempt, labelId))) this.#misanswered.set(labelId, reply)
    }
    if (late.length > 0) this.#wake()
  }

  claims(labelId: string): boolean {
    return this.#claimed.has(labelId)
  }

  /**
   * Announces that a delivery may arrive which the box will claim later. Returns a function to call when none can
   * arrive any more.
   */
  expectOne(): () => void {
    this.#expected += 1
    return () => {
      this.#expected -= 1
    }
  }

  /** Whether a delivery may arrive that the box will claim later. */
  expects(): boolean {
    return this.#expected > 0
  }

  replyTo(attempt: number, labelId: string | undefined): Reply {
    return this.#script(attempt, labelId)
  }

  /** Returns the reply to a delivery that arrived before its label was claimed, if the box would have replied differently; else undefined. */
  findWrongReply(labelId: string): Reply | undefined {
    return this.#misanswered.get(labelId)
  }

  /** Stores a delivery and returns the reply to it. */
  take(delivery: Delivery): Reply {
    const attempt = this.#keep(delivery)
    this.#wake()
    return this.replyTo(attempt, delivery.labelId)
  }

  /** Returns the deliveries in this box, or only those about one label. */
  arrivals(labelId?: string): readonly Arrival[] {
    if (labelId === undefined) return [...this.#arrivals]
    return this.#arrivals.filter((each) => each.labelId === labelId)
  }

  /** Resolves with the attempts for a label once this many have arrived, or when `over` is aborted. */
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

  /** Stores a delivery and returns the number of its attempt. */
  #keep(delivery: Delivery): number {
    const attempt = this.arrivals(delivery.labelId ?? '').length + 1
    this.#arrivals.push({ ...delivery, attempt })
    return attempt
  }

  #wake(): void {
    for (const look of this.#waiting) look()
  }
}
