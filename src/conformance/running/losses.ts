import type { LostRequests } from '../report/report.ts'

/** Requests of a run that got no answer which could be taken in, by where they were sent. One for a run. */
export interface Losses {
  /** Something was sent there, and answered, or lost for this reason. */
  hear(place: string, lostFor?: string): void
  /** Whether asking again is worth it: most of what is sent there is answered, or it is among the first that are lost. */
  mayAnswer(place: string): boolean
  /** What was lost, the most first. */
  told(): readonly LostRequests[]
}

interface Sent {
  answered: number
  lost: number
  readonly reasons: Map<string, number>
}

/** So many may be lost by chance where nothing was answered yet, if others are answered. */
const few = 6
/** A target may fail in as many words as it likes. */
const mostReasons = 5

export function openLosses(): Losses {
  const places = new Map<string, Sent>()
  const all = { answered: 0, lost: 0 }
  const sentTo = (place: string): Sent => {
    const known = places.get(place) ?? { answered: 0, lost: 0, reasons: new Map() }
    places.set(place, known)
    return known
  }
  return {
    hear: (place, lostFor) => {
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
