/** A wallet as the wire shows it (choices 32). */
export interface WalletBody {
  readonly balance_cents: number
  readonly currency: 'USD'
  readonly unlimited: boolean
  readonly auto_reload: {
    readonly enabled: boolean
    readonly threshold_cents: number | null
    readonly amount_cents: number | null
  }
  readonly payment_method: 'valid' | 'declined' | 'none'
}
