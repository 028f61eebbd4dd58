/** A delivery that came in, as reports show it: a long body cut, and secrets taken out. */
export interface ShownDelivery {
  /** Which attempt for its label it is. */
  readonly attempt: number
  /** The `data.id` of the event; null where it tells none. */
  readonly label_id: string | null
  readonly received_at: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
