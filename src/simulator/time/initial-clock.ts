/** How an account's clock starts. */
export interface InitialClock {
  readonly mode: 'realtime' | 'frozen'
  readonly rate: number
  /** Null: the machine's time when the account is created. */
  readonly nowMs: number | null
}
