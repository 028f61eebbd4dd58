import { ApiError } from '../../simulator/specification/errors.ts'

/** The maximum numbers of open connections, event streams and waiting requests. Other limits bound the memory. */
export const maxOpen = { connections: 2_000, streams: 500, 'waiting requests': 10_000 } as const

type Kind = keyof typeof maxOpen

/** Counts connections, event streams and waiting requests: those that are open, and those refused at the maximum. */
export class Capacity {
  readonly #notice: (text: string) => void
  readonly #open: Record<Kind, number> = { connections: 0, streams: 0, 'waiting requests': 0 }
  readonly #refused: Record<Kind, number> = { connections: 0, streams: 0, 'waiting requests': 0 }

  constructor(notice: (text: string) => void) {
    this.#notice = notice
  }

  /**
   * Takes a place for a connection, an event stream or a waiting request. If no place is free, counts a refusal and
   * returns false. `freePlaces` makes places free again.
   */
  takePlace(kind: Kind): boolean {
    if (this.#open[kind] >= maxOpen[kind]) {
      this.#countRefusal(kind)
      return false
    }
    this.#open[kind] += 1
    return true
  }

  freePlaces(kind: Kind, count = 1): void {
    this.#open[kind] -= count
  }

  /** Counts a refusal. Notifies the operator of the first, the tenth, the hundredth refusal and so on. */
  #countRefusal(kind: Kind): void {
    this.#refused[kind] += 1
    const refused = this.#refused[kind]
    if (!Number.isInteger(Math.log10(refused))) return
    this.#notice(`The maximum of ${maxOpen[kind]} ${kind} is reached; refused so far: ${refused}.`)
  }
}

export function createCapacityError(kind: Kind): ApiError {
  const message = `The simulator has its maximum of ${maxOpen[kind]} ${kind}. Try again when one has ended.`
  return new ApiError('REQUEST.CAPACITY.EXCEEDED', { message })
}
