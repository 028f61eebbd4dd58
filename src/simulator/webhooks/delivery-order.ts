import type { DeliveryRecord } from '../accounts/records/deliveries.ts'

/**
 * Keeps the delivery ids of an environment in order of creation, so that the latest deliveries and those of a label are
 * found fast.
 */
export class DeliveryOrder {
  readonly #ids: string[] = []
  readonly #pending = new Set<string>()
  readonly #byLabel = new Map<string, string>()

  /** Adds a new delivery as the latest one. */
  add({ id, labelId, status }: Pick<DeliveryRecord, 'id' | 'labelId' | 'status'>): void {
    this.#ids.push(id)
    this.#byLabel.set(labelId, id)
    if (status === 'pending') this.#pending.add(id)
  }

  /** Returns the id of the last delivery of a label's event; undefined if there was none. */
  findByLabel(labelId: string): string | undefined {
    return this.#byLabel.get(labelId)
  }

  /** Notes that a delivery is no longer pending. */
  markEnded(id: string): void {
    this.#pending.delete(id)
  }

  /** Returns the ids of the latest deliveries, newest first. */
  listLatest(count: number): readonly string[] {
    return this.#ids.slice(-count).reverse()
  }

  /**
   * Removes the ids of the oldest deliveries that are not pending, until at most `maxKept` ids or only pending
   * deliveries are left. Returns the removed ids.
   */
  takeSurplus(maxKept: number): readonly string[] {
    const surplus: string[] = []
    while (this.#ids.length > maxKept && this.#ids.length > this.#pending.size) {
      const index = this.#ids.findIndex((id) => !this.#pending.has(id))
      surplus.push(...this.#ids.splice(index, 1))
    }
    return surplus
  }
}
