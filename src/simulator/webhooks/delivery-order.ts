/** Ids of an environment's deliveries from old to new: what the latest are, and which may go, is found without a walk. */
export class DeliveryOrder {
  readonly #ids: string[] = []
  readonly #pending = new Set<string>()

  add(id: string, { isPending }: { readonly isPending: boolean }): void {
    this.#ids.push(id)
    if (isPending) this.#pending.add(id)
  }

  /** The delivery is pending no longer. */
  end(id: string): void {
    this.#pending.delete(id)
  }

  /** Newest first. */
  latest(count: number): readonly string[] {
    return this.#ids.slice(-count).reverse()
  }

  /** Takes out the oldest that have ended until no more than `kept` are left, or only pending ones. */
  takeSurplus(kept: number): readonly string[] {
    const surplus: string[] = []
    while (this.#ids.length > kept && this.#ids.length > this.#pending.size) {
      const index = this.#ids.findIndex((id) => !this.#pending.has(id))
      surplus.push(...this.#ids.splice(index, 1))
    }
    return surplus
  }
}
