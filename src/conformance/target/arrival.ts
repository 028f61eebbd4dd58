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

/** One that no box has counted yet. */
export type Delivery = Omit<Arrival, 'attempt'>

/** How a delivery is answered. */
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

export function isSameReply(one: Reply, other: Reply): boolean {
  if ('cut' in one || 'cut' in other) return 'cut' in one && 'cut' in other
  return one.status === other.status
}
