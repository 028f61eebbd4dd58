import type { LostRequests } from '../report/report.ts'

/** Counts the requests of a run that got no readable answer, by endpoint. One for a run. */
export interface Losses {
  /** Notes that a request to an endpoint was answered, or lost for a reason. */
  record(place: string, lostFor?: string): void
  /** Whether it is worth asking an endpoint again: it answers most requests, or only a few have been lost so far. */
  mayAnswer(place: string): boolean
  /** The lost requests, the most frequent first. */
  told(): readonly LostRequests[]
}

interface Sent {
  answered: number
  lost: number
  readonly reasons: Map<string, number>
}

/** How many requests to an endpoint without an answer so far may be lost by chance, if other endpoints answer. */
const few = 6
/** How many different reasons are kept for an endpoint. A target may give any number of them. */
const mostReasons = 5

/** Opens the counts of a run. */
export function openLosses(): Losses {
  const places = new Map<string, Sent>()
  const all = { answered: 0, lost: 0 }
  const sentTo = (place: string): Sent => {
    const known = places.get(place) ?? { answered: 0, lost: 0, reasons: new Map() }
    places.set(place, known)
    return known
  }
  return {
    record: (place, lostFor) => {
      const sent = sentTo(place)
      if (lostFor === undefined) {
        sent.answered += 1
        all.answered += 1
        return
      }
      sent.lost += 1
      all.lost += 1
      const { reasons } = sent
      const reason = reasons.has(lostFor) || reasons.size < mostReasons ? lostFor : 'something else'
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    },
    mayAnswer: (place) => {
      const { answered, lost } = sentTo(place)
      return answered > lost || lost <= 1 || (lost <= few && all.answered > all.lost * 4)
    },
    told: () =>
      [...places]
        .flatMap(([place, { answered, lost, reasons }]) =>
          [...reasons].map(([got, count]) => ({ place, got, count, of: answered + lost })),
        )
        .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place)),
  }
}
