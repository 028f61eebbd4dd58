/** Delivery ids of an environment from old to new, so that the latest and the removable ones are found fast. */
export class DeliveryOrder {
  readonly #ids: string[] = []
  readonly #pending = new Set<string>()

  add(id: string, { isPending }: { readonly isPending: boolean }): void {
    this.#ids.push(id)
    if (isPending) this.#pending.add(id)
  }

  /** Notes that the delivery is no longer pending. */
  end(id: string): void {
    this.#pending.delete(id)
  }

  /** Newest first. */
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
