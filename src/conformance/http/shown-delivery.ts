/** An attempt that was received, as reports show it: a long body cut, and secrets masked. */
export interface ShownDelivery {
  /** The number of the attempt for its label, from 1 on. */
  readonly attempt: number
  /** The `data.id` of the event; null if it has none. */
  readonly label_id: string | null
  readonly received_at: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
