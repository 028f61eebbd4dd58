/** An entry of the delivery log (choices 47). */
export interface DeliveryBody {
  readonly id: string
  readonly event: 'label.created'
  readonly label_id: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly response_code: number | null
  readonly attempts: number
  readonly created_at: string
  readonly last_attempt_at: string | null
  readonly next_attempt_at: string | null
}
