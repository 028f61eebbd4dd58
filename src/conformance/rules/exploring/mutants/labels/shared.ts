import type { Answered } from '../../../../selftest/watched.ts'

export const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

export const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood

export const idOf = ({ json }: Answered): string => String(json['id'])

/** The labels that were bought singly; batches make the others. */
export class Singles {
  readonly #ids = new Set<string>()
  note(seen: Answered): void {
    if (isBought(seen)) this.#ids.add(idOf(seen))
  }
  has(id: string): boolean {
    return this.#ids.has(id)
  }
}
