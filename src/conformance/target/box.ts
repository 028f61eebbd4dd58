import { type Arrival, type Delivery, isSameReply, type Reply } from './arrival.ts'

/** Where one rule's deliveries arrive. */
export interface RuleBox {
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

/** What nobody has claimed in time, and how it was answered. */
export interface UnclaimedDelivery {
  readonly delivery: Delivery
  readonly reply: Reply
}

interface BoxOptions {
  readonly url: string
  /** What came for a label before it was claimed. */
  handOn(labelId: string): readonly UnclaimedDelivery[]
  onClose(box: OpenBox): void
}

/** A box as the inbox sees it, which puts into it what arrives. */
export class OpenBox implements RuleBox {
  readonly url: string
  readonly #options: BoxOptions
  readonly #arrivals: Arrival[] = []
  readonly #claimed = new Set<string>()
  /** Those who wait, to look again whenever something comes. */
  readonly #waiting = new Set<() => void>()
  readonly #misanswered = new Map<string, Reply>()
  #expected = 0
  #script: Parameters<RuleBox['respond']>[0] = () => ({ status: 200 })

  constructor(options: BoxOptions) {
    this.url = options.url
    this.#options = options
  }

  respond(script: Parameters<RuleBox['respond']>[0]): void {
    this.#script = script
  }

  claim(labelId: string): void {
    if (this.#claimed.has(labelId)) return
    this.#claimed.add(labelId)
    const late = this.#options.handOn(labelId)
    for (const { delivery, reply } of late) {
      const attempt = this.#keep(delivery)
      if (!isSameReply(reply, this.wouldReply(attempt, labelId))) this.#misanswered.set(labelId, reply)
    }
    if (late.length > 0) this.#wake()
  }

  claims(labelId: string): boolean {
    return this.#claimed.has(labelId)
  }

  expectOne(): () => void {
    this.#expected += 1
    return () => {
      this.#expected -= 1
    }
  }

  /** Whether a delivery may come for what it has yet to claim. */
  expects(): boolean {
    return this.#expected > 0
  }

  wouldReply(attempt: number, labelId: string | undefined): Reply {
    return this.#script(attempt, labelId)
  }

  misanswered(labelId: string): Reply | undefined {
    return this.#misanswered.get(labelId)
  }

  /** Keeps what came in, and says how to answer it. */
  take(delivery: Delivery): Reply {
    const attempt = this.#keep(delivery)
    this.#wake()
    return this.wouldReply(attempt, delivery.labelId)
  }

  arrivals(labelId?: string): readonly Arrival[] {
    if (labelId === undefined) return [...this.#arrivals]
    return this.#arrivals.filter((each) => each.labelId === labelId)
  }

  waitFor(
    labelId: string,
    { attempts, over }: Parameters<RuleBox['waitFor']>[1],
  ): Promise<readonly Arrival[]> {
    return new Promise((resolve) => {
      const settle = (): void => {
        over.removeEventListener('abort', settle)
        this.#waiting.delete(check)
        resolve(this.arrivals(labelId))
      }
      const check = (): void => {
        if (this.arrivals(labelId).length >= attempts) settle()
      }
      this.#waiting.add(check)
      over.addEventListener('abort', settle)
      if (over.aborted) settle()
      else check()
    })
  }

  close(): void {
    this.#options.onClose(this)
  }

  /** Gives which attempt for its label it is. */
  #keep(delivery: Delivery): number {
    const attempt = this.arrivals(delivery.labelId ?? '').length + 1
    this.#arrivals.push({ ...delivery, attempt })
    return attempt
  }

  #wake(): void {
    for (const look of this.#waiting) look()
  }
}
