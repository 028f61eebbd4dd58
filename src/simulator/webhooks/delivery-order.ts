import type { DeliveryRecord } from '../accounts/records/deliveries.ts'

/** Delivery ids of an environment from old to new, so that the latest, the removable ones and a label's are found fast. */
export class DeliveryOrder {
  readonly #ids: string[] = []
  readonly #pending = new Set<string>()
  readonly #byLabel = new Map<string, string>()

  add({ id, labelId, status }: Pick<DeliveryRecord, 'id' | 'labelId' | 'status'>): void {
    this.#ids.push(id)
    this.#byLabel.set(labelId, id)
    if (status === 'pending') this.#pending.add(id)
  }

  /** Returns the id of the last delivery of a label's event; undefined if there was none. */
  ofLabel(labelId: string): string | undefined {
    return this.#byLabel.get(labelId)
  }

  /** Notes that the delivery is no longer pending. */
  end(id: string): void {
    this.#pending.delete(id)
  }

  /** Returns the latest ids, newest first. */
  latest(count: number): readonly string[] {
    return this.#ids.slice(-count).reverse()
  }

  /** Removes the oldest ids that are not pending until `kept` are left, or only pending ones; returns them. */
  takeSurplus(kept: number): readonly string[] {
    const surplus: string[] = []
    while (this.#ids.length > kept && this.#ids.length > this.#pending.size) {
      const index = this.#ids.findIndex((id) => !this.#pending.has(id))
      surplus.push(...this.#ids.splice(index, 1))
    }
    return surplus
  }
}
